// slipflow bench: the speed of every scheme on every device and of the serial reference.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "bench_options.hpp"
#include "case_options.hpp"
#include "command_table.hpp"
#include "opencl_start.hpp"
#include "slipflow/bench/bench.hpp"
#include "slipflow/bench/fresh_caches.hpp"
#include "slipflow/bench/report.hpp"
#include "slipflow/methods/tested_device.hpp"
#include "slipflow/run/run_signals.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using Words = std::vector<std::string>;

std::vector<opencl::Device> named_devices(const methods::Method& method, const Words& names,
                                          bool trust, methods::TestedFor tested) {
  std::vector<opencl::Device> devices;
  for (const auto& name : names) {
    const auto device = methods::choose_tested_device(method, name, trust, tested);
    const bool known = std::any_of(devices.begin(), devices.end(),
                                   [&](const auto& d) { return d.index == device.index; });
    if (!known) devices.push_back(device);
  }
  return devices;
}

std::vector<opencl::Device> all_devices(const methods::Method& method, bool trust,
                                        methods::TestedFor tested, Log& log) {
  std::vector<opencl::Device> devices;
  for (const auto& device : opencl::list_devices()) {
    const auto fault = trust && device.unusable(needs_double(tested.precision)).empty()
                           ? std::nullopt
                           : methods::find_device_fault(method, device, tested);
    if (fault)
      log.warn(
          fmt::format("device {} '{}' is left out: {}", device.index, device.name, fault->what()));
    else
      devices.push_back(device);
  }
  // Without a device, its error says what to do.
  if (devices.empty())
    devices.push_back(methods::choose_tested_device(method, "auto", trust, tested));
  return devices;
}

std::vector<opencl::Device> devices_from(const bench::Options& options,
                                         const po::variables_map& values, Log& log) {
  start_opencl([&log](const std::string& text) { log.warn(text); });
  const bool trust = values["trust-device"].as<bool>();
  const auto& method = *options.method;
  const bool in_space = std::ranges::any_of(
      options.meshes, [](const methods::BenchMesh& mesh) { return mesh.nz > 0; });
  const methods::TestedFor tested{options.precision, in_space ? 3 : 2};
  if (values.count("device"))
    return named_devices(method, values["device"].as<Words>(), trust, tested);
  if (const char* name = std::getenv("SLIPFLOW_DEVICE"))
    return {device_of_environment(method, name, trust, tested)};
  return all_devices(method, trust, tested, log);
}

// Reports a damaged entry once, however often it is looked up.
decltype(bench::Options::tuned) remembered_launches(Log& log) {
  const auto said = std::make_shared<std::set<std::string>>();
  return [tuned = tuned_launches(), said, &log](const auto& problem, const auto& device,
                                                const auto& given) {
    return tuned.fill(problem, device, given, [&](const std::string& text) {
      if (said->insert(text).second) log.warn(text);
    });
  };
}

// The command line, quoted so that it can be repeated.
std::string command_line(const Words& arguments) {
  std::string text = "slipflow bench";
  for (const auto& word : arguments)
    text += word.find(' ') == std::string::npos ? fmt::format(" {}", word)
                                                : fmt::format(" \"{}\"", word);
  return text;
}

void say_what_runs(Log& log, const bench::Options& options, const bench::Report& report) {
  for (const auto& d : options.devices)
    log.note(fmt::format("device {}: {}, driver {}", d.index, d.name, d.driver));
  log.note("serial reference: " + bench::serial_reference_text(report));
}

// The error for a state that invalidates the results, or nothing.
std::optional<Error> fault_of(const bench::Report& report) {
  const auto wrong = [&](bench::Verdict verdict, ExitStatus status,
                         const char* how) -> std::optional<Error> {
    std::vector<const bench::Result*> found;
    for (const auto& r : report.results)
      if (r.verdict == verdict && r.iteration) found.push_back(&r);
    if (found.empty()) return std::nullopt;
    const auto& r = *found.front();
    return Error(
        status,
        fmt::format("{} of the results cannot be used: the state of {} on '{}' ({} "
                    "kernels, {}) {}",
                    found.size(), r.scheme, r.device, r.launch.kernels, r.mesh.text(), how));
  };
  if (auto fault = wrong(bench::Verdict::differs_from_serial, ExitStatus::results_disagree,
                         "differs from that of the serial reference"))
    return fault;
  if (auto fault = wrong(bench::Verdict::not_finite, ExitStatus::diverged, "is not finite"))
    return fault;
  if (report.results.empty())
    return Error(ExitStatus::no_device,
                 fmt::format("nothing could be measured: {}", report.skipped.front().reason));
  return std::nullopt;
}

