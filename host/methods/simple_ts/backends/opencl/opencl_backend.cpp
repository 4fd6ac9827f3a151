#include "slipflow/simple_ts/opencl_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "build_options.hpp"
#include "device_measures.hpp"
#include "explicit_convection.hpp"
#include "inner_batches.hpp"
#include "kernel_runner.hpp"
#include "shared_types.h"
#include "simple_ts/splitting.h"
#include "slipflow/opencl/wait.hpp"

namespace slipflow::simple_ts {

namespace {
class OpenClBackend : public Backend {
 public:
  OpenClBackend(const Case& c, const opencl::Queue& queue, const OpenClOptions& options)
      : Backend(c), device_(c, queue, options), measures_(device_, rotation_) {
    const auto begin = std::chrono::steady_clock::now();
    runner_ = options.kernels == KernelSet::fused ? make_fused_runner(device_)
                                                  : make_plain_runner(device_);
    if (c.scheme.explicit_convection) convection_.emplace(device_);
    if (c.splitting.extrapolated_start)
      start_ = device_.build_kernel("simple_ts/extrapolate_start.cl", "extrapolate_start");
    if (options.measures) build_measures();
    build_seconds_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    partial_ = device_.buffer(device_.reals, static_cast<std::size_t>(partial_values(c)));
    largest_ = device_.buffer(device_.reals, SF_RESIDUALS);
  }

  void upload(const State& s) override {
    guarded("writing the state to " + name(), [&] {
      // All three: what never changes (solid cells, fixed ghosts) must stand in each of them.
      for (const DeviceFields& set : device_.sets) device_.write(set, s);
    });
    rotation_ = {};
  }

  State download() const override {
    return guarded("reading the state from " + name(),
                   [&] { return device_.read(device_.sets[rotation_.current]); });
  }

  void upload_old(const State& s, double dt) override {
    rotation_ = {1, 0};
    dt_ = dt;
    guarded("writing the state to " + name(),
            [&] { device_.write(device_.sets[rotation_.old], s); });
  }

  State download_old() const override {
    return guarded("reading the state from " + name(),
                   [&] { return device_.read(device_.sets[rotation_.old]); });
  }

  void set_side_factors(const std::array<double, 4>& factors) override { side_factors_ = factors; }

  void begin_time_step(double dt) override {
    const double ratio = rotation_.old == rotation_.current ? 0 : extrapolation_ratio(dt, dt_);
    const FieldRotation last = rotation_;
    dt_ = dt;
    iteration_ = 0;
    rotation_ = last.at_next_step();
    if (convection_)
      guarded("computing the explicit convection on " + name(),
              [&] { convection_->compute(rotation_); });
    if (device_.c.splitting.extrapolated_start && ratio != 0) {
      extrapolate_start(last, ratio);
      rotation_ = last.at_next_step_from_start();
    }
    if (side_factors_) impose_velocities();
  }

  void advance_inner_iteration() override {
    guarded("an inner iteration on " + name(), [&] {
      if (batches_) batches_->let_iterations_run();
      runner_->advance(rotation_, dt_, relaxation(iteration_++));
    });
    rotation_ = rotation_.after_iteration();
    residuals_.reset();
  }

  InnerResult iterate(const InnerControl& control, double factor) override {
    return guarded("the inner iterations of a step on " + name(), [&] {
      FieldRotation queued = rotation_;
      int iteration = iteration_;
      const InnerResult result = batches_->run(control, factor, [&] {
        runner_->advance(queued, dt_, relaxation(iteration++));
        queued = queued.after_iteration();
      });
      for (int k = 0; k < result.inner; ++k) rotation_ = rotation_.after_iteration();
      iteration_ += result.inner;
      if (result.inner > 0) residuals_ = result.last;
      return result;
    });
  }

  Residuals residuals() override {
    if (residuals_) return *residuals_;
    return guarded("measuring residuals on " + name(), [&] {
      const auto [partial, count] = runner_->partial_residuals();
      const auto r = largest(partial, count);
      return Residuals{r[0], r[1], r[2], r[3]};
    });
  }

  Residuals change_over_step() override {
    return guarded("measuring the change over a step on " + name(), [&] {
      const DeviceFields& now = device_.sets[rotation_.current];
      const cl_uint first = set_context(changes_.kernel, {rotation_.old, rotation_.old});
      set_arguments(changes_.kernel, first, now.u, now.v, now.T, now.rho, partial_,
                    device_.no_progress);
      device_.launch(changes_, columns(), pieces_of_column(device_.c));
      const auto r = largest(partial_, pieces(device_.c));
      return Residuals{r[0], r[1], r[2], r[3]};
    });
  }

  StepLimits step_limits() override {
    return guarded("measuring the step limits on " + name(), [&] {
      set_arguments(step_limits_.kernel, set_context(step_limits_.kernel, rotation_), partial_);
      device_.launch(step_limits_, columns(), pieces_of_column(device_.c));
      const auto r = largest(partial_, pieces(device_.c));
      return StepLimits{r[0], r[1]};
    });
  }

  Balance balance() override {
    return guarded("measuring the balance on " + name(), [&] {
      set_arguments(balance_.kernel, set_context(balance_.kernel, rotation_), cl_int{lines()},
                    partial_);
      device_.launch(balance_, lines());
      const auto sums =
          device_.reals.read(device_.queue.queue, partial_, 5 * static_cast<std::size_t>(lines()));
      Balance b;
      for (int k = 0; k < lines(); ++k) {
        b.mass += sums[5 * k];
        for (int side = 0; side < 4; ++side) b.flow[side] += sums[5 * k + 1 + side];
      }
      return b;
    });
  }

