#include "slipflow/app/commands.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "command_table.hpp"
#include "opencl_start.hpp"
#include "slipflow/opencl/driver_probe.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/parallel/open_team.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/terminal.hpp"

namespace slipflow::app {

namespace {
using Words = std::vector<std::string>;

void print_help() {
  fmt::print(
      "slipflow {}: compressible slip flow on OpenCL devices\n\n"
      "Usage: slipflow COMMAND [options]\n\n",
      SLIPFLOW_VERSION);
  for (const auto& [name, command] : commands()) fmt::print("  {:<9}{}\n", name, command.purpose);
  fmt::print("\nslipflow COMMAND --help shows the options of a command.\n\n{}", exit_statuses());
}

std::string command_in(const Words& arguments) { return arguments.empty() ? "" : arguments[0]; }

const Command& command_named(const std::string& name) {
  const auto found = commands().find(name);
  if (found == commands().end())
    throw Error(ExitStatus::bad_input,
                fmt::format("{}: the commands are {} (slipflow --help)",
                            name.empty() ? "a command is missing"
                                         : fmt::format("unknown command '{}'", shown(name)),
                            fmt::join(names_of_commands(), ", ")));
  return found->second;
}

/// All ranks throw, so that not each of them runs the case or writes into the same directory.
void require_one_rank(const std::string& name, const parallel::Team& team) {
  if (team.size() == 1) return;
  throw Error(ExitStatus::bad_input,
              fmt::format("{} cannot use the {} ranks of this launcher: start one process without "
                          "it, or independent ones with --no-mpi",
                          name, team.size()));
}

/// Ranks with other commands, or of which some only print the help, would wait for each other.
void require_same_command(const Words& arguments, parallel::Team& team) {
  std::string own = command_in(arguments);
  for (const char* help : {"--help", "-h"})
    if (std::ranges::find(arguments, help) != arguments.end()) own = "--help";
  const std::string of_rank_0 = parallel::text_of(team, 0, own);
  parallel::agree(team, [&] {
    if (own != of_rank_0)
      throw Error(ExitStatus::ranks_failed,
                  fmt::format("this rank has the command '{}', rank 0 '{}': give all ranks the "
                              "same command",
                              shown(own), shown(of_rank_0)));
  });
}

int dispatch(const Words& arguments, parallel::Team& team) {
  if (team.size() > 1) require_same_command(arguments, team);
  const std::string name = command_in(arguments);
  if (name == "--help" || name == "-h" || (name == "help" && arguments.size() == 1)) {
    print_help();
    return 0;
  }
  if (name == "--version") {
    fmt::print("slipflow {}\n", SLIPFLOW_VERSION);
    return 0;
  }
  if (name == opencl::kProbeArgument) return opencl::answer_probe();
  const Command& command = command_named(name);
  const bool asks_for_ranks =
      command.option_for_ranks &&
      std::ranges::find(arguments, command.option_for_ranks) != arguments.end();
  if (command.ranks == Ranks::refused && !asks_for_ranks) require_one_rank(name, team);
  const Words rest(arguments.begin() + 1, arguments.end());
  const auto values = parse_command(rest, command.line());
  return values ? command.run({*values, rest, team}) : 0;
}

/// One live line on a terminal, as a driver may take minutes to build a kernel.
void announce_builds_of(const Words& arguments, const parallel::Team& team) {
  const bool is_quiet = std::ranges::find(arguments, "--quiet") != arguments.end();
  if (team.rank() > 0 || is_quiet || isatty(STDERR_FILENO) == 0) return;
  opencl::announce_builds([](const std::string& file, const std::string& device) {
    const auto what = file.empty() ? "" : fmt::format("building {} for '{}'", file, shown(device));
    // fmt::print throws when the terminal has gone.
    const auto line = "\r\033[K" + what.substr(0, terminal_size().columns - 1);
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
  });
}

/// The launcher of this process, unless the arguments need none.
std::optional<parallel::LaunchedRank> launcher_for(const Words& arguments) {
  const auto command = commands().find(command_in(arguments));
  if (command == commands().end() || command->second.ranks == Ranks::ignored ||
      std::find(arguments.begin(), arguments.end(), "--no-mpi") != arguments.end())
    return std::nullopt;
  return parallel::launched_rank([](const char* name) { return std::getenv(name); });
}

parallel::Ending ended(ExitStatus status, const std::string& sentence) {
  return {static_cast<int>(status), sentence};
}

parallel::Ending end_of_command(const Words& arguments, parallel::Team& team) {
  auto cannot_print = ended(ExitStatus::output_failed, "cannot write to standard output");
  announce_builds_of(arguments, team);
  try {
    const int status = dispatch(arguments, team);
    if (std::fflush(stdout) != 0 || std::ferror(stdout)) return cannot_print;
    return {status, ""};
  } catch (const Error& error) {
    return ended(error.status(), error.what());
  } catch (const std::filesystem::filesystem_error& failure) {
    return ended(ExitStatus::bad_input, refused_name(failure).what());
  } catch (const std::bad_alloc&) {
    end_out_of_memory();
  } catch (const std::exception& error) {
    if (std::ferror(stdout)) return cannot_print;
    return ended(ExitStatus::internal_error, fmt::format("internal error: {}", error.what()));
  }
}
}  // namespace

const std::map<std::string, Command>& commands() {
  static const std::map<std::string, Command> table = {
      {"bench",
       {bench_command, "measure how fast the devices of this machine are", Ranks::refused,
        bench_line, "--scaling"}},
      {"check",
       {check_command, "validate a case, print it and its derived numbers; runs nothing",
        Ranks::used, check_line}},
      {"convert",
       {convert_command, "report on a mesh and write it in another format", Ranks::refused,
        convert_line}},
      {"devices",
       {devices_command, "list the OpenCL devices of this machine", Ranks::used, devices_line}},
      {"help",
       {help_command, "explain a command, a key or a section of case files", Ranks::ignored,
        help_line}},
      {"init", {init_command, "write a commented case to start from", Ranks::ignored, init_line}},
      {"movie",
       {movie_command, "make a movie of the pictures of a run", Ranks::ignored, movie_line}},
      {"plot",
       {plot_command, "draw pictures and charts of finished results", Ranks::ignored, plot_line}},
      {"report",
       {report_command, "write a page in HTML on a run or a sweep", Ranks::ignored, report_line}},
      {"run", {run_command, "run a case", Ranks::used, run_line}},
      {"show",
       {show_command, "tell what a checkpoint or a results folder contains", Ranks::ignored,
        show_line}},
      {"sweep",
       {sweep_command, "run a case for many values of its keys", Ranks::refused, sweep_line}},
      {"tune",
       {tune_command, "find the fastest launch of a case and store it", Ranks::refused, tune_line}},
      {"units",
       {units_command, "print a case in SI units and in those of the method", Ranks::ignored,
        units_line}},
      {"verify",
       {verify_command, "compare a device with the serial reference on a case", Ranks::used,
        verify_line}},
      {"watch",
       {watch_command, "draw residuals and forces of a run in the terminal", Ranks::ignored,
        watch_line}},
  };
  return table;
}

std::vector<std::string> names_of_commands() {
  std::vector<std::string> names;
  for (const auto& [name, command] : commands()) names.push_back(name);
  return names;
}

int run_program(const std::vector<std::string>& arguments, const std::filesystem::path& program) {
  program_file() = program;
  const auto launched = launcher_for(arguments);
  std::unique_ptr<parallel::Team> team;
  try {
    team = parallel::open_team(launched, program);
  } catch (const Error& error) {
    // All ranks of a host lack the same, and there is no team to ask who prints it.
    if (launched->local_rank == 0) print_error(error.what());
    return static_cast<int>(error.status());
  }
  return parallel::end_together(*team, end_of_command(arguments, *team), print_error);
}

}  // namespace slipflow::app
