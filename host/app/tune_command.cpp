// slipflow tune: how to launch the kernels of a case fastest on a device.
#include <fmt/format.h>

#include <chrono>

#include "case_options.hpp"
#include "command_table.hpp"
#include "opencl_start.hpp"
#include "option_values.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"
#include "slipflow/tuning/tune.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using methods::Launch;
using methods::Problem;
using tuning::LaunchChoice;
using tuning::SearchResult;
using tuning::Trial;

po::options_description tune_options() {
  auto options = case_options();
  options.add_options()("seconds", po::value<int>()->default_value(60)->value_name("N"),
                        "time limit");
  return options;
}

void check_something_is_open(const setup::RunControl& run) {
  if (run.kernels != setup::KernelSet::automatic && run.work_group_size && run.rows)
    throw Error(ExitStatus::bad_input,
                "there is nothing to tune: the case gives run.kernels, run.work_group_size and "
                "run.rows; leave out at least one");
}

std::string rows_text(const LaunchChoice& launch) {
  return launch.rows ? fmt::format("{}", launch.rows) : "-";
}

std::string heading() {
  return fmt::format("{:>7} {:>10} {:>6} {:>10} {:>10}", "kernels", "work-group", "rows", "ms",
                     "Mcell/s");
}

std::string line_of(const Problem& problem, const Trial& trial) {
  const auto launch = fmt::format("{:>7} {:>10} {:>6}", setup::name_of(trial.launch.kernels),
                                  trial.launch.work_group_size, rows_text(trial.launch));
  if (!trial.refusal.empty()) return fmt::format("{}   refused: {}", launch, trial.refusal);
  return fmt::format("{} {:>10.4g} {:>10.4g}", launch, 1e3 * trial.best(),
                     1e-6 * static_cast<double>(problem.mesh().cells()) / trial.best());
}

std::string text_of(const LaunchChoice& launch) {
  return fmt::format("{}, {}{}", setup::name_of(launch.kernels), launch.work_group_size,
                     launch.rows ? fmt::format(", {} rows", launch.rows) : "");
}

void say_what_is_tuned(Log& log, const Problem& problem, const opencl::Device& device,
                       bool parity) {
  log.note(fmt::format("{}\n{} cells, {}, {} mode\non {}, driver {}", problem.controls().title,
                       problem.mesh().size_text(), problem.description().scheme(),
                       parity ? "parity" : "fast", device.name, device.driver));
}

void say_what_was_found(Log& log, const SearchResult& found, double seconds) {
  const auto& best = found.trials[found.best];
  log.note(fmt::format("\ntried {} launch{} in {:.0f} s{}", found.trials.size(),
                       found.trials.size() == 1 ? "" : "es", seconds,
                       found.complete ? ""
                                      : "; the time was over before all were tried, --seconds "
                                        "gives it more"));
  log.note(fmt::format("fastest: {}: {:.4g} ms per inner iteration", text_of(best.launch),
                       1e3 * best.best()));
  log.note(fmt::format("the model's choice: {}: {:.4g} ms, {:.1f} % more",
                       text_of(found.trials[0].launch), 1e3 * found.trials[0].best(),
                       100 * found.model_excess()));
}

SearchResult search(const Problem& problem, const opencl::Device& device, const Launch& given,
                    double seconds, const std::function<double()>& elapsed, Log& log) {
  Progress progress(log);
  tuning::TuneEvents events;
  events.stage = [&](const std::vector<std::string>& what) {
    progress.update(elapsed() / seconds, what);
  };
  events.tried = [&](const Trial& trial) {
    progress.finish();
    log.note(line_of(problem, trial));
  };
  auto found = tuning::tune(problem, device, given, seconds, elapsed, events);
  progress.finish();
  return found;
}
}  // namespace

CommandLine tune_line() {
  return {tune_options(),
          "case",
          {"slipflow tune CASE.cfg [options]",
           "Finds kernel set, work-group size and rows per sub-domain with which the "
           "case is fastest on\n"
           "a device, as far as the case leaves them open, and remembers them: run, "
           "verify and bench use\n"
           "them for the same device, scheme, mode and mesh. Compares them with the "
           "choice that is made\n"
           "without tuning. The fields do not depend on them.",
           "slipflow tune configs/microchannel_square.cfg --device H200 --seconds 30"}};
}

int tune_command(const Call& call) {
  const auto begin = std::chrono::steady_clock::now();
  const auto elapsed = [begin] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  const po::variables_map& values = call.values;
  apply_kernel_dir(values);
  // 1. The keys to tune, and the device.
  const int seconds = number_from(values, "seconds", 1, 3600);
  const auto loaded = load_case(values["case"].as<std::string>(), overrides_from(values));
  const Problem& problem = *loaded.problem;
  const auto& run = problem.controls().run;
  const DeviceLimit limit(run.device_timeout);
  check_something_is_open(run);
  Log log;
  const auto device =
      device_from(loaded, values, [&log](const std::string& text) { log.warn(text); });
  const auto given = launch_given(problem, values);
  problem.backends().resolve(device, given);  // refuses an impossible work-group size
  // 2. The search, a line for each launch.
  say_what_is_tuned(log, problem, device, given.parity);
  log.note(fmt::format("\n{}", heading()));
  const auto found = search(problem, device, given, seconds, elapsed, log);
  say_what_was_found(log, found, elapsed());
  // 3. The fastest is remembered.
  const auto& best = found.trials[found.best].launch;
  const auto tuned = tuned_launches();
  log.note(fmt::format("for a case file: [run] kernels = {}, work_group_size = {}{}",
                       setup::name_of(best.kernels), best.work_group_size,
                       best.rows ? fmt::format(", rows = {}", best.rows) : ""));
  tuned.remember(problem, device, given,
                 {given.parity, best.kernels, best.work_group_size, best.rows});
  log.note("remembered in " + tuned.file_of(problem, device, given).string());
  return 0;
}

}  // namespace slipflow::app
