#include "psi_omega.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "memory_obstacle.hpp"
#include "slipflow/psi_omega/problem.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/stopwatch.hpp"
#include "slipflow/tuning/tune.hpp"

namespace slipflow::bench::studies {

namespace {
using methods::Problem;
using methods::Simulation;

constexpr long kFewestSteps = 3;
// Steps beyond these seconds of a repetition are not timed but counted like the others.
constexpr double kMostSecondsOnHost = 1, kMostSecondsOnDevice = 10;

/// The timing of one simulation.
class PsiOmegaTiming {
 public:
  PsiOmegaTiming(Simulation& simulation, double dt, const PsiOmegaCase& of)
      : simulation_(simulation), dt_(dt), of_(of) {}

  /// Each repetition begins from the initial state. `stage` is called before it.
  template <class Stage>
  void run(int repeats, const Stage& stage, PsiOmegaResult& result) {
    simulation_.state().start();
    start_ = simulation_.state().download(methods::Level::current);
    result.timed = warm_up();
    std::vector<double> seconds;
    for (int r = 1; r <= repeats; ++r) {
      stage(fmt::format("{}/{}", r, repeats));
      seconds.push_back(seconds_of_steps(result.timed) / static_cast<double>(result.timed));
    }
    result.largest_change = simulation_.stepper().largest_change();
    if (std::isfinite(result.largest_change) &&
        methods::is_finite(simulation_.state().download(methods::Level::current)))
      result.seconds = median(seconds);
    else
      result.outcome = StudyOutcome::diverged;
  }

 private:
  double seconds_of_steps(long steps) {
    simulation_.state().upload(start_);
    simulation_.machine().finish();
    return seconds_of([&] {
      const long most_queued =
          std::lround(std::clamp(kMostQueuedSeconds / seconds_per_step_, 1.0, 1e6));
      for (long n = 1; n <= steps; ++n) {
        simulation_.stepper().begin_step(dt_);
        simulation_.stepper().iterate();
        if (n % most_queued == 0) simulation_.machine().finish();
      }
      simulation_.machine().finish();
    });
  }

  // Returns the number of steps to time.
  long warm_up() {
    const long wanted = of_.most_timed > 0 ? std::min(of_.most_timed, of_.steps) : of_.steps;
    seconds_per_step_ = seconds_of_steps(1);  // the driver may still compile kernels
    double spent = 0;
    for (long steps = 1; spent < kWarmUpSeconds; steps = std::min(2 * steps, wanted)) {
      const double seconds = seconds_of_steps(steps);
      seconds_per_step_ = seconds / static_cast<double>(steps);
      spent += seconds;
    }
    const double most = of_.on_host ? kMostSecondsOnHost : kMostSecondsOnDevice;
    const double possible = std::min(most / seconds_per_step_, static_cast<double>(wanted));
    return std::min(wanted, std::max(kFewestSteps, static_cast<long>(possible)));
  }

  Simulation& simulation_;
  const double dt_;
  const PsiOmegaCase& of_;
  methods::Arrays start_;
  double seconds_per_step_ = 0;
};

// Why the case does not fit; empty when it does.
std::string obstacle(const PsiOmegaCase& of, const Problem& problem, const opencl::Device& device) {
  if (!of.on_host) return tuning::obstacle(problem, device);
  const double needed = problem.costs().serial_bytes() + tuning::bytes_of_states(problem);
  return tuning::host_has(needed)
             ? ""
             : fmt::format("it needs {:.2f} GB of this machine's memory", needed / 1e9);
}

class PsiOmegaRun {
 public:
  PsiOmegaRun(const PsiOmegaOptions& options, const TableEvents& events, PsiOmegaReport& report)
      : options_(options), events_(events), report_(report) {}

  void run() {
    events_.say(psi_omega_heading());
    for (const PsiOmegaCase& of : options_.cases) {
      report_.results.push_back(measure(of));
      events_.say(psi_omega_line(report_.results.back()));
    }
  }

