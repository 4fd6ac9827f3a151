#include "slipflow/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "slipflow/bench/ceilings.hpp"
#include "slipflow/bench/measure.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/tuning/tune.hpp"

namespace slipflow::bench {

namespace {
using methods::Arrays;
using methods::BenchMesh;
using methods::Launch;
using methods::Problem;

// A device with the values that are measured once.
struct Subject {
  opencl::Device device;
  Ceilings ceilings;
};

// A scheme on a mesh, for any device.
struct Task {
  BenchMesh mesh;
  std::string scheme;
  std::unique_ptr<Problem> problem;
  double dt = 0;
  Arrays start;
  std::optional<SerialReference> serial;
};

bool agree(const Problem& problem, const Arrays& a, const Arrays& b, bool parity) {
  const auto fields = methods::compare(problem, a, b);
  return std::all_of(fields.begin(), fields.end(), [&](const auto& f) {
    return f.agrees(parity, problem.controls().run.precision);
  });
}

std::vector<int> rows_of(const Options& options, const Problem& problem) {
  std::vector<int> rows = options.rows;
  const int most = problem.costs().most_rows();
  if (options.half_the_rows) rows.push_back((problem.mesh().y.cells() + 1) / 2);
  for (int& n : rows) n = std::min(n, most);
  return rows;
}

// Every different launch of the problem on the device. Throws Error(bad_input) for a work-group
// size that the device cannot run.
std::vector<Launch> launches_of(const Options& options, const Problem& problem,
                                const opencl::Device& device) {
  const auto values = [](const Launch& l) {
    return std::tuple(l.kernels, l.work_group_size, l.rows);
  };
  std::vector<Launch> launches;
  for (const auto kernels : options.kernels)
    for (const int size : options.work_group_sizes)
      for (const int rows : rows_of(options, problem)) {
        Launch given{options.parity, kernels, size, rows};
        if (options.tuned) given = options.tuned(problem, device, given);
        const auto launch = problem.backends().resolve(device, given);
        if (std::ranges::find(launches, values(launch), values) == launches.end())
          launches.push_back(launch);
      }
  return launches;
}

std::unique_ptr<Problem> problem_of(const Options& options, const BenchMesh& mesh,
                                    const std::string& scheme) {
  return make_problem(*options.method, options.precision, mesh, scheme);
}

class Benchmark {
 public:
  Benchmark(const Options& options, const Events& events, Report& report)
      : options_(options), events_(events), report_(report) {
    for (const auto& device : options.devices)
      subjects_.push_back({device, Ceilings(device, options.precision)});
    count_work();
  }

  void run() {
    for (const BenchMesh& mesh : options_.meshes) {
      if (events_.mesh) events_.mesh(mesh);
      for (const auto& scheme : options_.schemes) run_scheme(mesh, scheme);
    }
  }

 private:
  // In cells.
  void count_work() {
    for (const BenchMesh& mesh : options_.meshes) {
      const auto problem = problem_of(options_, mesh, options_.schemes.front());
      std::size_t passes = 1;  // the serial reference
      for (const auto& device : options_.devices)
        passes += launches_of(options_, *problem, device).size();
      work_ += mesh.cells() * static_cast<double>(passes * options_.schemes.size());
    }
  }

  void run_scheme(const BenchMesh& mesh, const std::string& scheme) {
    doing_ = fmt::format("{}, {}", mesh.size(), scheme);
    Task task{mesh, scheme, problem_of(options_, mesh, scheme), 0, {}, {}};
    task.dt = task.problem->backends().first_time_step();
    const auto launches = possible_launches(task);
    const double reference_done = done_ + mesh.cells();
    // The reference is needed only for results of devices.
    const bool has_reference = !launches.empty() && run_serial(task);
    done_ = reference_done;
    for (const auto& [subject, launch] : launches) {
      if (has_reference || !options_.check) run_launch(task, *subject, launch);
      done_ += mesh.cells();
    }
  }

  // The launches that fit their devices.
  std::vector<std::pair<Subject*, Launch>> possible_launches(const Task& task) {
    std::vector<std::pair<Subject*, Launch>> possible;
    for (Subject& subject : subjects_) {
      const std::string reason = tuning::obstacle(*task.problem, subject.device);
      if (!reason.empty()) skip(task, subject.device.name, reason);
      for (const auto& launch : launches_of(options_, *task.problem, subject.device))
        if (reason.empty())
          possible.emplace_back(&subject, launch);
        else
          done_ += task.mesh.cells();
    }
    return possible;
  }

  bool run_serial(Task& task) {
    stage("serial reference");
    const double needed =
        task.problem->costs().serial_bytes() + tuning::bytes_of_states(*task.problem);
    if (tuning::host_has(needed)) {
      const auto serial = task.problem->backends().on_host();
      serial->state().start();
      task.start = serial->state().download(methods::Level::current);
      task.serial = measure_serial(*serial, task.dt, options_.check,
                                   [this](const std::string& what) { stage(what); });
    } else {
      skip(task, "the serial reference",
           fmt::format("it needs {:.2f} GB of this machine's memory", needed / 1e9));
    }
    return task.serial.has_value();
  }

