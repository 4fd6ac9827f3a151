#include "run_summary.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "embedded_texts.hpp"
#include "run_report.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/run/surface_table.hpp"

namespace slipflow::app {

using methods::BackendInfo;
using methods::Problem;
using output::Json;
using run::RunTotals;

namespace {
// "2026-11-26T09:30:00Z"
std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[sizeof "0000-00-00T00:00:00Z"] = "";
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string host_name() {
  char name[256] = "";
  if (::gethostname(name, sizeof name - 1) != 0) return "unknown";
  return name;
}
}  // namespace

RunSummary::RunSummary(const Problem& problem, const BackendInfo& info, bool parity) {
  const EndsOutOfMemory scope;
  const auto& controls = problem.controls();
  const auto& mesh = problem.mesh();
  json_ = std::make_unique<Json>(
      Json{{"slipflow", SLIPFLOW_VERSION},
           {"commit", build_commit()},
           {"date", utc_now()},
           {"host", host_name()},
           {"title", controls.title},
           {"backend", info.name},
           {"device", info.device},
           {"driver", info.driver},
           {"kernels", info.kernels},
           {"parity", parity},
           {"precision", name_of(controls.run.precision)},
           {"work_group_size", info.work_group_size},
           {"rows", info.rows},
           {"tuned", info.tuned},
           {"build_seconds", info.build_seconds},
           {"bytes_per_cell", info.bytes_allocated / static_cast<double>(mesh.cells())},
           {"cells_x", mesh.x.cells()},
           {"cells_y", mesh.y.cells()}});
  Json& summary = *json_;
  if (mesh.axes() > 2) summary["cells_z"] = mesh.z.cells();
  for (const auto& number : problem.description().numbers()) summary[number.name] = number.value;
  if (controls.output.units) {
    auto& references = summary["si_units"] = Json::object();
    for (const auto& [symbol, meaning, quantity, unit] : controls.output.units->references)
      references[symbol] = quantity.si();
  }
}

RunSummary::~RunSummary() {
  const EndsOutOfMemory scope;
  json_.reset();
}

void RunSummary::add_backend_choice(const std::string& by) {
  const EndsOutOfMemory scope;
  (*json_)["backend_chosen_by"] = by;
}

void RunSummary::add_totals(const Problem& problem, const RunTotals& totals,
                            const std::vector<methods::BodySummary>& bodies) {
  const EndsOutOfMemory scope;
  Json& summary = *json_;
  summary["status"] = was_stopped(totals) ? "stopped" : "done";
  summary["stopped_by"] = totals.stopped_by;
  summary["restarted_at_step"] = totals.from.step;
  summary["time"] = totals.time;
  summary["time_name"] = name_of(problem.controls().time.kind);
  summary["steps"] = totals.step;
  summary["last_dt"] = totals.last_dt;
  summary["inner_iterations"] = totals.inner;
  summary["unconverged_steps"] = totals.unconverged;
  summary["seconds"] = totals.seconds;
  summary["cell_updates_per_second"] = updates_per_second(problem, totals);
  summary["last_residual"] = totals.last.largest();
  auto& forces = summary["forces"] = Json::array();
  for (const auto& [body, numbers] : bodies) {
    Json object = {{"body", body}};
    for (const auto& [name, value] : numbers) object[name] = value;
    forces.push_back(std::move(object));
  }
}

void RunSummary::add_flows(const std::vector<std::pair<std::string, double>>& flows) {
  const EndsOutOfMemory scope;
  for (const auto& [name, value] : flows) (*json_)[name] = value;
}

void RunSummary::add_surfaces(const Problem& problem, const std::vector<double>& line) {
  const EndsOutOfMemory scope;
  const run::OutputUnits units(problem);
  auto value = line.begin();
  const auto add = [&](Json& object, const methods::SurfaceNumber& number) {
    object[units.column(number.name, number.unit)] = *value++ * units.factor(number.unit);
  };
  auto& surfaces = (*json_)["surfaces"] = Json::array();
  for (const auto& surface : problem.outputs().surfaces) {
    Json object = {{"surface", surface.name}};
    for (const auto& number : surface.numbers) add(object, number);
    surfaces.push_back(std::move(object));
  }
  for (const auto& drop : run::pressure_drops_of(problem)) add(*json_, drop);
}

void RunSummary::add_energy(const std::optional<methods::EnergyBalance>& balance) {
  if (!balance) return;
  const EndsOutOfMemory scope;
  Json& summary = *json_;
  summary["heat_in"] = balance->heat_in;
  summary["heat_out"] = balance->heat_out;
  summary["energy_in"] = balance->in();
  summary["energy_out"] = balance->out();
  summary["energy_error"] = balance->error();
}

void RunSummary::add_oscillations(const Problem& problem,
                                  const std::vector<run::Oscillation>& found) {
  const EndsOutOfMemory scope;
  const double velocity = problem.description().reference_velocity().value_or(0);
  for (const auto& o : found) {
    const auto& signal = o.signal;
    Json object = {
        {signal.kind, signal.place}, {"quantity", signal.quantity}, {"frequency", o.frequency}};
    if (velocity > 0) {
      object["strouhal"] = o.frequency * signal.reference_length / velocity;
      object["reference_length"] = signal.reference_length;
      object["reference_velocity"] = velocity;
    }
    object["periods"] = o.periods;
    object["spread"] = o.spread;
    (*json_)["oscillations"].push_back(std::move(object));
  }
}

void RunSummary::add_ranks(const std::optional<methods::RankTimes>& times) {
  if (!times) return;
  const EndsOutOfMemory scope;
  Json& summary = *json_;
  summary["ranks"] = times->ranks;
  summary["grid"] = times->grid;
  summary["seconds_in_iterations"] = times->seconds;
  summary["seconds_waiting_halo"] = times->waiting_halo;
  summary["seconds_waiting_decision"] = times->waiting_decision;
  summary["begun_in_vain"] = times->in_vain;
  summary["imbalance"] = times->imbalance;
}

void RunSummary::add_failure(const Error& error) {
  const EndsOutOfMemory scope;
  Json& summary = *json_;
  summary["status"] = "failed";
  summary["exit_status"] = static_cast<int>(error.status());
  summary["message"] = error.what();
}

std::string RunSummary::text() const {
  const EndsOutOfMemory scope;
  return output::json_text(*json_);
}

}  // namespace slipflow::app
