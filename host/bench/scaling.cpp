#include "slipflow/bench/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <exception>
#include <limits>

#include "slipflow/bench/measure.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/support/checksum.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/stopwatch.hpp"
#include "slipflow/tuning/tune.hpp"

namespace slipflow::bench {

namespace {
using methods::BenchMesh;
using methods::Problem;
using methods::RankTask;
using methods::Simulation;
using parallel::Team;

constexpr int kIterationsOfStep = 20;
// The third step can rely on the ratios of the changes in the second one.
constexpr int kFewestWarmUpSteps = 3, kMostWarmUpSteps = 200;
constexpr double kSecondsOfRepeat = 0.05;
constexpr int kMostStepsPerRepeat = 100;
// States of the whole mesh on rank 0: the initial and the final one, and copies of the parts.
constexpr double kStatesOnHost = 3;

/// A measurement of some ranks on a mesh, as rank 0 knows it.
struct Measurement {
  mesh::Grid grid;
  std::string device;
  int steps = 0;
  double seconds = kUnknown, in_vain = kUnknown;
  Waiting waiting;
  bool finite = true;
  std::uint64_t checksum = 0;
};

std::uint64_t checksum_of(const methods::Arrays& arrays) {
  Checksum sum;
  for (const auto& array : arrays)
    sum.add(
        {reinterpret_cast<const char*>(array.values.data()), array.values.size() * sizeof(double)});
  return sum.value();
}

/// The timings of one simulation: first steps that reach the tolerance of the case, then steps of a
/// fixed number of iterations from the initial state on.
class ScalingTiming {
 public:
  ScalingTiming(Problem& problem, Simulation& simulation)
      : problem_(problem), simulation_(simulation), dt_(problem.backends().first_time_step()) {}

  /// `steps`: in each repetition; 0: chosen here.
  Measurement run(int steps, int repeats) {
    restart();
    warm_up();
    Measurement m;
    const auto begin = simulation_.machine().rank_times();
    if (begin && begin->iterations > 0)
      m.in_vain = static_cast<double>(begin->in_vain) / static_cast<double>(begin->iterations);
    problem_.fix_iterations(kIterationsOfStep);
    restart();
    const double first = seconds_of_steps(1);
    m.steps = steps > 0 ? steps : steps_per_repeat(first);
    std::vector<double> seconds;
    for (int r = 0; r < repeats; ++r) seconds.push_back(seconds_of_steps(m.steps));
    m.seconds = median(seconds) / (m.steps * kIterationsOfStep);
    if (const auto end = simulation_.machine().rank_times())
      m.waiting = waiting_between(*begin, *end);
    const auto state = simulation_.state().download(methods::Level::current);
    m.finite = methods::is_finite(state);
    m.checksum = checksum_of(state);
    m.device = simulation_.machine().info().device;
    return m;
  }

 private:
  static int steps_per_repeat(double seconds_of_step) {
    const double wanted = std::ceil(kSecondsOfRepeat / seconds_of_step);
    return static_cast<int>(std::clamp(wanted, 1.0, double{kMostStepsPerRepeat}));
  }

  void restart() {
    simulation_.state().start();
    time_ = 0;
    factor_ = methods::kUnknownFactor;
  }

  double seconds_of_steps(int steps) {
    return seconds_of([&] {
      for (int n = 0; n < steps; ++n) {
        time_ += dt_;
        factor_ = simulation_.stepper().advance(dt_, time_, factor_).factor;
      }
      simulation_.machine().finish();
    });
  }

  void warm_up() {
    double spent = 0;
    for (int n = 0; n < kMostWarmUpSteps && (n < kFewestWarmUpSteps || spent < kWarmUpSeconds); ++n)
      spent += seconds_of_steps(1);
  }

  Problem& problem_;
  Simulation& simulation_;
  const double dt_;
  double time_ = 0, factor_ = methods::kUnknownFactor;
};

class Scaling {
 public:
  Scaling(const ScalingOptions& options, Team& team, const ScalingEvents& events,
          ScalingReport& report)
      : options_(options), team_(team), events_(events), report_(report) {}

