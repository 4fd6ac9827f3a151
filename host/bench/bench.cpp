#include "slipflow/bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "plan.hpp"
#include "slipflow/bench/ceilings.hpp"
#include "slipflow/bench/serial_reference.hpp"
#include "slipflow/simple_ts/compare.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::bench {

namespace {
using simple_ts::Case;
using simple_ts::OpenClOptions;
using simple_ts::State;

// A device with what is measured of it once.
struct Subject {
  opencl::Device device;
  Ceilings ceilings;
};

// A scheme on a mesh, ready to run anywhere.
struct Task {
  Channel channel;
  SchemeChoice scheme;
  Case c;
  State start;
  std::optional<SerialReference> serial;
};

bool agree(const Case& c, const State& a, const State& b, bool parity) {
  const auto fields = simple_ts::compare_states(c, a, b);
  return std::all_of(fields.begin(), fields.end(),
                     [&](const auto& f) { return f.agrees(parity, c.run.precision); });
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
    for (const Channel& channel : options_.channels) {
      if (events_.channel) events_.channel(channel);
      for (const SchemeChoice& scheme : options_.schemes) run_scheme(channel, scheme);
    }
  }

 private:
  // In cells.
  void count_work() {
    for (const Channel& channel : options_.channels) {
      const Case c = make_bench_case(channel, options_.schemes.front(), options_.precision);
      std::size_t passes = 1;  // the serial reference
      for (const auto& device : options_.devices) passes += launches_of(options_, c, device).size();
      work_ += channel.cells() * static_cast<double>(passes * options_.schemes.size());
    }
  }

  void run_scheme(const Channel& channel, const SchemeChoice& scheme) {
    doing_ = fmt::format("{} x {}, {}", channel.nx, channel.ny, scheme.name());
    Task task{channel, scheme, make_bench_case(channel, scheme, options_.precision), {}, {}};
    const auto launches = possible_launches(task);
    const double reference_done = done_ + channel.cells();
    // The reference alone would only take time.
    const bool has_reference = !launches.empty() && run_serial(task);
    done_ = reference_done;
    for (const auto& [subject, launch] : launches) {
      if (has_reference || !options_.check) run_launch(task, *subject, launch);
      done_ += channel.cells();
    }
  }

  // Those that fit their devices.
  std::vector<std::pair<Subject*, OpenClOptions>> possible_launches(const Task& task) {
    std::vector<std::pair<Subject*, OpenClOptions>> possible;
    for (Subject& subject : subjects_) {
      const std::string reason = obstacle(task.c, subject.device);
      if (!reason.empty()) skip(task, subject.device.name, reason);
      for (const auto& launch : launches_of(options_, task.c, subject.device))
        if (reason.empty())
          possible.emplace_back(&subject, launch);
        else
          done_ += task.channel.cells();
    }
    return possible;
  }

  bool run_serial(Task& task) {
    stage("serial reference");
    task.start = simple_ts::initial_state(task.c);
    const double needed = simple_ts::serial_bytes(task.c) + state_bytes(task.c);
    if (host_has(needed))
      task.serial = measure_serial(task.c, task.start, options_.check,
                                   [this](const std::string& what) { stage(what); });
    else
      skip(task, "the serial reference",
           fmt::format("it needs {:.2f} GB of this machine's memory", needed / 1e9));
    return task.serial.has_value();
  }

