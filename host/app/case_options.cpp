#include "case_options.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "command_line.hpp"
#include "opencl_start.hpp"
#include "option_values.hpp"
#include "slipflow/methods/tested_device.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace po = boost::program_options;

void add_set(po::options_description& options) {
  options.add_options()("set",
                        po::value<std::vector<std::string>>()->composing()->value_name("KEY=VALUE"),
                        "replace a key of the case: section.key=value (repeatable)");
}

void add_launch_options(po::options_description& options) {
  auto add = options.add_options();
  add("trust-device", po::bool_switch(), "leave out the self-test of the device");
  add_set(options);
  add("parity", po::bool_switch(), "the same bits on every device (no contracted operations)");
  add("precision", po::value<std::string>()->value_name("NAME"), "double, mixed or single");
  add("kernels", po::value<std::string>()->value_name("SET"), "auto, fused, tiles or plain");
}

void add_kernel_dir([[maybe_unused]] po::options_description& options) {
#ifdef SLIPFLOW_KERNEL_DIR_OPTION
  options.add_options()("kernel-dir", po::value<std::string>()->value_name("DIR"),
                        "read kernels and macros from this folder first");
#endif
}

po::options_description case_options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("device", po::value<std::string>()->value_name("NAME"),
      "auto, an index of `slipflow devices`, or part of a name; else $SLIPFLOW_DEVICE");
  add_launch_options(options);
  add_no_mpi(options);
  add_kernel_dir(options);
  return options;
}

std::vector<std::string> overrides_from(const po::variables_map& values) {
  std::vector<std::string> set;
  if (values.count("set")) set = values["set"].as<std::vector<std::string>>();
  if (values.count("precision"))
    set.push_back("run.precision=" + values["precision"].as<std::string>());
  if (values.count("kernels")) set.push_back("run.kernels=" + values["kernels"].as<std::string>());
  return set;
}

long steps_from(const po::variables_map& values) {
  return number_from(values, "steps", 1L, 1L << 53);  // as time.max_steps
}

std::string output_from(const po::variables_map& values) {
  auto name = values["output"].as<std::string>();
  if (name.empty())
    throw Error(ExitStatus::bad_input, "--output '' must be the name of a directory");
  const std::string blanks = " \t";
  if (blanks.find(name.front()) != std::string::npos ||
      blanks.find(name.back()) != std::string::npos)
    throw Error(ExitStatus::bad_input,
                fmt::format("--output '{}' must be a name without blanks at its ends", name));
  return name;
}

void apply_kernel_dir([[maybe_unused]] const po::variables_map& values) {
#ifdef SLIPFLOW_KERNEL_DIR_OPTION
  if (!values.count("kernel-dir")) return;
  const std::filesystem::path directory = values["kernel-dir"].as<std::string>();
  if (!std::filesystem::is_directory(directory))
    throw Error(ExitStatus::bad_input,
                fmt::format("--kernel-dir {} is not a directory", shown(directory.string())));
  opencl::override_kernel_sources(directory);
#endif
}

void add_no_tuning(po::options_description& options) {
  options.add_options()("no-tuning", po::bool_switch(), "do not use the values of slipflow tune");
}

methods::TestedFor tested_for(const methods::Problem& problem) {
  return {problem.controls().run.precision, problem.mesh().axes()};
}

opencl::Device device_from(const LoadedCase& c, const po::variables_map& values,
                           const std::function<void(const std::string&)>& warn) {
  start_opencl(warn);
  return choose_given_device(c.method, given_device(values), values["trust-device"].as<bool>(),
                             tested_for(*c.problem));
}

std::optional<std::string> given_device(const po::variables_map& values) {
  if (!values.count("device")) return std::nullopt;
  return values["device"].as<std::string>();
}

opencl::Device choose_given_device(const methods::Method& method,
                                   const std::optional<std::string>& given, bool trust,
                                   methods::TestedFor tested,
                                   const std::function<std::string(const std::string&)>& pick) {
  if (!given)
    if (const char* name = std::getenv("SLIPFLOW_DEVICE"))
      return device_of_environment(method, pick(name), trust, tested);
  return methods::choose_tested_device(method, pick(given.value_or("auto")), trust, tested);
}

opencl::Device device_of_environment(const methods::Method& method, const std::string& name,
                                     bool trust, methods::TestedFor tested) {
  try {
    return methods::choose_tested_device(method, name, trust, tested);
  } catch (const Error& error) {
    if (error.status() != ExitStatus::bad_input) throw;
    throw Error(error.status(), fmt::format("SLIPFLOW_DEVICE: {}", error.what()));
  }
}

methods::Launch launch_given(const methods::Problem& problem, const po::variables_map& values) {
  const auto& run = problem.controls().run;
  return {values["parity"].as<bool>(), run.kernels, run.work_group_size, run.rows};
}

tuning::TunedLaunches tuned_launches() { return {UserCache::of_user("tuned"), SLIPFLOW_VERSION}; }

std::unique_ptr<methods::Simulation> simulate_on(const opencl::Queue& queue, const LoadedCase& c,
                                                 const po::variables_map& values,
                                                 const tuning::TunedLaunches::Warn& warn) {
  auto launch = launch_given(*c.problem, values);
  if (!values["no-tuning"].as<bool>())
    launch = tuned_launches().fill(*c.problem, queue.device, launch, warn);
  return c.problem->backends().on_device(queue, launch);
}

std::unique_ptr<methods::Simulation> simulate_on_host(const methods::Problem& problem,
                                                      const ChosenBackend& backend) {
  return backend.threads > 0 ? problem.backends().on_threads(backend.threads)
                             : problem.backends().on_host();
}

std::string tuned_values(const methods::BackendInfo& info) {
  return fmt::format("tuned values: {} kernels, work-groups of {}{} (--no-tuning leaves them out)",
                     info.kernels, info.work_group_size,
                     info.rows ? fmt::format(", {} rows", info.rows) : "");
}

}  // namespace slipflow::app
