#include "device_diagnostics.hpp"

#include <algorithm>

#include "shared_types.h"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::simple_ts {

using methods::on_device;

namespace {
constexpr std::size_t kFieldsOfNode = 4;
constexpr int kBoundaries = 4;

// Limbs of the sums of a kernel: without those of the third axis, the last member.
template <class Sums>
constexpr std::size_t kLimbs = (sizeof(Sums) - sizeof(ExactSum)) / sizeof(std::int64_t);

template <class Sums>
std::vector<Sums> sums_from(const std::vector<std::int64_t>& limbs) {
  std::vector<Sums> sums;
  for (std::size_t at = 0; at < limbs.size(); at += kLimbs<Sums>)
    sums.push_back(from_limbs<Sums>(std::span(limbs).subspan(at, kLimbs<Sums>)));
  return sums;
}
}  // namespace

const DeviceDiagnostics::Source DeviceDiagnostics::kWallLoads = {"simple_ts/wall_loads.cl",
                                                                 "measure_wall_loads"};
const DeviceDiagnostics::Source DeviceDiagnostics::kTotals = {"simple_ts/totals.cl",
                                                              "measure_totals"};
const DeviceDiagnostics::Source DeviceDiagnostics::kNodes = {"simple_ts/gather_nodes.cl",
                                                             "gather_nodes"};
const DeviceDiagnostics::Source DeviceDiagnostics::kAverages = {"simple_ts/averages.cl",
                                                                "add_to_average"};

DeviceDiagnostics::DeviceDiagnostics(DeviceCase& device, const FieldRotation& rotation,
                                     methods::DeviceMachine& machine)
    : device_(device), rotation_(rotation), machine_(machine) {}

void DeviceDiagnostics::build(const std::vector<Source>& sources) {
  machine_.add_build(seconds_of([&] {
    for (const Source& source : sources)
      kernels_.emplace(source.kernel, device_.build_kernel(source.file, source.kernel));
  }));
}

opencl::Kernel& DeviceDiagnostics::kernel(const Source& source) {
  if (!kernels_.contains(source.kernel)) build({source});
  return kernels_.at(source.kernel);
}

void DeviceDiagnostics::prepare() {
  const setup::OutputControl& output = device_.c.output;
  std::vector<Source> wanted = {kTotals};
  if (!wall_runs(device_.c).runs.empty()) wanted.push_back(kWallLoads);
  const bool is_judged = std::ranges::any_of(device_.c.sides, [](BoundaryKind side) {
    return side == BoundaryKind::pressure || side == BoundaryKind::outflow;
  });
  if (!output.probes.empty() || !output.integrals.empty() || is_judged) wanted.push_back(kNodes);
  if (!output.averages.empty()) wanted.push_back(kAverages);
  on_device(device_.workspace, "building the kernels of diagnostics on", [&] { build(wanted); });
}

ExactLoads DeviceDiagnostics::wall_loads() {
  return on_device(device_.workspace, "measuring what acts on walls on", [&] {
    if (!walls_) {
      walls_.emplace();
      walls_->runs = wall_runs(device_.c);
      const auto& runs = walls_->runs.runs;
      if (!runs.empty()) {
        std::vector<SfWallRun> of_kernel;
        for (const WallRun& run : runs) of_kernel.push_back({run.i, run.j, run.count, run.side});
        walls_->buffer = device_.workspace.buffer(of_kernel);
        walls_->partial = device_.workspace.buffer(
            std::vector<std::int64_t>(kLimbs<SideLoadsOf<ExactSum>> * runs.size()),
            CL_MEM_READ_WRITE);
      }
    }
    const int count = static_cast<int>(walls_->runs.runs.size());
    if (count == 0) return ExactLoads(device_.c.walls.size());
    const SumUnit& unit = device_.c.sum_units.loads;
    opencl::Kernel& measure = kernel(kWallLoads);
    measure.set(
        device_.context(rotation_).with({{"runs", walls_->buffer},
                                         {"count", count},
                                         {"per_length", device_.reals.number(1 / unit.size)},
                                         {"limit", device_.reals.number(unit.limit)},
                                         {"partial", walls_->partial}}));
    device_.workspace.launch(measure, count);
    const auto limbs = device_.workspace.read<std::int64_t>(walls_->partial,
                                                            kLimbs<SideLoadsOf<ExactSum>> * count);
    return add_runs(device_.c, walls_->runs, sums_from<SideLoadsOf<ExactSum>>(limbs));
  });
}

