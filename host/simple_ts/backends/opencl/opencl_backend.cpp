#include "slipflow/simple_ts/opencl_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "build_options.hpp"
#include "device_case.hpp"
#include "simple_ts/extrapolated_start.h"
#include "simple_ts/splitting.h"

namespace slipflow::simple_ts {

namespace {
class OpenClBackend : public Backend {
 public:
  OpenClBackend(const Case& c, const opencl::Device& device, const OpenClOptions& options)
      : device_(c, device, options) {
    const auto begin = std::chrono::steady_clock::now();
    runner_ = options.kernels == KernelSet::fused ? make_fused_runner(device_)
                                                  : make_plain_runner(device_);
    if (c.scheme.explicit_convection)
      convection_ = cl::Kernel(build("simple_ts/compute_explicit_convection.cl"),
                               "compute_explicit_convection");
    if (c.splitting.extrapolated_start)
      start_ = cl::Kernel(build("simple_ts/extrapolate_start.cl"), "extrapolate_start");
    if (options.measures) build_measures();
    build_seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    partial_ = device_.doubles(5 * static_cast<std::size_t>(lines() + 1));
    largest_ = device_.doubles(SF_RESIDUALS);
  }

  void upload(const State& s) override {
    guarded("writing the state to " + name(), [&] {
      // All three: what never changes (solid cells, fixed ghosts) must stand in each of them.
      for (const DeviceFields& set : device_.sets) device_.write(set, s);
    });
    old_ = current_ = 0;
    next_ = 1;
  }

  State download() const override {
    return guarded("reading the state from " + name(),
                   [&] { return device_.read(device_.sets[current_]); });
  }

  void begin_time_step(double dt) override {
    const double ratio = sf_extrapolation_ratio(dt, old_ == current_ ? 0 : dt_);
    const int before = old_;
    dt_ = dt;
    iteration_ = 0;
    old_ = current_;
    next_ = set_beside(old_, before);
    if (device_.c.scheme.explicit_convection) compute_explicit_convection();
    if (!device_.c.splitting.extrapolated_start || ratio == 0) return;
    extrapolate_start(before, ratio);
    current_ = next_;
    next_ = before;
  }

  void advance_inner_iteration() override {
    device_.relaxation = sf_cycle_relaxation(iteration_++);
    guarded("an inner iteration on " + name(), [&] {
      runner_->advance(device_.sets[current_], device_.sets[old_], device_.sets[next_], dt_);
    });
    current_ = next_;
    next_ = set_beside(old_, current_);
  }

  Residuals residuals() override {
    return guarded("measuring residuals on " + name(), [&] {
      const auto [partial, count] = runner_->partial_residuals();
      const auto r = largest(partial, count);
      return Residuals{r[0], r[1], r[2], r[3]};
    });
  }

  Residuals change_over_step() override {
    return guarded("measuring the change over a step on " + name(), [&] {
      const DeviceFields& now = device_.sets[current_];
      const DeviceFields& then = device_.sets[old_];
      const cl_uint first = device_.set_context(changes_, then, then, dt_);
      set_arguments(changes_, first, now.u, now.v, now.T, now.rho, now.rho, cl_int{0}, partial_);
      device_.launch(changes_, columns());
      const auto r = largest(partial_, columns());
      return Residuals{r[0], r[1], r[2], r[3]};
    });
  }

  StepLimits step_limits() override {
    return guarded("measuring the step limits on " + name(), [&] {
      set_arguments(step_limits_, context(step_limits_), partial_);
      device_.launch(step_limits_, columns());
      const auto r = largest(partial_, columns());
      return StepLimits{r[0], r[1]};
    });
  }

