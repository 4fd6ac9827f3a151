#include "slipflow/simple_ts/opencl_operations.hpp"

#include <optional>

#include "backends/precisions.hpp"
#include "build_options.hpp"
#include "device_cut_walls.hpp"
#include "device_diagnostics.hpp"
#include "device_halo.hpp"
#include "device_passes.hpp"
#include "device_stages.hpp"
#include "kernel_runner.hpp"
#include "march_in_space.hpp"
#include "slipflow/opencl/device_loop.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::simple_ts {

using opencl::guarded;

namespace {
Residuals residuals_from(const std::vector<double>& r) {
  return {r[0], r[1], r[2], r[3], r.size() > 4 ? r[4] : 0};
}

class OpenClOperations : public Operations, public StageOperations {
 public:
  OpenClOperations(const Case& c, const opencl::Queue& queue, const Launch& options)
      : Operations(c),
        device_(c, queue, options),
        iterations_(inner_iterations(c.run.precision, c.axes())) {
    const double build_seconds = seconds_of([&] {
      if (c.axes() == 2)
        runner_.emplace(device_);
      else if (options.kernels == KernelSet::fused)
        march_.emplace(device_);
      else
        in_space_.emplace(device_);
      if (c.has_cut_walls()) cut_walls_.emplace(device_);
      if (c.scheme.explicit_convection && runner_) convection_.emplace(device_);
      if (c.splitting.extrapolated_start || c.scheme.second_order)
        start_ = device_.build_kernel(
            "simple_ts/extrapolate_start.cl",
            has_all_fields() ? "extrapolate_start_of_all" : "extrapolate_start",
            {.only_fields = true});
      if (c.splitting.pressure != PressureSolution::jacobi) solved_.emplace(device_);
      if (options.diagnostics) build_diagnostics();
    });
    machine_.emplace(device_.workspace, options, group(), build_seconds);
    diagnostics_.emplace(device_, at_.rotation, cut_walls_ ? &*cut_walls_ : nullptr, *machine_);
  }

  void upload(const State& s) override {
    guarded("writing the state to " + name(), [&] {
      // Into all three, as iterations never write solid cells and fixed ghosts.
      device_.write(s);
      if (solved_) solved_->upload(s);
    });
    at_.rotation = {};
  }

  State download() const override { return read(at_.rotation.current); }

  void upload_old(const State& s, double dt) override {
    at_.rotation = {1, 0};
    at_.dt = dt;
    guarded("writing the state to " + name(),
            [&] { device_.write(device_.sets[level_of_start()], s); });
  }

  State download_old() const override { return read(level_of_start()); }

  void impose(std::vector<ImposedVelocities> velocities) override {
    imposed_ = std::move(velocities);
  }

  void begin_time_step(double dt) override {
    const FieldRotation last = at_.rotation;
    const double ratio = last.old == last.current ? 0 : extrapolation_ratio(dt, at_.dt);
    at_ = {last.at_next_step(), dt, 0};
    if (device_.c.scheme.explicit_convection)
      guarded("computing the explicit convection on " + name(), [&] {
        convection_ ? convection_->compute(at_.rotation)
                    : in_space_->compute_convection(at_.rotation);
      });
    if (device_.c.splitting.extrapolated_start && ratio != 0) {
      extrapolate_start(last, last.old, ratio);
      at_.rotation = last.at_next_step_from_start();
    }
    impose_velocities();
  }

  void take_back_step() override {
    at_.rotation.current = at_.rotation.old;
    residuals_.reset();
  }

  void begin_first_stage(double dt_e, double ratio) override {
    const FieldRotation last = at_.rotation.at_next_step();
    extrapolate_start(last, FieldRotation::kCombined, ratio);
    at_ = {last.at_next_step_from_start(), dt_e, 0};
    impose_velocities();
  }

  StepShape begin_second_stage(const SecondStage& stage) override {
    const auto shape = guarded("starting the second stage of a step on " + name(), [&] {
      stages_->begin_second(at_.rotation, stage);
      const auto r = reduction_->largest(device_.partial, pieces(device_.c));
      return StepShape{r[0], r[1], r[2]};
    });
    at_ = {at_.rotation.at_second_stage(), stage.dt_e, 0};
    impose_velocities();
    return shape;
  }

  void show_first_stage(double weight) override {
    guarded("restoring the first stage of a step on " + name(),
            [&] { stages_->restore_first(at_.rotation, weight); });
    swap_stages();
  }

  // The set that is neither level n nor the current one.
  void swap_stages() override { at_.rotation.current = at_.rotation.next(); }

