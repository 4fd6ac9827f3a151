#include "slipflow/tuning/tune.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "slipflow/support/error.hpp"
#include "slipflow/support/machine.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::tuning {

namespace {
using methods::Arrays;
using methods::Launch;
using methods::Level;
using methods::Problem;
using methods::Simulation;
using setup::KernelSet;

// The fraction of the memory that may be taken; the rest is for other programs.
constexpr double kPartOfMemory = 0.9;

constexpr double kSecondsPerRepeat = 0.08;
constexpr int kMostPasses = 2000;
// Devices raise their clock frequency only after some work.
constexpr double kFirstWarmUp = 0.5, kWarmUp = 0.08;

// The longer a pass, the fewer repeats are needed to compare it with another.
int repeats_of(double seconds_per_pass) {
  return seconds_per_pass > 1 ? 0 : seconds_per_pass > 0.3 ? 1 : 3;
}

Launch options_of(const LaunchChoice& launch, bool parity) {
  Launch options{parity, launch.kernels, launch.work_group_size, launch.rows};
  options.diagnostics = false;  // a run builds those once, whatever the launch
  return options;
}

// Times launches of one case on one device, in one context: PoCL takes a third of a second to
// prepare each for compiling.
class LaunchTimer {
 public:
  // `may_shrink`: the first launch, the model's choice, may take smaller work-groups.
  LaunchTimer(const Problem& problem, const opencl::Device& device, bool parity, bool may_shrink)
      : problem_(problem),
        queue_(device),
        parity_(parity),
        may_shrink_(may_shrink),
        dt_(problem.backends().first_time_step()) {}

  Timing time(const LaunchChoice& launch, double give_up_above) {
    auto options = options_of(launch, parity_);
    options.may_shrink = may_shrink_ && !expected_;
    if (const auto reason = obstacle(problem_, queue_.device); !reason.empty())
      throw Error(ExitStatus::no_device, reason);
    const auto simulation = problem_.backends().on_device(queue_, options);
    take_start(*simulation);
    simulation->stepper().begin_step(dt_);
    simulation->stepper().iterate();
    check(simulation->state().download(Level::current));
    double seconds =
        seconds_per_pass(*simulation, give_up_above, [&] { simulation->stepper().iterate(); });
    const bool step_has_a_pass = problem_.costs().passes().size() > 1;
    if (step_has_a_pass && seconds <= give_up_above)
      seconds += seconds_per_pass(*simulation, kIterationsPerStep * give_up_above,
                                  [&] { simulation->stepper().begin_step(dt_); }) /
                 kIterationsPerStep;
    const auto info = simulation->machine().info();
    const auto kernels = setup::kernel_set_named(info.kernels).value();
    return {{kernels, info.work_group_size, info.rows}, seconds};
  }

 private:
  // On a large mesh the initial state takes longer to compute than to copy.
  void take_start(Simulation& simulation) {
    if (start_.empty()) {
      simulation.state().start();
      start_ = simulation.state().download(Level::current);
    } else {
      simulation.state().upload(start_);
    }
  }

  // The first state is that of the model's choice.
  void check(const Arrays& state) {
    if (!expected_) {
      if (!methods::is_finite(state))
        throw Error(
            ExitStatus::diverged,
            fmt::format("nothing can be tuned: the state is not finite after the first inner "
                        "iteration with a time step of {:.3g}",
                        dt_));
      expected_ = state;
      return;
    }
    for (const auto& f : methods::compare(problem_, state, *expected_))
      if (!f.agrees(parity_, problem_.controls().run.precision))
        throw Error(ExitStatus::results_disagree,
                    fmt::format("it gives another {} than the model's choice", f.name));
  }

  template <class Pass>
  double seconds_per_pass(Simulation& simulation, double give_up_above, const Pass& pass) {
    const auto seconds_for = [&](int passes) {
      return seconds_of([&] {
        for (int n = 0; n < passes; ++n) pass();
        simulation.machine().finish();
      });
    };
    const double once = seconds_for(1);
    const double warm_up = std::exchange(warm_up_, kWarmUp);
    if (once > give_up_above) return once;
    const int passes =
        static_cast<int>(std::clamp(std::ceil(kSecondsPerRepeat / once), 1.0, double{kMostPasses}));
    for (double spent = once; spent < warm_up;) spent += seconds_for(passes);
    double best = once;
    for (int r = 0; r < repeats_of(once); ++r) best = std::min(best, seconds_for(passes) / passes);
    return best;
  }

