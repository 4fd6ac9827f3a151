#include "sweep_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case_options.hpp"
#include "command_table.hpp"
#include "option_values.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using Words = std::vector<std::string>;

constexpr int kMostJobsOnDevice = 64;

po::options_description sweep_command_options() {
  po::options_description options("Options");
  auto add = options.add_options();
  const auto list = [](const char* name) {
    return po::value<Words>()->composing()->value_name(name);
  };
  add("over", list("KEY=VALUES"),
      "a key and its values: section.key=V1,V2,.. (V1;V2;.. where values have commas) or "
      "section.key=FIRST:LAST:COUNT (repeatable: all combinations)");
  add("zip", po::bool_switch(), "combine the values of several --over one by one");
  add("dry-run", po::bool_switch(), "list the jobs; run and write nothing");
  add("retry", po::bool_switch(), "run jobs again that failed in an earlier call");
  add("device", list("NAME"),
      "a device, as with run; a list with commas, or repeated: jobs on several devices");
  add("jobs", po::value<int>()->default_value(1)->value_name("N"),
      "jobs at a time on each device, or without OpenCL in all");
  add_backend_options(options);
  add_launch_options(options);
  add_no_tuning(options);
  add("steps", po::value<long>()->value_name("N"), "stop each job after N time steps");
  add("output", po::value<std::string>()->value_name("DIR"),
      "directory with a folder for each job; out/CASE_sweep unless given");
  add("overwrite", po::bool_switch(), "run all jobs anew and replace their results");
  add("quiet", po::bool_switch(), "print warnings and errors only");
  add_no_mpi(options);
  return options;
}

std::vector<SweepJob> jobs_from(const po::variables_map& values) {
  if (!values.count("over"))
    throw Error(ExitStatus::bad_input,
                "--over is missing: a key and its values, such as --over gas.knudsen=0.01,0.02");
  std::vector<SweptKey> keys;
  for (const auto& text : values["over"].as<Words>()) keys.push_back(swept_key_from(text));
  return sweep_jobs(keys, values["zip"].as<bool>());
}

/// Throws where an option gives a value to a key of --over, which the job would not have.
void require_not_swept(const SweepJob& job, const Words& overrides) {
  for (const auto& [key, value] : job.values) {
    if (key == "output.directory")
      throw Error(ExitStatus::bad_input,
                  "--over output.directory: each job has its own folder in --output");
    for (const auto& text : overrides)
      if (text.starts_with(key + '='))
        throw Error(ExitStatus::bad_input,
                    fmt::format("{} has values by --over and by another option: leave out one",
                                shown(key)));
  }
}

std::vector<std::optional<std::string>> devices_from(const po::variables_map& values,
                                                     const ChosenBackend& backend) {
  std::vector<std::optional<std::string>> devices;
  for (const auto& name : listed_values(values, "device")) devices.emplace_back(name);
  if (backend.on_host() && !devices.empty())
    throw Error(ExitStatus::bad_input,
                fmt::format("--device cannot be combined with --backend {}", backend.name));
  if (devices.empty()) devices.emplace_back(std::nullopt);
  return devices;
}

/// What every job is started with. A sweep uses no launcher, and the jobs would find one that
/// --no-mpi made it ignore.
Words arguments_of_run(const po::variables_map& values, const SweepOptions& options) {
  Words words = {"run", options.case_file, "--no-mpi"};
  const auto add = [&](const Words& more) { words.insert(words.end(), more.begin(), more.end()); };
  add({"--backend", options.backend.name});
  if (options.backend.threads > 0) add({"--threads", std::to_string(options.backend.threads)});
  for (const char* name : {"parity", "no-tuning"})
    if (values[name].as<bool>()) add({fmt::format("--{}", name)});
  for (const char* name : {"precision", "kernels"})
    if (values.count(name)) add({fmt::format("--{}", name), values[name].as<std::string>()});
  if (values.count("set"))
    for (const auto& text : values["set"].as<Words>()) add({"--set", text});
  if (values.count("steps")) add({"--steps", std::to_string(steps_from(values))});
  return words;
}

std::filesystem::path output_of(const po::variables_map& values, const std::string& case_file) {
  if (values.count("output")) return output_from(values);
  return std::filesystem::path("out") /
         (std::filesystem::path(case_file).stem().string() + "_sweep");
}
}  // namespace

CommandLine sweep_line() {
  return {
      sweep_command_options(),
      "case",
      {"slipflow sweep CASE.cfg --over KEY=VALUES [options]",
       "Runs a case once for each value of a key, or for all combinations of the values of\n"
       "several keys, each in a folder of its own. The summaries of all runs become one table,\n"
       "sweep.csv and sweep.json. The same command again skips finished jobs and resumes\n"
       "interrupted ones.",
       "slipflow sweep configs/quickstart.cfg --over gas.knudsen=0.01,0.02,0.05 --over "
       "gas.mach=1.5:3:4"}};
}

SweepOptions case_sweep_from(const po::variables_map& values) {
  SweepOptions options;
  options.case_file = values["case"].as<std::string>();
  options.jobs = jobs_from(values);
  options.output = output_of(values, options.case_file);
  options.jobs_per_device =
      number_of("jobs", std::to_string(values["jobs"].as<int>()), kMostJobsOnDevice);
  options.backend = backend_from(values, options.jobs_per_device);
  options.program = {options.backend.name, values["parity"].as<bool>()};
  options.devices = devices_from(values, options.backend);
  options.trust_device = values["trust-device"].as<bool>();
  options.overwrite = values["overwrite"].as<bool>();
  options.retry = values["retry"].as<bool>();
  options.dry_run = values["dry-run"].as<bool>();
  options.overrides = overrides_from(values);
  if (values.count("steps"))
    options.overrides.push_back(fmt::format("time.max_steps={}", steps_from(values)));
  require_not_swept(options.jobs.front(), options.overrides);
  options.run_arguments = arguments_of_run(values, options);
  return options;
}

}  // namespace slipflow::app
