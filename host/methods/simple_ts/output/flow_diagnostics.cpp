#include "slipflow/simple_ts/flow_diagnostics.hpp"

#include <algorithm>
#include <limits>

#include "derived_fields.hpp"
#include "energy_balance.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "surfaces.hpp"
#include "tables.hpp"
#include "wall_data.hpp"

namespace slipflow::simple_ts {

namespace {
std::vector<SamplePoint> sample_points(const Case& c, const std::vector<methods::Point>& points) {
  std::vector<SamplePoint> places;
  for (const auto& point : points) places.push_back(sample_point(c, {point.x, point.y, point.z}));
  return places;
}

methods::Samples samples_of(const Case& c, const std::vector<SampleValues>& values) {
  methods::Samples samples;
  const auto count = static_cast<std::ptrdiff_t>(measured_fields(c.axes()).size());
  for (const auto& v : values) {
    const auto all = v.all();
    samples.emplace_back(all.begin(), all.begin() + count);
  }
  return samples;
}

// Puts flows that are known in place of the last numbers of a line.
void put_last(const std::vector<double>& flows, std::vector<double>& line) {
  if (flows.size() < line.size()) std::ranges::copy_backward(flows, line.end());
}
}  // namespace

void FlowDiagnostics::prepare() { backend_.diagnostics().prepare(); }

std::vector<double> FlowDiagnostics::history() {
  const DomainTotals t = rounded(case_, backend_.diagnostics().totals(Contents::mass));
  std::vector<double> masses = {t.contents.mass};
  for (int side = 0; side < case_.side_count(); ++side) masses.push_back(t.flow[side].mass);
  if (has_first_stage())
    stages_->at_first_stage([&] {
      const DomainTotals first = rounded(case_, backend_.diagnostics().totals(Contents::mass));
      for (int side = 0; side < case_.side_count(); ++side)
        add_first_stage(first.flow[side].mass, masses[side + 1]);
    });
  put_last(restored_.mass, masses);
  return masses;
}

std::vector<std::vector<double>> FlowDiagnostics::tables() {
  auto lines = lines_of(case_, backend_.diagnostics());
  if (case_.balance && has_first_stage())
    stages_->at_first_stage([&] {
      const auto first = lines_of(case_, backend_.diagnostics()).back();
      for (std::size_t k = contents_of_balance(case_); k < first.size(); ++k)
        add_first_stage(first[k], lines.back()[k]);
    });
  if (case_.balance) put_last(restored_.balance, lines.back());
  return lines;
}

bool FlowDiagnostics::has_first_stage() const {
  return stages_ && stages_->part_of_first() > 0 && !(case_.is_closed() && !case_.balance);
}

void FlowDiagnostics::add_first_stage(double first, double& flow) const {
  flow += stages_->part_of_first() * (first - flow);
}

void FlowDiagnostics::archive_flows(methods::NumberArchive& archive) {
  if (archive.lacks("flows_of_step")) return;
  Flows flows;
  if (!archive.restores()) {
    flows.mass = history();
    flows.mass.erase(flows.mass.begin());
    if (case_.balance) {
      const auto line = tables().back();
      flows.balance.assign(line.begin() + static_cast<std::ptrdiff_t>(contents_of_balance(case_)),
                           line.end());
    }
  }
  archive("flows_of_step.mass", flows.mass);
  archive("flows_of_step.balance", flows.balance);
  if (archive.restores()) restored_ = flows;
}

std::vector<methods::BodySummary> FlowDiagnostics::body_summaries() {
  return simple_ts::body_summaries(case_, backend_.diagnostics());
}

std::vector<std::pair<std::string, double>> FlowDiagnostics::flow_summary() {
  return flows_of(case_, backend_.diagnostics());
}

std::vector<double> FlowDiagnostics::surface_numbers() {
  return surface_numbers_of(case_, backend_.download(), backend_.diagnostics());
}

std::optional<methods::EnergyBalance> FlowDiagnostics::energy_balance() {
  return energy_balance_of(case_, rounded(case_, backend_.diagnostics().wall_loads()),
                           rounded(case_, backend_.diagnostics().totals()).contents);
}

std::vector<methods::WallData> FlowDiagnostics::wall_data() {
  return wall_data_of(case_, backend_.download());
}

// Appends the fields of OutputControl::sampled_too, (64) from the cells around each point.
void FlowDiagnostics::add_derived_samples(const State& state,
                                          const std::vector<SamplePoint>& places,
                                          methods::Samples& samples) const {
  for (const auto& name : case_.output.sampled_too) {
    const DerivedField derived(case_, state, name);
    for (std::size_t n = 0; n < places.size(); ++n) {
      const auto& around = places[n].cell;
      const auto value = [&](int k) {
        const Cell& cell = around.at[k];
        return derived ? derived.at(cell) : mach_number(case_, state, cell);
      };
      samples[n].push_back(places[n].in_gas ? around.sum_of(value)
                                            : std::numeric_limits<double>::quiet_NaN());
    }
  }
}

methods::Samples FlowDiagnostics::samples_from(const State& state,
                                               const std::vector<SamplePoint>& places) const {
  auto samples = samples_of(case_, simple_ts::sample(case_, places, state));
  add_derived_samples(state, places, samples);
  return samples;
}

// Only the nodes of the points are read back, unless values on boundaries or derived fields need
// more.
methods::Samples FlowDiagnostics::sample(const std::vector<methods::Point>& points) {
  const auto places = sample_points(case_, points);
  const bool on_nodes = case_.output.sampled_too.empty() &&
                        std::ranges::all_of(places, [](const auto& p) { return p.near.empty(); });
  if (!on_nodes) return samples_from(backend_.download(), places);
  return samples_of(case_,
                    simple_ts::sample(places, backend_.diagnostics().nodes(places_of(places))));
}

methods::FrameValues FlowDiagnostics::frame(const std::vector<std::string>& names,
                                            const std::vector<methods::Point>& points) {
  const State state = backend_.download();
  methods::FrameValues values;
  for (const auto& name : names) values.fields.push_back(cell_field(case_, state, name));
  values.samples = samples_from(state, sample_points(case_, points));
  return values;
}

}  // namespace slipflow::simple_ts