  void run() {
    for (const BenchMesh& mesh : options_.meshes)
      for (const auto& scheme : options_.schemes) run_scheme(mesh, scheme);
  }

 private:
  /// The one-rank run is the first of both modes.
  void run_scheme(const BenchMesh& mesh, const std::string& scheme) {
    steps_ = 0;
    std::string reason;
    const auto one_rank = measure(mesh, scheme, 1, reason);
    for (const auto mode : {ScalingMode::weak, ScalingMode::strong})
      for (const int ranks : rank_counts(team_.size())) {
        const BenchMesh whole = ranks > 1 && mode == ScalingMode::weak ? grown(mesh, ranks) : mesh;
        const auto found = ranks > 1 ? measure(whole, scheme, ranks, reason) : one_rank;
        agree(team_, [&] {
          if (team_.rank() > 0) return;
          if (found)
            add(result_of(mode, whole, scheme, ranks, *found, one_rank));
          else
            skip({mode, whole, scheme, ranks, reason});
        });
      }
  }

  /// A mesh with as many cells along the last axis for each rank. One that is too high is refused
  /// with its case.
  static BenchMesh grown(BenchMesh mesh, int ranks) {
    int& last = mesh.nz > 0 ? mesh.nz : mesh.ny;
    last = static_cast<int>(std::min<long>(long{last} * ranks, std::numeric_limits<int>::max()));
    mesh.squares *= ranks;
    return mesh;
  }

  /// With the first `ranks` ranks, while the others sleep. None, and why, if it does not fit.
  std::optional<Measurement> measure(const BenchMesh& mesh, const std::string& scheme, int ranks,
                                     std::string& reason) {
    Measurement found;
    std::exception_ptr thrown;
    if (const auto part = team_.part(ranks)) {
      try {
        found = measure_in(*part, mesh, scheme);
      } catch (...) {
        thrown = std::current_exception();
      }
    }
    meet(team_);
    try {
      agree(team_, [&] {
        if (thrown) std::rethrow_exception(thrown);
      });
    } catch (const Error& error) {
      if (error.status() != ExitStatus::no_device && error.status() != ExitStatus::bad_input) throw;
      reason = error.what();
      return std::nullopt;
    }
    if (steps_ == 0) steps_ = found.steps;
    return found;
  }

  Measurement measure_in(Team& part, const BenchMesh& mesh, const std::string& scheme) {
    std::unique_ptr<Problem> problem;
    RankTask task{part, {}, options_.queue, {}, nullptr, options_.threads};
    agree(part, [&] {
      problem = make_problem(*options_.method, options_.precision, mesh, scheme);
      task.cuts =
          mesh::cut_mesh(problem->mesh(), mesh::choose_grid(problem->mesh().layout(), part.size()));
      task.launch.parity = options_.parity;
      if (part.rank() == 0) require_host_memory(*problem);
    });
    if (part.rank() > 0) {
      problem->backends().follow(task);
      return {};
    }
    const auto simulation = part.size() > 1 ? problem->backends().lead(task)
                            : options_.queue
                                ? problem->backends().on_device(*options_.queue, task.launch)
                            : options_.threads ? problem->backends().on_threads(options_.threads)
                                               : problem->backends().on_host();
    Measurement found = ScalingTiming(*problem, *simulation).run(steps_, options_.repeats);
    found.grid = task.cuts.grid();
    return found;
  }

  void require_host_memory(const Problem& problem) const {
    const double needed = kStatesOnHost * methods::state_bytes(problem) +
                          (options_.queue ? 0 : problem.costs().serial_bytes());
    if (!tuning::host_has(needed))
      throw Error(ExitStatus::no_device,
                  fmt::format("it needs {:.2f} GB of this machine's memory", needed / 1e9));
  }