// Thrown between two measurements after a signal.
struct BenchStopped {};

// Returns whether everything was measured: false after a signal.
bool run_and_report(const bench::Options& options, output::ResultsFolder& results,
                    bench::Report& report, Log& log, const run::RunSignals& signals) {
  Progress progress(log);
  const auto say = [&](const std::string& line) {
    progress.finish();
    log.note(line);
  };
  bench::Events events;
  events.mesh = [&](const methods::BenchMesh& mesh) {
    say(fmt::format("\n{}, {} mode, {} precision\n{}", mesh.text(),
                    options.parity ? "parity" : "fast", name_of(options.precision),
                    bench::screen_heading()));
  };
  events.stage = [&](double part, const Words& what) {
    if (signals.stop() != 0) throw BenchStopped{};
    progress.update(part, what);
  };
  events.result = [&](const bench::Result& result) {
    say(bench::screen_line(result));
    bench::write_report(results, report);
  };
  events.skipped = [&](const bench::Skipped& s) {
    say(fmt::format("left out: {} on {}: {}", s.scheme, s.device, s.reason));
  };
  bool complete = true;
  try {
    bench::run_bench(options, events, report);
  } catch (const BenchStopped&) {
    complete = false;
  } catch (const Error&) {
    // PoCL's compiler gives up what it compiles when a signal comes.
    if (signals.stop() == 0) throw;
    complete = false;
  }
  progress.finish();
  if (complete || !report.results.empty()) bench::write_report(results, report);
  return complete;
}

std::string place_of_report(const std::filesystem::path& directory) {
  return fmt::format("{}: bench.md, bench.csv, bench.json, speedup.png", directory.string());
}

// Returns the exit status.
int end_after_signal(Log& log, int signal, const bench::Report& report,
                     const std::filesystem::path& directory) {
  const auto count = report.results.size();
  log.note(fmt::format("stopped by {} {}", run::name_of_signal(signal),
                       count == 0
                           ? "before the first result"
                           : fmt::format("after {} result{}, in {}", count, count == 1 ? "" : "s",
                                         place_of_report(directory))));
  return run::status_of_signal(signal);
}
}  // namespace

CommandLine bench_line() {
  return {
      bench_options(),
      "",
      {"slipflow bench [options]",
       "Measures how fast each scheme is on each device, on a microchannel with squares: time per\n"
       "inner iteration, cell updates and time steps per second, memory traffic and operations\n"
       "compared with the device's ceilings, and the speed-up over the serial reference on one\n"
       "core in the same run. Leaves bench.md, bench.csv, bench.json and speedup.png.",
       "slipflow bench --mesh 4032x400 --scheme \"implicit upwind\" --rows 16,32,64 --check"}};
}

int bench_command(const Call& call) {
  const po::variables_map& values = call.values;
  apply_kernel_dir(values);
  if (values["scaling"].as<bool>()) return scaling_command(call, command_line(call.arguments));
  require_no_scaling_options(values);
  Log log;
  // 1. What to measure, and where its results go.
  auto options = bench_options_from(values);
  if (!values["no-tuning"].as<bool>()) options.tuned = remembered_launches(log);
  const std::filesystem::path directory = output_from(values);
  const bool overwrite = values["overwrite"].as<bool>();
  output::ResultsFolder results(directory, bench::names_of_reports());
  results.require_preparable(overwrite);
  // 2. The devices, with empty caches so that kernels are really built. A signal removes the caches
  // too.
  const run::RunSignals signals;
  const bench::FreshCaches caches;
  bench::Report report;
  options.devices = devices_from(options, values, log);
  bench::check_launches(options);
  if (signals.stop() != 0) return end_after_signal(log, signals.stop(), report, directory);
  results.prepare(overwrite);
  // 3. Measuring; each result is added to the report on disk.
  report.command = command_line(call.arguments);
  report.version = SLIPFLOW_VERSION;
  report.host_cpu = bench::host_cpu_name();
  report.serial_build = options.method->serial_build;
  say_what_runs(log, options, report);
  if (!run_and_report(options, results, report, log, signals))
    return end_after_signal(log, signals.stop(), report, directory);
  log.note(fmt::format("\nresults in {}", place_of_report(directory)));
  if (const auto fault = fault_of(report)) throw *fault;
  return 0;
}

}  // namespace slipflow::app
