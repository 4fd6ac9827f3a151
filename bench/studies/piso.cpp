#include "piso.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "flow_timing.hpp"
#include "seven_point_systems.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/support/stopwatch.hpp"
#include "slipflow/tuning/tune.hpp"

namespace slipflow::bench::studies {

namespace {
using opencl::KernelTimes;

constexpr BoxCells kBoxOfFlow{100, 100, 100}, kCubeOfProcessors{24, 24, 24};

// On a device, else on the host.
BoxCells usual_box_of_flow(const std::optional<opencl::Device>& device) {
  return device && !device->cpu ? kBoxOfFlow : kCubeOfProcessors;
}

double sum_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// The median of the launches that do something: those of iterations beyond the last one end at
// once.
double usual_launch(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  const double least = seconds[(seconds.size() - 1) * 4 / 5] / 2;
  seconds.erase(seconds.begin(), std::ranges::lower_bound(seconds, least));
  return median(seconds);
}

class PisoBench {
 public:
  PisoBench(const PisoOptions& options, const TableEvents& events, PisoReport& report)
      : options_(options), events_(events), report_(report), boxes_(options.boxes) {
    if (boxes_.empty()) boxes_ = {usual_box_of_flow(options.device)};
    if (options.device) queue_.emplace(*options.device);
    report_.logs = options.logs;
    for (const BoxCells& box : boxes_)
      for (const TimedCase& of : timed_cases(box))
        if (options.variants.empty() || std::ranges::count(options.variants, of.variant) > 0)
          cases_.push_back(of);
  }

  void run() {
    if (options_.device) {
      stage({"rate of a copy"});
      report_.copy_rate = rate_of_long_copy(*options_.device);
      events_.say(fmt::format("copy: {:.1f} GB/s", 1e-9 * report_.copy_rate));
    }
    if (const auto lines = log_lines(report_); !lines.empty()) events_.say('\n' + lines);
    for (const TimedCase& of : cases_) {
      const TimedResult result = measure(of);
      report_.results.push_back(result);
      events_.say(fmt::format("\n{}\n{}", piso_heading(report_), piso_line(report_, result)));
      if (const auto lines = kernel_lines(report_, result); !lines.empty())
        events_.say('\n' + lines);
    }
  }

 private:
  TimedResult measure(const TimedCase& of) {
    TimedResult result;
    result.of = of;
    result.note = obstacle(of);
    if (!result.note.empty()) return result;
    stage({of.variant, "preparing"});
    try {
      opencl::guarded("timing a flow", [&] { time(result); });
    } catch (const Error& error) {
      stage({of.variant, "failed"});  // perhaps because of a signal, which ends the benchmark here
      const std::string sentence = error.what();
      result.note = sentence.substr(0, sentence.find('\n'));
      if (error.status() != ExitStatus::no_device) result.fault = error;
    }
    return result;
  }

  std::string obstacle(const TimedCase& of) const {
    if (options_.device && of.device_bytes > options_.device->memory)
      return fmt::format("it needs {:.2f} GB of device memory, there are {:.2f} GB",
                         of.device_bytes / 1e9, options_.device->memory / 1e9);
    const bool is_on_host = !options_.device || options_.device->cpu;
    const double needed = of.host_bytes + (is_on_host ? of.device_bytes : 0);
    return tuning::host_has(needed)
               ? ""
               : fmt::format("it needs {:.2f} GB of this machine's memory", needed / 1e9);
  }

  void time(TimedResult& result) {
    std::optional<opencl::Workspace> workspace;
    if (queue_) workspace.emplace(*queue_);
    opencl::Workspace* const on = workspace ? &*workspace : nullptr;
    TimedFlow flow(result.of, on, options_.parity);
    FlowTiming timing(flow, on, options_.repeats);
    timing.run([&](const std::string& what) { stage({result.of.variant, what}); }, result);
    if (!on) return;
    stage({result.of.variant, "kernels"});
    const auto kernels = timing.kernels();
    result.kernel_seconds = add_kernels(result.of, kernels, timing.count());
    add_operations(result.of, flow.operations(), kernels);
  }