  ScalingResult result_of(ScalingMode mode, const BenchMesh& mesh, const std::string& scheme,
                          int ranks, const Measurement& found,
                          const std::optional<Measurement>& one_rank) const {
    ScalingResult r;
    r.mode = mode;
    r.mesh = mesh;
    r.scheme = scheme;
    r.ranks = ranks;
    r.grid = found.grid;
    r.device = found.device;
    r.precision = name_of(options_.precision);
    r.parity = options_.parity;
    r.repeats = options_.repeats;
    r.steps = found.steps;
    r.seconds = found.seconds;
    if (one_rank) r.one_rank = one_rank->seconds;
    r.waiting_halo = found.waiting.halo;
    r.waiting_decision = found.waiting.decision;
    r.imbalance = found.waiting.imbalance;
    r.in_vain = found.in_vain;
    if (!found.finite)
      r.verdict = ScalingVerdict::not_finite;
    else if (options_.parity && mode == ScalingMode::strong && one_rank)
      r.verdict = found.checksum == one_rank->checksum ? ScalingVerdict::equal_to_one_rank
                                                       : ScalingVerdict::differs_from_one_rank;
    return r;
  }

  void add(const ScalingResult& result) {
    report_.results.push_back(result);
    if (events_.result) events_.result(result);
  }

  void skip(const ScalingSkipped& skipped) {
    report_.skipped.push_back(skipped);
    if (events_.skipped) events_.skipped(skipped);
  }

  const ScalingOptions& options_;
  Team& team_;
  const ScalingEvents& events_;
  ScalingReport& report_;
  int steps_ = 0;  // in a repetition: the same with any number of ranks
};

std::optional<Error> fault_of(const ScalingReport& report, ScalingVerdict verdict,
                              ExitStatus status) {
  const auto wrong = [&](const ScalingResult& r) { return r.verdict == verdict; };
  const auto first = std::ranges::find_if(report.results, wrong);
  if (first == report.results.end()) return std::nullopt;
  return Error(status, fmt::format("{} of the results cannot be used: the state of {} with {} "
                                   "rank{} ({}, {}): {}",
                                   std::ranges::count_if(report.results, wrong), first->scheme,
                                   first->ranks, first->ranks == 1 ? "" : "s", text_of(first->mode),
                                   first->mesh.text(), text_of(verdict)));
}
}  // namespace

double ScalingResult::efficiency() const {
  return one_rank / (mode == ScalingMode::weak ? seconds : ranks * seconds);
}

std::vector<int> rank_counts(int ranks) {
  std::vector<int> counts;
  for (int n = 1; n < ranks; n *= 2) counts.push_back(n);
  counts.push_back(ranks);
  return counts;
}

Waiting waiting_between(const methods::RankTimes& begin, const methods::RankTimes& end) {
  const auto busy = [](const methods::RankTimes& t) {
    return t.seconds - t.waiting_halo - t.waiting_decision;
  };
  const double seconds = end.seconds - begin.seconds;
  const double of_slowest = end.imbalance * busy(end) - begin.imbalance * busy(begin);
  return {(end.waiting_halo - begin.waiting_halo) / seconds,
          (end.waiting_decision - begin.waiting_decision) / seconds,
          std::max(1.0, of_slowest / (busy(end) - busy(begin)))};
}

void run_scaling(const ScalingOptions& options, Team& team, const ScalingEvents& events,
                 ScalingReport& report) {
  Scaling(options, team, events, report).run();
}

std::optional<Error> fault_of(const ScalingReport& report) {
  if (auto fault =
          fault_of(report, ScalingVerdict::differs_from_one_rank, ExitStatus::results_disagree))
    return fault;
  if (auto fault = fault_of(report, ScalingVerdict::not_finite, ExitStatus::diverged)) return fault;
  if (report.results.empty())
    return Error(ExitStatus::no_device,
                 fmt::format("nothing could be measured: {}", report.skipped.front().reason));
  return std::nullopt;
}

}  // namespace slipflow::bench