  Measures& measures() override { return measures_; }

  BackendInfo info() const override {
    const auto& options = device_.options;
    const bool fused = options.kernels == KernelSet::fused;
    return {"opencl",
            name(),
            device_.queue.device.driver,
            fused ? "fused" : "plain",
            runner_->group(),
            options.rows,
            device_.bytes,
            build_seconds_ + measures_.build_seconds(),
            options.tuned,
            shrinking()};
  }

  void finish() override {
    guarded("waiting for " + name(), [&] { device_.queue.queue.finish(); });
  }

  void time_kernels(bool on) override {
    guarded("timing kernels on " + name(), [&] { device_.time_launches(on); });
  }

  double kernel_seconds() override {
    return guarded("timing kernels on " + name(), [&] { return device_.launch_seconds(); });
  }

 private:
  double relaxation(int iteration) const {
    return device_.c.splitting.relaxation_cycle ? sf_cycle_relaxation(iteration) : 0.0;
  }

  // Into all sets: whichever is read next has the velocities of this step.
  void impose_velocities() {
    guarded("writing the velocities of inflows to " + name(), [&] {
      for (const auto& v : imposed_velocities(device_.c, *side_factors_)) device_.write(v);
    });
  }

  // Fills the set that holds neither of the two last levels with the start from both.
  void extrapolate_start(const FieldRotation& last, double ratio) {
    guarded("starting a time step on " + name(), [&] {
      const DeviceFields& now = device_.sets[last.current];
      const DeviceFields& before = device_.sets[last.old];
      const DeviceFields& start = device_.sets[last.next()];
      const int count = static_cast<int>(device_.c.mesh.layout().size());
      const cl_uint next =
          set_arguments(start_.kernel, 0, now.u, now.v, now.T, now.rho, before.u, before.v,
                        before.T, before.rho, start.u, start.v, start.T, start.rho);
      device_.reals.set_argument(start_.kernel, next, ratio);
      set_arguments(start_.kernel, next + 1, cl_int{count});
      device_.launch(start_, count);
    });
  }

  // What a user should know of the work-groups; empty where they are as they were chosen.
  std::string shrinking() const {
    const int wanted = device_.options.work_group_size, taken = runner_->group();
    if (taken == wanted) return "";
    return fmt::format(
        "'{}' can run the kernels of this case in work-groups of {} at most: these are "
        "taken instead of {}",
        name(), taken, wanted);
  }

  void build_measures() {
    const auto [measures, group] = device_.build("simple_ts/measures.cl");
    changes_ = {cl::Kernel(measures, "measure_changes"), group};
    step_limits_ = {cl::Kernel(measures, "measure_step_limits"), group};
    balance_ = {cl::Kernel(measures, "measure_balance"), group};
    reduction_ = std::make_unique<Reduction>(device_);
    reduce_ = reduction_->kernel("reduce_residuals");
    batches_ = std::make_unique<InnerBatches>(device_, *reduction_, runner_->partial_residuals());
  }

  const std::string& name() const { return device_.queue.device.name; }
  int columns() const { return device_.c.mesh.x.cells() + 1; }
  int lines() const { return std::max(device_.c.mesh.x.cells(), device_.c.mesh.y.cells()); }

  cl_uint set_context(cl::Kernel& kernel, const FieldRotation& rotation) const {
    device_.set_time_step(kernel, dt_ > 0 ? dt_ : 1.0, 0.0);
    return device_.set_context(kernel, rotation);
  }

  std::vector<double> largest(const cl::Buffer& partial, int count) {
    set_arguments(reduce_, 0, partial, cl_int{count}, largest_);
    reduction_->launch(reduce_);
    std::vector<std::byte> bytes(device_.reals.bytes(SF_RESIDUALS));
    opencl::transfer_asleep(device_.queue.queue, [&](cl::Event* done) {
      device_.queue.queue.enqueueReadBuffer(largest_, CL_FALSE, 0, bytes.size(), bytes.data(),
                                            nullptr, done);
    });
    return device_.reals.values(bytes);
  }

  DeviceCase device_;
  std::unique_ptr<KernelRunner> runner_;
  std::unique_ptr<Reduction> reduction_;
  std::unique_ptr<InnerBatches> batches_;
  std::optional<ExplicitConvection> convection_;
  SizedKernel changes_, step_limits_, balance_, start_;
  cl::Kernel reduce_;
  cl::Buffer partial_, largest_;
  std::optional<std::array<double, 4>> side_factors_;
  FieldRotation rotation_;
  DeviceMeasures measures_;
  std::optional<Residuals> residuals_;  // of the last iteration, when they have been read
  double dt_ = 0;
  int iteration_ = 0;  // within the time step
  double build_seconds_ = 0;
};
}  // namespace

std::unique_ptr<Backend> make_opencl_backend(const Case& c, const opencl::Device& device,
                                             const OpenClOptions& options) {
  return guarded("preparing '" + device.name + "'",
                 [&] { return make_opencl_backend(c, opencl::Queue(device), options); });
}

std::unique_ptr<Backend> make_opencl_backend(const Case& c, const opencl::Queue& queue,
                                             const OpenClOptions& options) {
  const opencl::Device& device = queue.device;
  return guarded("preparing '" + device.name + "'", [&] {
    return std::make_unique<OpenClBackend>(c, queue, resolve_options(c, device, options));
  });
}

}  // namespace slipflow::simple_ts