  void advance_inner_iteration() override {
    guarded("an inner iteration on " + name(), [&] {
      for (auto* loop : {&loop_, &solved_loop_})
        if (*loop) (*loop)->let_iterations_run();
      advance(at_);
      at_ = at_.after_iteration();
      end_iterations();
    });
    residuals_.reset();
  }

  InnerResult iterate(const InnerControl& control) override {
    return guarded("the inner iterations of a step on " + name(), [&] {
      StepPlace queued = at_;
      int iteration = 0;
      const auto queue_iteration = [&] {
        advance(queued, control, iteration++);
        queued = queued.after_iteration();
      };
      InnerResult result;
      result.factor = control.factor;
      const auto read = [&](const std::byte* progress) {
        result = iterations_.result(progress);
        return opencl::LoopProgress{result.inner, result.converged || result.diverged};
      };
      loop().run(control, queue_iteration, read);
      for (int k = 0; k < result.inner; ++k) at_ = at_.after_iteration();
      if (result.inner > 0) residuals_ = result.last;
      end_iterations();
      return result;
    });
  }

  std::unique_ptr<HaloPort> halo(const mesh::HaloPlan& plan, std::span<std::byte> shared) override {
    return guarded("preparing the exchange with other ranks on " + name(), [&] {
      const auto advance = [this](const StepPlace& at, Part part) {
        if (cut_walls_ && part == Part::border) cut_walls_->advance(at);
        if (runner_)
          runner_->advance(at, part);
        else
          march_ ? march_->advance(at, part) : in_space_->advance(at, part);
      };
      return std::make_unique<DeviceHalo>(device_, advance, memory_of_iterations(), *reduction_,
                                          at_, plan, shared);
    });
  }

  void end_iterations() override {
    if (march_ && !solves_pressure())
      guarded("filling ghosts on " + name(), [&] { march_->fill_ghosts(at_.rotation); });
  }

  Residuals residuals() override {
    if (residuals_) return *residuals_;
    return guarded("measuring residuals on " + name(), [&] {
      const opencl::LoopMemory memory = loop_memory();
      return residuals_from(reduction_->largest(memory.partial, memory.partial_count));
    });
  }

  Residuals change_over_step() override {
    return guarded("measuring the change over a step on " + name(), [&] {
      const DeviceFields& now = device_.sets[at_.rotation.current];
      changes_.set(device_.context({at_.rotation.old, at_.rotation.old})
                       .with(now.named(FieldsAs::next))
                       .with({{"partial", device_.partial}, {"progress", device_.no_progress}}));
      device_.workspace.launch(changes_, columns(), pieces_of_column(device_.c));
      return residuals_from(reduction_->largest(device_.partial, pieces(device_.c)));
    });
  }

  StepLimits step_limits() override {
    return guarded("measuring the step limits on " + name(), [&] {
      step_limits_.set(device_.context(at_.rotation).with({{"partial", device_.partial}}));
      device_.workspace.launch(step_limits_, columns(), pieces_of_column(device_.c));
      const auto r = reduction_->largest(device_.partial, pieces(device_.c));
      return StepLimits{r[0], r[1], r[2]};
    });
  }

  Diagnostics& diagnostics() override { return *diagnostics_; }
  StageOperations& stages() override { return *this; }
  methods::Machine& machine() override { return *machine_; }

 private:
  State read(int set) const {
    return guarded("reading the state from " + name(),
                   [&] { return device_.read(device_.sets[set]); });
  }

  // The level that the start of the next step is extrapolated from, with the current state.
  int level_of_start() const {
    return device_.c.scheme.second_order ? FieldRotation::kCombined : at_.rotation.old;
  }

  // Writes the velocities of this step into all sets, as any of them may be read next. Steps of
  // second order need those of time level n until their end.
  void impose_velocities() {
    guarded("writing the velocities of inflows to " + name(), [&] {
      for (const auto& v : imposed_)
        for (int set = 0; set < FieldRotation::kSets; ++set)
          if (!device_.c.scheme.second_order || set != at_.rotation.old) device_.write(v, set);
    });
  }

  // Extrapolates the start of the iteration from the current set of the last step and another one,
  // into the next one.
  void extrapolate_start(const FieldRotation& last, int before, double ratio) {
    guarded("starting a time step on " + name(), [&] {
      const int count = static_cast<int>(device_.c.mesh.layout().size());
      const opencl::Arguments fields =
          has_all_fields()
              ? device_.all_fields().with(
                    {{"now", last.current}, {"before", before}, {"start", last.next()}})
              : device_.sets[last.current]
                    .named()
                    .with(device_.sets[before].named(FieldsAs::before))
                    .with(device_.sets[last.next()].named(FieldsAs::start));
      start_.set_changed(fields.with({{"ratio", device_.reals.number(ratio)}, {"count", count}}));
      device_.workspace.launch(start_, count);
    });
  }

