#include "device_diagnostics.hpp"

#include <algorithm>

#include "shared_types.h"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::simple_ts {

using methods::on_device;

namespace {
// Limbs of the sums of a kernel: in a plane without those of the third axis, the last member.
template <class Sums>
std::size_t limbs_of(const Case& c) {
  return (sizeof(Sums) - (c.axes() == 3 ? 0 : sizeof(ExactSum))) / sizeof(std::int64_t);
}

template <class Sums>
std::vector<Sums> sums_from(const Case& c, const std::vector<std::int64_t>& limbs) {
  const std::size_t count = limbs_of<Sums>(c);
  std::vector<Sums> sums;
  for (std::size_t at = 0; at < limbs.size(); at += count)
    sums.push_back(from_limbs<Sums>(std::span(limbs).subspan(at, count)));
  return sums;
}

// The runs as a kernel has them: SfWallRun, in a plane without the layer.
std::vector<std::int32_t> numbers_of(const Case& c, const std::vector<WallRun>& runs) {
  std::vector<std::int32_t> numbers;
  for (const WallRun& run : runs) {
    numbers.insert(numbers.end(), {run.i, run.j, run.count, run.side});
    if (c.axes() == 3) numbers.push_back(run.k);
  }
  return numbers;
}
}  // namespace

const DeviceDiagnostics::Source DeviceDiagnostics::kWallLoads = {"simple_ts/wall_loads.cl",
                                                                 "measure_wall_loads"};
const DeviceDiagnostics::Source DeviceDiagnostics::kTotals = {"simple_ts/totals.cl",
                                                              "measure_totals"};
const DeviceDiagnostics::Source DeviceDiagnostics::kNodes = {
    "simple_ts/gather_nodes.cl", "gather_nodes", {.only_fields = true}};
const DeviceDiagnostics::Source DeviceDiagnostics::kAverages = {"simple_ts/averages.cl",
                                                                "add_to_average"};

DeviceDiagnostics::DeviceDiagnostics(DeviceCase& device, const FieldRotation& rotation,
                                     DeviceCutWalls* cut_walls, methods::DeviceMachine& machine)
    : device_(device), rotation_(rotation), cut_walls_(cut_walls), machine_(machine) {}

void DeviceDiagnostics::build(const std::vector<Source>& sources) {
  machine_.add_build(seconds_of([&] {
    for (const Source& source : sources)
      kernels_.emplace(source.kernel,
                       device_.build_kernel(source.file, source.kernel, source.what));
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
        walls_->buffer = device_.workspace.buffer(numbers_of(device_.c, runs));
        walls_->partial = device_.workspace.buffer(
            std::vector<std::int64_t>(limbs_of<SideLoadsOf<ExactSum>>(device_.c) * runs.size()),
            CL_MEM_READ_WRITE);
      }
    }
    const int count = static_cast<int>(walls_->runs.runs.size());
    ExactLoads loads(device_.c.walls.size());
    if (cut_walls_) add_cut_loads(loads);
    if (count == 0) return loads;
    const SumUnit& unit = device_.c.sum_units.loads;
    device_.compute_friction_heat(rotation_, device_.no_progress);
    opencl::Kernel& measure = kernel(kWallLoads);
    measure.set(
        device_.context(rotation_).with({{"runs", walls_->buffer},
                                         {"count", count},
                                         {"per_length", device_.reals.number(1 / unit.size)},
                                         {"limit", device_.reals.number(unit.limit)},
                                         {"partial", walls_->partial}}));
    device_.workspace.launch(measure, count);
    const auto limbs = device_.workspace.read<std::int64_t>(
        walls_->partial, limbs_of<SideLoadsOf<ExactSum>>(device_.c) * count);
    add_runs(walls_->runs, sums_from<SideLoadsOf<ExactSum>>(device_.c, limbs), loads);
    return loads;
  });
}

void DeviceDiagnostics::add_cut_loads(ExactLoads& loads) {
  const auto sums = sums_from<SideLoadsOf<ExactSum>>(
      device_.c, cut_walls_->loads(rotation_, limbs_of<SideLoadsOf<ExactSum>>(device_.c)));
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const CutSide& side = cut_walls_->sides()[k];
    loads[static_cast<std::size_t>(side.wall)][static_cast<std::size_t>(side.side)] += sums[k];
  }
}

ExactTotals DeviceDiagnostics::totals(Contents wanted) {
  return on_device(device_.workspace, "measuring the totals on", [&] {
    device_.compute_friction_heat(rotation_, device_.no_progress);
    opencl::Kernel& measure = kernel(kTotals);
    const Case& c = device_.c;
    const int lines = std::max({c.mesh.x.cells(), c.mesh.y.cells(), c.mesh.z.cells()});
    const int groups = (lines + measure.group() - 1) / measure.group();
    const int pieces = pieces_of_column(c);
    const auto count = static_cast<std::size_t>(groups) * (pieces + c.side_count());
    const std::size_t limbs = limbs_of<TotalsOf<ExactSum>>(c) * count;
    if (!totals_)
      totals_ = device_.workspace.buffer(std::vector<std::int64_t>(limbs), CL_MEM_READ_WRITE);
    const auto& [contents, flows, loads] = c.sum_units;
    measure.set(device_.context(rotation_).with(
        {{"pieces", pieces},
         {"mass_alone", wanted == Contents::mass ? 1 : 0},
         {"per_area", device_.reals.number(1 / contents.size)},
         {"limit_of_contents", device_.reals.number(contents.limit)},
         {"per_length", device_.reals.number(1 / flows.size)},
         {"limit_of_flows", device_.reals.number(flows.limit)},
         {"partial", *totals_}}));
    device_.workspace.launch(measure, lines, pieces + c.side_count());
    const auto partial =
        sums_from<TotalsOf<ExactSum>>(c, device_.workspace.read<std::int64_t>(*totals_, limbs));
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
    const bool in_space = device_.c.axes() == 3;
    const std::size_t fields = in_space ? 5 : 4;
    if (!nodes_ || nodes_->places != places)
      nodes_ = Nodes{places, device_.workspace.buffer(places),
                     device_.workspace.array(device_.stored, fields * places.size())};
    opencl::Kernel& gather = kernel(kNodes);
    gather.set(device_.sets[rotation_.current].named().with(
        {{"places", nodes_->from}, {"count", count}, {"values", nodes_->values}}));
    device_.workspace.launch(gather, count);
    const auto read = device_.workspace.read(nodes_->values);
    std::vector<NodeValues> nodes;
    for (std::size_t at = 0; at < read.size(); at += fields) {
      const std::size_t gas = at + fields - 2;
      nodes.push_back({.u = read[at],
                       .v = read[at + 1],
                       .T = read[gas],
                       .rho = read[gas + 1],
                       .w = in_space ? read[at + 2] : 0});
    }
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
      device_.workspace.launch(add, device_.c.mesh.x.cells(), lines_of(device_.c));
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