ExactTotals DeviceDiagnostics::totals(Contents wanted) {
  return on_device(device_.workspace, "measuring the totals on", [&] {
    opencl::Kernel& measure = kernel(kTotals);
    const int lines = std::max(device_.c.mesh.x.cells(), device_.c.mesh.y.cells());
    const int groups = (lines + measure.group() - 1) / measure.group();
    const int pieces = pieces_of_column(device_.c);
    const auto count = static_cast<std::size_t>(groups) * (pieces + kBoundaries);
    if (!totals_)
      totals_ = device_.workspace.buffer(
          std::vector<std::int64_t>(kLimbs<TotalsOf<ExactSum>> * count), CL_MEM_READ_WRITE);
    const auto& [contents, flows, loads] = device_.c.sum_units;
    measure.set(device_.context(rotation_).with(
        {{"pieces", pieces},
         {"mass_alone", wanted == Contents::mass ? 1 : 0},
         {"per_area", device_.reals.number(1 / contents.size)},
         {"limit_of_contents", device_.reals.number(contents.limit)},
         {"per_length", device_.reals.number(1 / flows.size)},
         {"limit_of_flows", device_.reals.number(flows.limit)},
         {"partial", *totals_}}));
    device_.workspace.launch(measure, lines, pieces + kBoundaries);
    const auto partial = sums_from<TotalsOf<ExactSum>>(
        device_.workspace.read<std::int64_t>(*totals_, kLimbs<TotalsOf<ExactSum>> * count));
    ExactTotals totals;
    for (std::size_t k = 0; k < count; ++k) {
      const int side = static_cast<int>(k) / groups - pieces;
      (side < 0 ? totals.contents : totals.flow[side]) += partial[k];
    }
    return totals;
  });
}

std::vector<NodeValues> DeviceDiagnostics::nodes(const std::vector<int>& places) {
  if (places.empty()) return {};
  return on_device(device_.workspace, "reading nodes on", [&] {
    const int count = static_cast<int>(places.size());
    if (!nodes_ || nodes_->places != places)
      nodes_ = Nodes{places, device_.workspace.buffer(places),
                     device_.workspace.array(device_.stored, kFieldsOfNode * places.size())};
    opencl::Kernel& gather = kernel(kNodes);
    gather.set(device_.sets[rotation_.current].named().with(
        {{"places", nodes_->from}, {"count", count}, {"values", nodes_->values}}));
    device_.workspace.launch(gather, count);
    const auto read = device_.workspace.read(nodes_->values);
    std::vector<NodeValues> nodes;
    for (std::size_t at = 0; at < read.size(); at += kFieldsOfNode)
      nodes.push_back({read[at], read[at + 1], read[at + 2], read[at + 3]});
    return nodes;
  });
}

void DeviceDiagnostics::start_averages(const Averages& from) {
  on_device(device_.workspace, "preparing averages on", [&] {
    const auto& fields = device_.c.output.averages;
    const auto cells = static_cast<std::size_t>(device_.c.cells());
    averages_.clear();
    averaged_time_ = from.time;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const bool begins = from.means.empty();
      const std::vector<double> zeros(begins ? cells : 0);
      averages_.push_back(
          {averaged_field(fields[k]),
           device_.workspace.array(device_.reals, begins ? zeros : from.means[k]),
           device_.workspace.array(device_.reals, begins ? zeros : from.squares[k])});
    }
  });
}

void DeviceDiagnostics::add_to_averages(double time) {
  averaged_time_ += time;
  if (averages_.empty()) return;
  on_device(device_.workspace, "averaging on", [&] {
    opencl::Kernel& add = kernel(kAverages);
    for (const Moments& field : averages_) {
      add.set(
          device_.context(rotation_).with({{"which", field.field},
                                           {"weight", device_.reals.number(time)},
                                           {"part", device_.reals.number(time / averaged_time_)},
                                           {"mean", field.mean},
                                           {"squares", field.squares}}));
      device_.workspace.launch(add, device_.c.mesh.x.cells(), device_.c.mesh.y.cells());
    }
  });
}

Averages DeviceDiagnostics::averages() const {
  return on_device(device_.workspace, "reading averages on", [&] {
    Averages all;
    all.time = averaged_time_;
    for (const Moments& field : averages_) {
      all.means.push_back(device_.workspace.read(field.mean));
      all.squares.push_back(device_.workspace.read(field.squares));
    }
    return all;
  });
}

}  // namespace slipflow::simple_ts
