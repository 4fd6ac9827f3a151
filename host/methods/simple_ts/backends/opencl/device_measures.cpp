#include "device_measures.hpp"

#include <algorithm>
#include <chrono>

namespace slipflow::simple_ts {

namespace {
constexpr std::size_t kValuesOfTotals = sizeof(Totals) / sizeof(double);
constexpr std::size_t kFields = 4;
}  // namespace

const DeviceMeasures::Source DeviceMeasures::kWallLoads = {"simple_ts/wall_loads.cl",
                                                           "measure_wall_loads"};
const DeviceMeasures::Source DeviceMeasures::kTotals = {"simple_ts/totals.cl", "measure_totals"};
const DeviceMeasures::Source DeviceMeasures::kNodes = {"simple_ts/gather_nodes.cl", "gather_nodes"};
const DeviceMeasures::Source DeviceMeasures::kAverages = {"simple_ts/averages.cl",
                                                          "add_to_average"};

DeviceMeasures::DeviceMeasures(DeviceCase& device, const FieldRotation& rotation)
    : device_(device), rotation_(rotation) {}

void DeviceMeasures::build(const std::vector<Source>& sources) {
  const auto begin = std::chrono::steady_clock::now();
  for (const Source& source : sources)
    kernels_.emplace(source.kernel, device_.build_kernel(source.file, source.kernel));
  build_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

SizedKernel& DeviceMeasures::kernel(const Source& source) {
  if (!kernels_.contains(source.kernel)) build({source});
  return kernels_.at(source.kernel);
}

void DeviceMeasures::prepare() {
  const setup::OutputControl& output = device_.c.output;
  std::vector<Source> wanted;
  if (!wall_runs(device_.c).runs.empty()) wanted.push_back(kWallLoads);
  if (output.balance) wanted.push_back(kTotals);
  if (!output.probes.empty()) wanted.push_back(kNodes);
  if (!output.averages.empty()) wanted.push_back(kAverages);
  on_device("building the measures", [&] { build(wanted); });
}

cl_uint DeviceMeasures::set_context(cl::Kernel& kernel) const {
  device_.set_time_step(kernel, 1.0, 0.0);
  return device_.set_context(kernel, rotation_);
}

WallLoads DeviceMeasures::wall_loads() {
  return on_device("measuring what acts on walls", [&] {
    if (!walls_) {
      walls_.emplace();
      walls_->runs = wall_runs(device_.c);
      const auto& runs = walls_->runs.runs;
      if (!runs.empty()) {
        walls_->buffer = device_.filled_buffer(runs.data(), runs.size() * sizeof(WallRun));
        walls_->partial = device_.buffer(device_.reals, kSideLoads * runs.size());
      }
    }
    const int count = static_cast<int>(walls_->runs.runs.size());
    if (count == 0) return WallLoads(device_.c.walls.size());
    SizedKernel& measure = kernel(kWallLoads);
    set_arguments(measure.kernel, set_context(measure.kernel), walls_->buffer, cl_int{count},
                  walls_->partial);
    device_.launch(measure, count);
    return add_runs(device_.c, walls_->runs,
                    device_.reals.read(device_.queue.queue, walls_->partial,
                                       kSideLoads * static_cast<std::size_t>(count)));
  });
}

DomainTotals DeviceMeasures::totals() {
  return on_device("measuring the totals", [&] {
    const int lines = std::max(device_.c.mesh.x.cells(), device_.c.mesh.y.cells());
    const std::size_t values = 5 * kValuesOfTotals * static_cast<std::size_t>(lines);
    if (!totals_) totals_ = device_.buffer(device_.reals, values);
    SizedKernel& measure = kernel(kTotals);
    set_arguments(measure.kernel, set_context(measure.kernel), cl_int{lines}, *totals_);
    device_.launch(measure, lines);
    return add_lines(device_.reals.read(device_.queue.queue, *totals_, values));
  });
}

std::vector<NodeValues> DeviceMeasures::nodes(const std::vector<int>& places) {
  if (places.empty()) return {};
  return on_device("reading nodes", [&] {
    const std::size_t count = places.size();
    if (!nodes_ || nodes_->places != places)
      nodes_ = Nodes{places, device_.filled_buffer(places.data(), count * sizeof(int)),
                     device_.buffer(device_.stored, kFields * count)};
    const DeviceFields& now = device_.sets[rotation_.current];
    SizedKernel& gather = kernel(kNodes);
    set_arguments(gather.kernel, 0, now.u, now.v, now.T, now.rho, nodes_->from,
                  static_cast<cl_int>(count), nodes_->values);
    device_.launch(gather, static_cast<int>(count));
    const auto read = device_.stored.read(device_.queue.queue, nodes_->values, kFields * count);
    std::vector<NodeValues> nodes;
    for (std::size_t at = 0; at < read.size(); at += kFields)
      nodes.push_back({read[at], read[at + 1], read[at + 2], read[at + 3]});
    return nodes;
  });
}

void DeviceMeasures::start_averages(const Averages& from) {
  on_device("preparing averages", [&] {
    const auto& fields = device_.c.output.averages;
    const auto cells = static_cast<std::size_t>(device_.c.cells());
    averages_.clear();
    averaged_time_ = from.time;
    for (std::size_t k = 0; k < fields.size(); ++k) {
      const bool begins = from.means.empty();
      const std::vector<double> zeros(begins ? cells : 0);
      averages_.push_back({averaged_field(fields[k]),
                           device_.filled_buffer(device_.reals, begins ? zeros : from.means[k]),
                           device_.filled_buffer(device_.reals, begins ? zeros : from.squares[k])});
    }
  });
}

void DeviceMeasures::add_to_averages(double time) {
  averaged_time_ += time;
  if (averages_.empty()) return;
  on_device("averaging", [&] {
    SizedKernel& add = kernel(kAverages);
    const cl_uint first = set_context(add.kernel);
    device_.reals.set_argument(add.kernel, first + 1, time);
    device_.reals.set_argument(add.kernel, first + 2, time / averaged_time_);
    for (const Moments& field : averages_) {
      add.kernel.setArg(first, cl_int{field.field});
      set_arguments(add.kernel, first + 3, field.mean, field.squares);
      device_.launch(add, device_.c.mesh.x.cells(), device_.c.mesh.y.cells());
    }
  });
}

Averages DeviceMeasures::averages() const {
  return on_device("reading averages", [&] {
    const auto cells = static_cast<std::size_t>(device_.c.cells());
    Averages all;
    all.time = averaged_time_;
    for (const Moments& field : averages_) {
      all.means.push_back(device_.reals.read(device_.queue.queue, field.mean, cells));
      all.squares.push_back(device_.reals.read(device_.queue.queue, field.squares, cells));
    }
    return all;
  });
}

}  // namespace slipflow::simple_ts