  void run_launch(Task& task, Subject& subject, const Launch& launch) {
    try {
      for (const Result& r : measure_launch(task, subject, launch)) {
        report_.results.push_back(r);
        if (events_.result) events_.result(r);
      }
    } catch (const Error& error) {
      // The device is too small for the case, or for this work-group size.
      if (error.status() != ExitStatus::no_device && error.status() != ExitStatus::bad_input) throw;
      skip(task, subject.device.name, error.what());
    }
  }

  std::vector<Result> measure_launch(Task& task, Subject& subject, const Launch& launch) {
    const auto on_device = [&](const std::string& what) {
      stage(fmt::format("device {}: {}", subject.device.index, what));
    };
    // Launches that differ only in rows share their programs. The first one builds them, and its
    // explicit convection is measured for all.
    const auto programs =
        fmt::format("{} {} {} {} {}", subject.device.index, task.mesh.text(), task.scheme,
                    static_cast<int>(launch.kernels), launch.work_group_size);
    const bool first = build_seconds_.count(programs) == 0;
    on_device("ceilings");
    std::vector<Result> results = prepared_results(task, subject, first);
    on_device("building the kernels");
    const auto simulation =
        task.problem->backends().on_device(opencl::Queue(subject.device), launch);
    if (task.start.empty()) {
      simulation->state().start();
      task.start = simulation->state().download(methods::Level::current);
    }
    const Measured m = measure(*simulation, task.dt, task.start,
                               {options_.repeats, results.size() > 1}, on_device);
    auto info = simulation->machine().info();
    // Some drivers compile at the first launch.
    if (first) build_seconds_[programs] = info.build_seconds + m.first_pass;
    info.build_seconds = build_seconds_[programs];
    Verdict verdict = m.finite ? Verdict::finite : Verdict::not_finite;
    if (options_.check && m.finite) {
      verdict = check(*simulation, task, on_device);
    }
    for (Result& r : results) {
      r.launch = info;
      r.verdict = verdict;
    }
    results[0].time = m.iteration;
    results[0].steps_per_second = m.steps_per_second;
    results[0].inner_per_step = m.inner_per_step;
    if (results.size() > 1) results[1].time = m.begin;
    return results;
  }

  // One result for each pass, or for that of an iteration alone, without the times. The ceilings
  // are measured first: next to the solver's arrays their own might not fit.
  std::vector<Result> prepared_results(const Task& task, Subject& subject, bool all_passes) {
    Result r;
    r.device_index = subject.device.index;
    r.device = subject.device.name;
    r.driver = subject.device.driver;
    r.mesh = task.mesh;
    r.scheme = task.scheme;
    r.parity = options_.parity;
    r.precision = name_of(options_.precision);
    r.repeats = options_.repeats;
    r.multiply_add_rate = subject.ceilings.multiply_add_rate();
    const std::size_t size = task.problem->mesh().layout().size();
    std::vector<Result> results;
    for (const auto& pass : task.problem->costs().passes()) {
      r.iteration = results.empty();
      if (!r.iteration && !all_passes) break;
      r.part = pass.name;
      r.traffic = {pass.reads, pass.writes, setup::bytes_stored(options_.precision)};
      r.copy_rate = subject.ceilings.copy_rate(r.traffic, size);
      r.operations = pass.operations;
      if (task.serial) {
        const PassTime& serial = r.iteration ? task.serial->iteration : task.serial->begin;
        r.serial_seconds = serial.wall;
        r.serial_passes = serial.passes;
      }
      results.push_back(r);
    }
    return results;
  }

  Verdict check(methods::Simulation& simulation, const Task& task, const Stage& on_device) const {
    const Arrays end =
        advance_like_serial(simulation, task.dt, task.start, task.serial->iterations, on_device);
    return agree(*task.problem, end, task.serial->state, options_.parity)
               ? Verdict::equal_to_serial
               : Verdict::differs_from_serial;
  }

  void stage(const std::string& what) const {
    if (events_.stage) events_.stage(done_ / work_, {doing_, what});
  }

  void skip(const Task& task, const std::string& device, const std::string& reason) {
    report_.skipped.push_back({device, task.mesh, task.scheme, reason});
    if (events_.skipped) events_.skipped(report_.skipped.back());
  }

  const Options& options_;
  const Events& events_;
  Report& report_;
  std::vector<Subject> subjects_;
  std::map<std::string, double> build_seconds_;
  std::string doing_;           // mesh and scheme
  double work_ = 0, done_ = 0;  // cells
};
}  // namespace

std::vector<int> usual_rows() { return {0, 8, 16, 32, 64, 128}; }

void check_launches(const Options& options) {
  // Any mesh will do; the smallest is the fastest.
  const auto problem = problem_of(options, {8, 8, 0}, options.schemes.front());
  for (const auto& device : options.devices) launches_of(options, *problem, device);
}

void run_bench(const Options& options, const Events& events, Report& report) {
  Benchmark(options, events, report).run();
}

}  // namespace slipflow::bench