  Balance balance() override {
    return guarded("measuring the balance on " + name(), [&] {
      set_arguments(balance_, context(balance_), cl_int{lines()}, partial_);
      device_.launch(balance_, lines());
      std::vector<double> sums(5 * static_cast<std::size_t>(lines()));
      device_.queue.queue.enqueueReadBuffer(partial_, CL_TRUE, 0, sums.size() * sizeof(double),
                                            sums.data());
      Balance b;
      for (int k = 0; k < lines(); ++k) {
        b.mass += sums[5 * k];
        for (int side = 0; side < 4; ++side) b.flow[side] += sums[5 * k + 1 + side];
      }
      return b;
    });
  }

  BackendInfo info() const override {
    const auto& options = device_.options;
    const bool fused = options.kernels == KernelSet::fused;
    return {"opencl",
            name(),
            device_.queue.device.driver,
            fused ? "fused" : "plain",
            options.work_group_size,
            fused ? options.rows : 0,
            device_.bytes,
            build_seconds_};
  }

 private:
  // One of the three sets that is neither a nor b.
  static int set_beside(int a, int b) { return a == b ? (a + 1) % 3 : 3 - a - b; }

  // Fills the next set from the two last levels.
  void extrapolate_start(int before, double ratio) {
    guarded("starting a time step on " + name(), [&] {
      const DeviceFields& now = device_.sets[old_];
      const DeviceFields& last = device_.sets[before];
      const DeviceFields& start = device_.sets[next_];
      const int count = static_cast<int>(device_.c.mesh.layout().size());
      set_arguments(start_, 0, now.u, now.v, now.T, now.rho, last.u, last.v, last.T, last.rho,
                    start.u, start.v, start.T, start.rho, ratio, cl_int{count});
      device_.launch(start_, count);
    });
  }

  void compute_explicit_convection() {
    guarded("computing the explicit convection on " + name(), [&] {
      set_arguments(convection_, context(convection_), device_.C_u, device_.C_v, device_.C_T);
      device_.launch(convection_, columns(), device_.c.mesh.y.cells() + 1);
    });
  }

  cl::Program build(const char* file) const {
    return opencl::build_programs(device_.queue, {file},
                                  build_options(device_.c, device_.options))[0];
  }

  void build_measures() {
    const auto measures = build("simple_ts/measures.cl");
    changes_ = cl::Kernel(measures, "measure_changes");
    step_limits_ = cl::Kernel(measures, "measure_step_limits");
    balance_ = cl::Kernel(measures, "measure_balance");
    reduce_ = cl::Kernel(build("common/reduce_residuals.cl"), "reduce_residuals");
  }

  const std::string& name() const { return device_.queue.device.name; }
  int columns() const { return device_.c.mesh.x.cells() + 1; }
  int lines() const { return std::max(device_.c.mesh.x.cells(), device_.c.mesh.y.cells()); }

  cl_uint context(cl::Kernel& kernel) const {
    return device_.set_context(kernel, device_.sets[current_], device_.sets[old_],
                               dt_ > 0 ? dt_ : 1.0);
  }

  std::array<double, SF_RESIDUALS> largest(const cl::Buffer& partial, int count) {
    set_arguments(reduce_, 0, partial, cl_int{count}, largest_);
    device_.launch(reduce_, device_.options.work_group_size);
    std::array<double, SF_RESIDUALS> values{};
    device_.queue.queue.enqueueReadBuffer(largest_, CL_TRUE, 0, sizeof(values), values.data());
    return values;
  }

  DeviceCase device_;
  std::unique_ptr<KernelRunner> runner_;
  cl::Kernel changes_, step_limits_, balance_, reduce_, convection_, start_;
  cl::Buffer partial_, largest_;
  int current_ = 0, next_ = 1, old_ = 0;  // of device_.sets
  double dt_ = 0;
  int iteration_ = 0;  // within the time step
  double build_seconds_ = 0;
};
}  // namespace

std::unique_ptr<Backend> make_opencl_backend(const Case& c, const opencl::Device& device,
                                             const OpenClOptions& options) {
  return guarded("preparing '" + device.name + "'", [&] {
    return std::make_unique<OpenClBackend>(c, device, resolve_options(c, device, options));
  });
}

}  // namespace slipflow::simple_ts
