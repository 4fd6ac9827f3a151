// slipflow bench --of NAME: the speed of a linear solver, the published study of a
// method, or the iterations of its flows.
#include "bench_of_command.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "bench_of_options.hpp"
#include "bench_options.hpp"
#include "case_options.hpp"
#include "opencl_start.hpp"
#include "slipflow/bench/report.hpp"
#include "slipflow/run/run_signals.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;

/// A benchmark that fills one table.
struct Table {
  std::string name;  ///< of the folder and the files
  output::ResultNames files;
  std::function<void()> find_device;
  std::function<void(const bench::TableEvents&)> measure;
  std::function<void(output::ResultsFolder&)> write;
  std::function<std::size_t()> results;  ///< so far
  std::function<std::optional<Error>()> fault;
};

// Returns whether everything was measured: false after a signal.
bool measure(const Table& table, output::ResultsFolder& folder, Log& log,
             const run::RunSignals& signals) {
  Progress progress(log);
  std::size_t written = 0;
  bench::TableEvents events;
  events.stage = [&](double part, const std::vector<std::string>& what) {
    if (signals.stop() != 0) throw BenchStopped{};
    progress.update(part, what);
  };
  events.say = [&](const std::string& lines) {
    progress.finish();
    log.note(lines);
    if (table.results() > written) table.write(folder);
    written = table.results();
  };
  bool complete = true;
  try {
    table.measure(events);
  } catch (const BenchStopped&) {
    complete = false;
  } catch (const Error&) {
    // PoCL's compiler gives up what it compiles when a signal comes.
    if (signals.stop() == 0) throw;
    complete = false;
  }
  progress.finish();
  return complete;
}

int fill(const Table& table, const po::variables_map& values, Log& log) {
  // 1. The output directory, looked at before a device is opened.
  const std::string place =
      values["output"].defaulted() ? "out/" + table.name : output_from(values);
  const bool overwrite = values["overwrite"].as<bool>();
  output::ResultsFolder folder(place, table.files);
  folder.require_preparable(overwrite);
  // 2. The device.
  const run::RunSignals signals;
  start_opencl([&log](const std::string& text) { log.warn(text); });
  table.find_device();
  folder.prepare(overwrite);
  // 3. Measuring; each result is added to the files.
  const bool complete = measure(table, folder, log, signals);
  const auto where = fmt::format("{}: {}", place, fmt::join(table.files.files, ", "));
  if (!complete) {
    log.note(fmt::format("stopped by {} {}", run::name_of_signal(signals.stop()),
                         table.results() == 0
                             ? "before the first result"
                             : fmt::format("after {} results, in {}", table.results(), where)));
    return run::status_of_signal(signals.stop());
  }
  table.write(folder);
  log.note(fmt::format("\nresults in {}", where));
  if (const auto fault = table.fault()) throw *fault;
  return 0;
}

void say_what_runs(Log& log, const opencl::Device& device, const std::string& host_cpu) {
  log.note(fmt::format("device {}: {}, driver {}", device.index, device.name, device.driver));
  log.note(fmt::format("serial reference: one core of {}", host_cpu));
}

int fill_tridiagonal(const po::variables_map& values, const std::string& command, Log& log) {
  auto options = tridiagonal_options_from(values);
  bench::TridiagonalReport report;
  report.command = command;
  report.version = SLIPFLOW_VERSION;
  report.host_cpu = bench::host_cpu_name();
  const auto find_device = [&] {
    // The self-test is left out: each solution is compared with the serial reference.
    options.device =
        choose_given_device(all_methods().front(), device_once(values), true, options.precision);
    methods::check_parity(options.precision, {.parity = options.parity}, options.device);
    report.driver = options.device.driver;
    say_what_runs(log, options.device, report.host_cpu);
  };
  return fill({kOfTridiagonal, bench::names_of_tridiagonal(), find_device,
               [&](const bench::TableEvents& events) { run_tridiagonal(options, events, report); },
               [&](output::ResultsFolder& folder) { write_report(folder, report); },
               [&] { return report.results.size(); }, [&] { return fault_of(report); }},
              values, log);
}

int fill_sweep(const po::variables_map& values, const std::string& command, Log& log) {
  auto options = sweep_options_from(values);
  bench::SweepReport report;
  report.command = command;
  report.version = SLIPFLOW_VERSION;
  report.host_cpu = bench::host_cpu_name();
  const auto find_device = [&] {
    // The self-test is left out: each solution is compared with the serial sweep.
    options.device = choose_given_device(all_methods().front(), device_once(values), true,
                                         setup::Precision::in_double);
    report.driver = options.device.driver;
    say_what_runs(log, options.device, report.host_cpu);
  };
  return fill({kOfSweep, bench::names_of_sweep(), find_device,
               [&](const bench::TableEvents& events) { run_sweeps(options, events, report); },
               [&](output::ResultsFolder& folder) { write_report(folder, report); },
               [&] { return report.size(); }, [&] { return fault_of(report); }},
              values, log);
}