  void run_launch(const Task& task, Subject& subject, const OpenClOptions& launch) {
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

  std::vector<Result> measure_launch(const Task& task, Subject& subject,
                                     const OpenClOptions& launch) {
    const auto on_device = [&](const std::string& what) {
      stage(fmt::format("device {}: {}", subject.device.index, what));
    };
    // Launches that differ in rows only share their programs: the first of them builds them, and
    // its explicit convection is that of all.
    const auto programs =
        fmt::format("{} {} {} {} {}", subject.device.index, task.channel.text(), task.scheme.name(),
                    static_cast<int>(launch.kernels), launch.work_group_size);
    const bool first = build_seconds_.count(programs) == 0;
    on_device("ceilings");
    std::vector<Result> results = prepared_results(task, subject, first);
    on_device("building the kernels");
    const auto backend = simple_ts::make_opencl_backend(task.c, subject.device, launch);
    const Measured m =
        measure(*backend, task.c, task.start, {options_.repeats, results.size() > 1}, on_device);
    auto info = backend->info();
    // Some drivers compile at the first launch.
    if (first) build_seconds_[programs] = info.build_seconds + m.first_pass;
    info.build_seconds = build_seconds_[programs];
    Verdict verdict = m.finite ? Verdict::finite : Verdict::not_finite;
    if (options_.check && m.finite) {
      verdict = check(*backend, task, on_device);
    }
    for (Result& r : results) {
      r.launch = info;
      r.verdict = verdict;
    }
    results[0].time = m.inner;
    results[0].steps_per_second = m.steps_per_second;
    results[0].inner_per_step = m.inner_per_step;
    if (results.size() > 1) results[1].time = m.convection;
    return results;
  }

  // One for the inner iteration and, if asked for, one for explicit convection, with everything but
  // the times. The ceilings are measured now: beside the solver's arrays there may be no room for
  // theirs.
  std::vector<Result> prepared_results(const Task& task, Subject& subject, bool with_convection) {
    Result r;
    r.device_index = subject.device.index;
    r.device = subject.device.name;
    r.driver = subject.device.driver;
    r.channel = task.channel;
    r.scheme = task.scheme.name();
    r.parity = options_.parity;
    r.precision = name_of(options_.precision);
    r.repeats = options_.repeats;
    r.multiply_add_rate = subject.ceilings.multiply_add_rate();
    const auto counts = operation_counts(r.scheme);
    const std::size_t size = task.c.mesh.layout().size();
    const auto part = [&](const char* name, const Traffic& traffic, int OperationCounts::*count,
                          PassTime SerialReference::*serial) {
      r.part = name;
      r.traffic = traffic;
      r.traffic.bytes_per_value = setup::bytes_stored(options_.precision);
      r.copy_rate = subject.ceilings.copy_rate(r.traffic, size);
      if (counts) r.operations = (*counts).*count;
      if (task.serial) r.serial_seconds = ((*task.serial).*serial).wall;
      if (task.serial) r.serial_passes = ((*task.serial).*serial).passes;
      return r;
    };
    const bool reads_sums = task.scheme.explicit_convection;
    std::vector<Result> results = {
        part(kInnerIteration, reads_sums ? kExplicitIteration : kImplicitIteration,
             &OperationCounts::inner_iteration, &SerialReference::inner)};
    if (reads_sums && with_convection)
      results.push_back(part(kConvection, kConvectiveSums, &OperationCounts::convective_sums,
                             &SerialReference::convection));
    return results;
  }

  Verdict check(simple_ts::Backend& backend, const Task& task, const Stage& on_device) const {
    const State end =
        advance_like_serial(backend, task.c, task.start, task.serial->iterations, on_device);
    return agree(task.c, end, task.serial->state, options_.parity) ? Verdict::equal_to_serial
                                                                   : Verdict::differs_from_serial;
  }

  void stage(const std::string& what) const {
    if (events_.stage) events_.stage(done_ / work_, {doing_, what});
  }

  void skip(const Task& task, const std::string& device, const std::string& reason) {
    report_.skipped.push_back({device, task.channel, task.scheme.name(), reason});
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
  // The mesh does not matter, and the smallest is the quickest.
  const Case c = make_bench_case({8, 8, 0}, options.schemes.front(), options.precision);
  for (const auto& device : options.devices) launches_of(options, c, device);
}

void run_bench(const Options& options, const Events& events, Report& report) {
  Benchmark(options, events, report).run();
}

}  // namespace slipflow::bench