 private:
  PsiOmegaResult measure(const PsiOmegaCase& of) const {
    const auto stage = [&](const std::string& what) {
      events_.stage_of(
          report_.size(), options_.cases.size(),
          {fmt::format("{}, {} x {}", of.flow, of.mesh.nx, of.mesh.ny), of.variant, what});
    };
    stage("preparing");
    const auto problem = psi_omega_problem(of);
    PsiOmegaResult result;
    result.of = of;
    result.device = of.on_host ? "one CPU core" : options_.device.name;
    result.parity = options_.parity;
    result.repeats = options_.repeats;
    result.refusal = obstacle(of, *problem, options_.device);
    try {
      if (result.refusal.empty()) time(*problem, stage, result);
    } catch (const Error& error) {
      stage("failed");  // perhaps because of a signal, which ends the benchmark here
      take(error, result);
    }
    if (!result.refusal.empty()) result.outcome = StudyOutcome::refused;
    result.serial_seconds = of.on_host ? result.seconds : serial_seconds(of);
    return result;
  }

  template <class Stage>
  void time(const Problem& problem, const Stage& stage, PsiOmegaResult& result) const {
    const auto simulation = result.of.on_host
                                ? problem.backends().on_host()
                                : problem.backends().on_device(opencl::Queue(options_.device),
                                                               {.parity = options_.parity});
    PsiOmegaTiming(*simulation, problem.backends().first_time_step(), result.of)
        .run(options_.repeats, stage, result);
  }

  // A step that ends in an error, or a device or an algorithm that cannot do it: with the first
  // line of the sentence, which the log of a compiler follows.
  static void take(const Error& error, PsiOmegaResult& result) {
    if (error.status() == ExitStatus::diverged) {
      result.outcome = StudyOutcome::diverged;
      return;
    }
    const ExitStatus expected[] = {ExitStatus::bad_input, ExitStatus::no_device,
                                   ExitStatus::kernel_build_failed};
    if (std::ranges::count(expected, error.status()) == 0) throw error;
    const std::string sentence = error.what();
    result.refusal = sentence.substr(0, sentence.find('\n'));
    result.build_failed = error.status() == ExitStatus::kernel_build_failed;
  }

  // The serial time of the same flow and mesh.
  double serial_seconds(const PsiOmegaCase& of) const {
    for (const PsiOmegaResult& r : report_.results)
      if (r.of.on_host && r.of.flow == of.flow && r.of.mesh == of.mesh) return r.seconds;
    return kUnknown;
  }

  const PsiOmegaOptions& options_;
  const TableEvents& events_;
  PsiOmegaReport& report_;
};
}  // namespace

std::unique_ptr<Problem> psi_omega_problem(const PsiOmegaCase& of) {
  const methods::Method method = psi_omega::method();
  const auto tables = config::make_key_tables({{method.name, method.keys, method.make_units}});
  return method.make(config::parse_case(of.case_text, "study", {}, tables), methods::Start::read);
}

const char* text_of(StudyOutcome outcome) {
  return outcome == StudyOutcome::timed      ? "timed"
         : outcome == StudyOutcome::diverged ? "diverged"
                                             : "refused";
}

void run_benchmark(const PsiOmegaOptions& options, const TableEvents& events,
                   PsiOmegaReport& report) {
  PsiOmegaRun(options, events, report).run();
}

std::optional<Error> fault_of(const PsiOmegaReport& report) {
  for (const PsiOmegaResult& r : report.results)
    if (r.build_failed) return Error(ExitStatus::kernel_build_failed, r.refusal);
  const auto refused = [](const PsiOmegaResult& r) { return r.outcome == StudyOutcome::refused; };
  if (!std::ranges::all_of(report.results, refused)) return std::nullopt;
  return Error(ExitStatus::no_device,
               fmt::format("nothing could be measured: {}", report.results.front().refusal));
}

}  // namespace slipflow::bench::studies