  // Kernels take all fields as one array.
  bool has_all_fields() const { return device_.options.kernels == KernelSet::tiles; }

  void build_diagnostics() {
    const opencl::SizedProgram program = device_.build("simple_ts/diagnostics.cl");
    changes_ = {program, "measure_changes"};
    step_limits_ = {program, "measure_step_limits"};
    reduction_.emplace(device_.workspace, device_.reals,
                       methods::build_options(device_.c.run.precision, device_.options),
                       device_.c.axes());
    if (device_.c.scheme.second_order) stages_.emplace(device_);
    add_loop(loop_, memory_of_iterations(), false);
    if (solved_) add_loop(solved_loop_, solved_->memory(), true);
  }

  void add_loop(std::optional<opencl::DeviceLoop>& loop, const opencl::LoopMemory& memory,
                bool solves_pressure) {
    loop.emplace(device_.workspace, *reduction_, memory,
                 relaxation_period(device_.c.splitting, solves_pressure), device_.options.batch);
  }

  // Of inner iterations as they are at present.
  opencl::DeviceLoop& loop() { return solves_pressure() ? *solved_loop_ : *loop_; }
  opencl::LoopMemory loop_memory() const {
    return solves_pressure() ? solved_->memory() : memory_of_iterations();
  }
  opencl::LoopMemory memory_of_iterations() const {
    return runner_ ? runner_->memory() : march_ ? march_->memory() : in_space_->memory();
  }
  void advance(const StepPlace& at) {
    if (cut_walls_) cut_walls_->advance(at);
    if (solves_pressure())
      solved_->advance(at);
    else if (runner_)
      runner_->advance(at);
    else
      march_ ? march_->advance(at) : in_space_->advance(at);
  }
  void advance(const StepPlace& at, const InnerControl& control, int iteration) {
    if (!runner_ || solves_pressure()) return advance(at);
    if (cut_walls_) cut_walls_->advance(at);
    runner_->advance(at, control, iteration);
  }

  // Work-items of a work-group of the iterations' kernels.
  int group() const {
    return runner_ ? runner_->group() : march_ ? march_->group() : in_space_->group();
  }
  const std::string& name() const { return device_.device_name(); }
  int columns() const { return device_.c.mesh.x.cells() + 1; }

  DeviceCase device_;
  std::optional<KernelRunner> runner_;  // in a plane
  std::optional<MarchInSpace> march_;   // of three axes, one or the other
  std::optional<PlainInSpace> in_space_;
  std::optional<DeviceCutWalls> cut_walls_;
  std::optional<SolvedPressure> solved_;
  InnerIterations iterations_;
  std::optional<opencl::Reduction> reduction_;
  std::optional<opencl::DeviceLoop> loop_, solved_loop_;
  std::optional<ExplicitConvection> convection_;
  std::optional<DeviceStages> stages_;
  opencl::Kernel changes_, step_limits_, start_;
  std::vector<ImposedVelocities> imposed_;
  StepPlace at_;
  std::optional<methods::DeviceMachine> machine_;
  std::optional<DeviceDiagnostics> diagnostics_;
  std::optional<Residuals> residuals_;  // of the last iteration, when they have been read
};
}  // namespace

std::unique_ptr<Operations> make_opencl_operations(const Case& c, const opencl::Device& device,
                                                   const Launch& options) {
  return make_opencl_operations(c, opencl::Queue(device), options);
}

std::unique_ptr<Operations> make_opencl_operations(const Case& c, const opencl::Queue& queue,
                                                   const Launch& options) {
  const opencl::Device& device = queue.device;
  return guarded("preparing '" + device.name + "'", [&]() -> std::unique_ptr<Operations> {
    const Launch resolved = resolve_options(c, device, options);
    const bool tries_march = c.axes() == 3 && options.kernels == KernelSet::automatic &&
                             resolved.kernels == KernelSet::fused;
    try {
      return std::make_unique<OpenClOperations>(c, queue, resolved);
    } catch (const Error& error) {
      if (!tries_march || error.status() != ExitStatus::kernel_build_failed) throw;
    }
    Launch plain = options;
    plain.kernels = KernelSet::plain;
    return std::make_unique<OpenClOperations>(c, queue, resolve_options(c, device, plain));
  });
}

}  // namespace slipflow::simple_ts
