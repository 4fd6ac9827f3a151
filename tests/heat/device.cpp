// Heat conduction on an OpenCL device.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "indexing.h"
#include "simulation.hpp"
#include "slipflow/methods/launch.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/reduction.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::heat {

namespace {
using methods::Launch;

// A core of a CPU takes one work-group after another; a GPU has room for all of them.
constexpr int kRowsOnCpu = 32, kRowsOnGpu = 4;

int sections(int count, int size) { return (count + size - 1) / size; }

std::string build_options(const Case& c, const Launch& launch) {
  return "-cl-std=CL1.2" + opencl::precision_options(c.run.precision, launch.exact_single) +
         (launch.parity ? " -DSF_PARITY" : "");
}

class DeviceSimulation : public Simulation {
  // Turns failures of OpenCL into sentences.
  template <class Action>
  auto on_device(const char* doing, Action action) const {
    return opencl::guarded(fmt::format("{} {}", doing, workspace_.device().name), action);
  }

 public:
  DeviceSimulation(const Case& c, const opencl::Queue& queue, const Launch& launch)
      : Simulation(c), launch_(launch), reals_(bytes_computed(c.run.precision)), workspace_(queue) {
    methods::check_fits(
        queue.device, c.mesh, device_bytes(c),
        bytes_stored(c.run.precision) * static_cast<double>(c.mesh.layout().size()));
    const double seconds = seconds_of([&] { build(); });
    machine_.emplace(workspace_, launch_, advance_.group(), seconds);
    make_arrays();
  }

  double largest_change() override {
    return on_device("measuring the change on", [&] {
      const auto largest =
          reduction_->largest(largest_, static_cast<int>(largest_.count) / SF_RESIDUALS);
      return methods::Changes{largest}.largest();
    });
  }

  methods::Machine& machine() override { return *machine_; }

 protected:
  void write(int level, const std::vector<double>& T) override {
    on_device("writing the temperature to", [&] { workspace_.write(T_[level], T); });
  }
  std::vector<double> read(int level) const override {
    return on_device("reading the temperature from", [&] { return workspace_.read(T_[level]); });
  }

  void compute_step(int from, double dt) override {
    on_device("a time step on", [&] {
      const auto layout = case_.mesh.layout();
      advance_.set({{"nx", layout.nx},
                    {"ny", layout.ny},
                    {"x", x_},
                    {"y", y_},
                    {"tag", tag_},
                    {"of_cell", of_cell_},
                    {"shift", shift_},
                    {"alpha_dt", reals_.number(case_.diffusivity * dt)},
                    {"rows", launch_.rows},
                    {"T", T_[from]},
                    {"T_next", T_[1 - from]},
                    {"largest", largest_}});
      workspace_.launch(advance_, layout.nx, sections(layout.ny, launch_.rows));
    });
  }

 private:
  void build() {
    const auto options = build_options(case_, launch_);
    const int smallest = launch_.may_shrink ? methods::kSmallestGroup : launch_.work_group_size;
    advance_ = {opencl::build_for_groups(workspace_.queue(), "heat.cl", options,
                                         launch_.work_group_size, smallest),
                "advance_temperature"};
    if (launch_.measures) reduction_.emplace(workspace_, reals_, options);
  }

  void make_arrays() {
    const auto& mesh = case_.mesh;
    const auto layout = mesh.layout();
    const opencl::Numbers stored(bytes_stored(case_.run.precision));
    for (auto& T : T_) T = workspace_.array(stored, layout.size());
    x_ = workspace_.array(reals_, setup::axis_metrics(mesh.x, case_.periodic(0)));
    y_ = workspace_.array(reals_, setup::axis_metrics(mesh.y, case_.periodic(1)));
    const auto walls = wall_factors(case_);
    of_cell_ = workspace_.array(reals_, walls.of_cell);
    shift_ = workspace_.array(reals_, walls.shift);
    tag_ = workspace_.buffer(mesh.tags);
    // One value of each work-group, and zeros: the reduction takes SF_RESIDUALS at a time.
    const int groups = sections(layout.nx, advance_.group()) * sections(layout.ny, launch_.rows);
    largest_ = workspace_.array(
        reals_, std::vector<double>(SF_RESIDUALS *
                                    static_cast<std::size_t>(sections(groups, SF_RESIDUALS))));
  }

  const Launch launch_;
  const opencl::Numbers reals_;
  opencl::Workspace workspace_;
  opencl::Kernel advance_;
  std::optional<opencl::Reduction> reduction_;
  opencl::Array T_[2], x_, y_, of_cell_, shift_, largest_;
  cl::Buffer tag_;
  std::optional<methods::DeviceMachine> machine_;
};
}  // namespace

methods::Launch resolve(const Case& c, const opencl::Device& device, Launch launch) {
  launch.exact_single = device.exact_single;
  methods::check_parity(c.run.precision, launch, device);
  launch = methods::resolve_plain("heat", device, launch);
  if (launch.rows == 0) launch.rows = device.cpu ? kRowsOnCpu : kRowsOnGpu;
  return launch;
}

std::unique_ptr<Simulation> make_on_device(const Case& c, const opencl::Queue& queue,
                                           const Launch& launch) {
  return opencl::guarded("preparing " + queue.device.name, [&] {
    return std::make_unique<DeviceSimulation>(c, queue, resolve(c, queue.device, launch));
  });
}

double bytes_of_levels(const Case& c) {
  return static_cast<double>(c.mesh.layout().size()) *
         (2 * bytes_stored(c.run.precision) + sizeof(SfTag));
}

double device_bytes(const Case& c) {
  const double axes = SF_AXIS_VALUES * (c.mesh.x.cells() + c.mesh.y.cells() + 4.0 * SF_PAD);
  return bytes_of_levels(c) + axes * bytes_computed(c.run.precision);
}

}  // namespace slipflow::heat