  const Problem& problem_;
  opencl::Queue queue_;
  const bool parity_, may_shrink_;
  const double dt_;
  Arrays start_;
  std::optional<Arrays> expected_;  // after one iteration
  double warm_up_ = kFirstWarmUp;
};

// Powers of two that the device can run with these kernels.
std::vector<int> sizes_for(const Problem& problem, const opencl::Device& device,
                           KernelSet kernels) {
  std::vector<int> sizes;
  for (int size = 8; size <= 1024; size *= 2) {
    try {
      problem.backends().resolve(device, {false, kernels, size, 1});
      sizes.push_back(size);
    } catch (const Error&) {
      // This size is not possible.
    }
  }
  return sizes;
}

KernelSpace space_of(const Problem& problem, const opencl::Device& device, const Launch& given,
                     KernelSet kernels) {
  KernelSpace space;
  space.kernels = kernels;
  space.work_group_sizes = sizes_for(problem, device, kernels);
  if (given.work_group_size)
    std::erase_if(space.work_group_sizes, [&](int size) { return size != given.work_group_size; });
  if (space.work_group_sizes.empty()) return space;
  const auto resolved = [&problem, device, given, kernels](int size) {
    return problem.backends().resolve(device, {given.parity, kernels, size, given.rows});
  };
  space.usual_size = resolved(given.work_group_size).work_group_size;
  space.usual_rows = [resolved](int size) { return resolved(size).rows; };
  space.fewest_rows = given.rows ? given.rows : 1;
  space.most_rows = given.rows ? given.rows : problem.costs().most_rows();
  return space;
}

std::vector<KernelSpace> spaces_for(const Problem& problem, const opencl::Device& device,
                                    const Launch& given) {
  const KernelSet usual = problem.backends().resolve(device, given).kernels;
  std::vector<KernelSpace> spaces = {space_of(problem, device, given, usual)};
  if (given.kernels != KernelSet::automatic) return spaces;
  for (const KernelSet other : {KernelSet::fused, KernelSet::tiles, KernelSet::plain})
    if (other != usual && (device.gpu || other != KernelSet::tiles))
      spaces.push_back(space_of(problem, device, given, other));
  return spaces;
}

std::string text_of(const LaunchChoice& launch) {
  return fmt::format("{} kernels, work-groups of {}{}", setup::name_of(launch.kernels),
                     launch.work_group_size,
                     launch.rows ? fmt::format(", {} rows", launch.rows) : "");
}
}  // namespace

bool host_has(double bytes) { return bytes < kPartOfMemory * usable_memory().bytes; }

double bytes_of_states(const methods::Problem& problem) {
  return 2 * methods::state_bytes(problem);
}

std::string obstacle(const methods::Problem& problem, const opencl::Device& device) {
  const methods::Costs& costs = problem.costs();
  const double needed = device.cpu ? costs.cpu_device_bytes() : costs.device_bytes();
  if (needed > device.memory)
    return fmt::format("it needs {:.2f} GB of device memory, there are {:.2f} GB", needed / 1e9,
                       device.memory / 1e9);
  const double on_host = bytes_of_states(problem) + (device.cpu ? needed : 0);
  if (!host_has(on_host))
    return fmt::format("it needs {:.2f} GB of this machine's memory", on_host / 1e9);
  return "";
}

SearchResult tune(const Problem& problem, const opencl::Device& device, const Launch& given,
                  double seconds, const std::function<double()>& elapsed,
                  const TuneEvents& events) {
  LaunchTimer timer(problem, device, given.parity, given.work_group_size == 0);
  SearchTools tools;
  tools.elapsed = elapsed;
  tools.tried = events.tried;
  tools.time = [&](const LaunchChoice& launch, double give_up_above) {
    if (events.stage) events.stage({text_of(launch)});
    return timer.time(launch, give_up_above);
  };
  return search_launches(spaces_for(problem, device, given), seconds, tools);
}

}  // namespace slipflow::tuning
