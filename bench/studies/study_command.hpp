// The studies as commands: their options, and how one runs.
#pragma once

#include <fmt/format.h>

#include <boost/program_options.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "methods.hpp"
#include "report_head.hpp"
#include "slipflow/bench/report.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/opencl/device.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/log.hpp"
#include "table_events.hpp"

namespace slipflow::bench::studies {

using Values = boost::program_options::variables_map;
using Add = boost::program_options::options_description_easy_init;

/// The error for a value that is not allowed.
template <class... Args>
Error refused(fmt::format_string<Args...> text, Args&&... args) {
  return {ExitStatus::bad_input, fmt::format(text, std::forward<Args>(args)...)};
}

/// A study: `run` returns the exit status; `command` is the command line.
struct Study {
  const char* purpose;
  void (*add_options)(Add& add);  ///< besides those of every study
  int (*run)(const Values& values, const std::string& command);
};

Study fp64_study();
Study piso_study();
Study pressure_study();
Study psi_omega_study();
Study spmv_study();
Study sweep_study();
Study tridiagonal_study();

/// Runs what the arguments say: a study, or the help. Prints errors; returns the exit status.
int run_program(const std::vector<std::string>& arguments, const std::string& program = {});

/// A list of names as the value of an option.
boost::program_options::typed_value<std::vector<std::string>>* names(const char* shown);
boost::program_options::typed_value<std::string>* one_name(const char* shown);

/// The value of an option with one number from 1 to `most`, if it is given. Throws
/// Error(bad_input).
std::optional<int> number_given(const Values& values, const std::string& option, int most);

/// Throws Error(bad_input) unless the value of an option is one of the names.
void require_one_of(const std::string& option, const std::string& value,
                    const std::vector<std::string>& names);

/// Whole numbers with an x between them, such as "640x224x448". Throws Error(bad_input).
std::vector<int> numbers_of(const std::string& option, const std::string& text, std::size_t count,
                            int most);

/// Adds --mesh for boxes; `usual` are those without it.
void add_boxes(Add& add, const std::string& usual);
/// The boxes of --mesh. Throws Error(bad_input).
std::vector<linear_solvers::Box7> boxes_from(const Values& values);

/// Which device a study needs.
struct DeviceWish {
  const methods::Method& method;  ///< whose kernels test the device
  bool trust = true;  ///< leave out that test: results are compared with the serial reference
  setup::Precision precision = setup::Precision::in_double;
};

/// What happens in a study.
struct Steps {
  std::string name;
  output::ResultNames files;
  std::function<void(Log&)> find_device;
  std::function<void(const TableEvents&)> measure;
  std::function<void(output::ResultsFolder&)> write;
  std::function<std::size_t()> results;  ///< so far
  std::function<std::optional<Error>()> fault;
};

/// Prepares the folder, finds the device, measures and writes each result. Returns the exit status.
int run_steps(const Steps& steps, const Values& values);

/// The device of --device, else of $SLIPFLOW_DEVICE, else the best one. The head gets its name.
opencl::Device find_device(const Values& values, const DeviceWish& wish, ReportHead& head,
                           Log& log);
/// The head without a device.
ReportHead head_of(const Values& values, const std::string& command);

/// Runs a study whose report has the functions run_benchmark, names_of_files, write_report and
/// fault_of; without a device with the option --backend serial.
template <class Report, class Options>
int run_study(const std::string& name, const DeviceWish& wish, Options options,
              const Values& values, const std::string& command) {
  Report report;
  static_cast<ReportHead&>(report) = head_of(values, command);
  options.parity = report.parity;
  options.repeats = values["repeats"].as<int>();
  const bool on_host = values.count("backend") && values["backend"].as<std::string>() == "serial";
  return run_steps({name, names_of_files(report),
                    [&](Log& log) {
                      if (on_host)
                        report.device = "one core of " + report.host_cpu;
                      else
                        options.device = find_device(values, wish, report, log);
                    },
                    [&](const TableEvents& events) { run_benchmark(options, events, report); },
                    [&](output::ResultsFolder& folder) { write_report(folder, report); },
                    [&] { return report.size(); }, [&] { return fault_of(report); }},
                   values);
}

/// Runs a study of linear solvers.
template <class Report, class Options>
int run_solver_study(const std::string& name, const Options& options, const Values& values,
                     const std::string& command,
                     setup::Precision precision = setup::Precision::in_double) {
  return run_study<Report>(name, {app::all_methods().front(), true, precision}, options, values,
                           command);
}

}  // namespace slipflow::bench::studies