// Products with seven-point matrices, or solvers of their systems.
template <class Options, class Report>
int fill_boxes(const std::string& of, Options options, Report report,
               const po::variables_map& values, const std::string& command, Log& log) {
  report.command = command;
  report.version = SLIPFLOW_VERSION;
  report.host_cpu = bench::host_cpu_name();
  const auto find_device = [&] {
    // The self-test is left out: each result is compared with the host.
    options.device = choose_given_device(all_methods().front(), device_once(values), true,
                                         setup::Precision::in_double);
    methods::check_parity(setup::Precision::in_double, {.parity = options.parity}, options.device);
    report.device = options.device.name;
    report.driver = options.device.driver;
    say_what_runs(log, options.device, report.host_cpu);
  };
  return fill({of, names_of_files(report), find_device,
               [&](const bench::TableEvents& events) { run_benchmark(options, events, report); },
               [&](output::ResultsFolder& folder) { write_report(folder, report); },
               [&] { return report.results.size(); }, [&] { return fault_of(report); }},
              values, log);
}

int fill_study(const po::variables_map& values, const std::string& command, Log& log) {
  auto options = study_options_from(values);
  bench::StudyReport report;
  report.name = options.method->name;
  report.notes = options.method->benchmark->study().notes;
  report.command = command;
  report.version = SLIPFLOW_VERSION;
  report.host_cpu = bench::host_cpu_name();
  const auto find_device = [&] {
    options.device =
        choose_given_device(*options.method, device_once(values), values["trust-device"].as<bool>(),
                            setup::Precision::in_double);
    report.device = options.device.name;
    report.driver = options.device.driver;
    say_what_runs(log, options.device, report.host_cpu);
  };
  return fill({report.name, bench::names_of_study(report.name), find_device,
               [&](const bench::TableEvents& events) { run_study(options, events, report); },
               [&](output::ResultsFolder& folder) { write_report(folder, report); },
               [&] { return report.results.size(); }, [&] { return fault_of(report); }},
              values, log);
}

// Or the serial reference.
void find_device(const po::variables_map& values, bench::IterationOptions& options,
                 bench::IterationReport& report, Log& log) {
  if (values["backend"].as<std::string>() == "serial") {
    report.device = "one core of " + report.host_cpu;
    log.note("serial reference: " + report.device);
    return;
  }
  options.device =
      choose_given_device(*options.method, device_once(values), values["trust-device"].as<bool>(),
                          setup::Precision::in_double);
  methods::check_parity(setup::Precision::in_double, {.parity = options.parity}, *options.device);
  report.device = options.device->name;
  report.driver = options.device->driver;
  log.note(
      fmt::format("device {}: {}, driver {}", options.device->index, report.device, report.driver));
}

int fill_iterations(const po::variables_map& values, const std::string& command, Log& log) {
  auto options = iteration_options_from(values);
  bench::IterationReport report;
  report.name = options.method->name;
  report.command = command;
  report.version = SLIPFLOW_VERSION;
  report.host_cpu = bench::host_cpu_name();
  const auto run = [&](const bench::TableEvents& events) {
    run_benchmark(options, events, report);
  };
  const Table table{report.name,
                    names_of_files(report),
                    [&] { find_device(values, options, report, log); },
                    run,
                    [&](output::ResultsFolder& folder) { write_report(folder, report); },
                    [&] { return report.results.size(); },
                    [&] { return fault_of(report); }};
  return fill(table, values, log);
}
}  // namespace

int bench_of_command(const po::variables_map& values, const std::string& command) {
  Log log;
  const auto& of = values["of"].as<std::string>();
  if (of == kOfSpmv)
    return fill_boxes(of, spmv_options_from(values), bench::SpmvReport(), values, command, log);
  if (of == kOfPressure)
    return fill_boxes(of, pressure_options_from(values), bench::PressureReport(), values, command,
                      log);
  const auto fill_table = of == kOfTridiagonal       ? fill_tridiagonal
                          : of == kOfSweep           ? fill_sweep
                          : is_of_iterations(values) ? fill_iterations
                                                     : fill_study;
  return fill_table(values, command, log);
}

}  // namespace slipflow::app