  // Returns the seconds of all of them in an iteration.
  double add_kernels(const TimedCase& of, const std::vector<KernelTimes>& kernels, int count) {
    double all = 0;
    for (const KernelTimes& times : kernels) all += sum_of(times.seconds);
    std::vector<KernelResult> rows;
    for (const KernelTimes& times : kernels) {
      KernelResult& row = rows.emplace_back();
      row.of = of;
      row.kernel = times.kernel;
      row.items = static_cast<double>(times.items);
      row.launches = static_cast<double>(times.seconds.size()) / count;
      row.seconds = sum_of(times.seconds) / count;
      row.part = sum_of(times.seconds) / all;
      row.once = usual_launch(times.seconds);
    }
    std::ranges::sort(rows, std::greater{}, &KernelResult::seconds);
    report_.kernels.insert(report_.kernels.end(), rows.begin(), rows.end());
    return all / count;
  }

  void add_operations(const TimedCase& of, const std::vector<OperationKernels>& operations,
                      const std::vector<KernelTimes>& kernels) {
    // Over the most work-items: those of the finest mesh.
    const auto seconds_of_kernel = [&](const std::string& name) {
      const KernelTimes* largest = nullptr;
      for (const KernelTimes& times : kernels)
        if (times.kernel == name && (!largest || times.items > largest->items)) largest = &times;
      return largest ? usual_launch(largest->seconds) : kUnknown;
    };
    double product = kUnknown;
    for (const auto& operation : operations) {
      OperationResult& row = report_.operations.emplace_back();
      row.of = of;
      row.name = operation.name;
      row.seconds = 0;
      for (const char* kernel : operation.kernels) row.seconds += seconds_of_kernel(kernel);
      if (&operation == &operations.front()) product = row.seconds;
      row.products = row.seconds / product;
      row.part_of_copy = operation.bytes * of.cell_count() / row.seconds / report_.copy_rate;
    }
  }

  void stage(const std::vector<std::string>& what) const {
    events_.stage_of(report_.size(), cases_.size(), what);
  }

  const PisoOptions& options_;
  const TableEvents& events_;
  PisoReport& report_;
  std::vector<BoxCells> boxes_;
  std::vector<TimedCase> cases_;
  std::optional<opencl::Queue> queue_;
};
}  // namespace

std::vector<std::string> timed_variants() {
  std::vector<std::string> names;
  for (const TimedCase& of : timed_cases({2, 2, 2})) names.push_back(of.variant);
  return names;
}

double timed_tolerance() {
  double tolerance = 0;
  for (const TimedCase& of : timed_cases({2, 2, 2})) tolerance = std::max(tolerance, of.tolerance);
  return tolerance;
}

double TimedResult::speed_up(const std::vector<OpenFoamLog>& logs) const {
  double fastest = kUnknown;
  for (const OpenFoamLog& log : logs) {
    if (log.solver == "?") continue;  // steady or not is not known
    const bool is_steady = log.solver.starts_with("simple");
    if (is_steady == of.has_time_steps) continue;
    const double ratio = of.has_time_steps
                             ? log.all.seconds / static_cast<double>(log.all.steps) / seconds
                         : to_goal && log.to_goal ? log.to_goal->seconds / to_goal->seconds
                                                  : kUnknown;
    fastest = std::fmin(fastest, ratio);
  }
  return fastest;
}

void run_benchmark(const PisoOptions& options, const TableEvents& events, PisoReport& report) {
  PisoBench(options, events, report).run();
}

std::optional<Error> fault_of(const PisoReport& report) {
  for (const TimedResult& r : report.results)
    if (r.fault) return r.fault;
  const auto is_measured = [](const TimedResult& r) { return std::isfinite(r.seconds); };
  if (std::ranges::any_of(report.results, is_measured)) return std::nullopt;
  return Error(ExitStatus::no_device,
               fmt::format("nothing could be measured: {}", report.results.front().note));
}

}  // namespace slipflow::bench::studies
