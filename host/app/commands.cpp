#include "slipflow/app/commands.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <map>
#include <new>

#include "command_line.hpp"
#include "opencl_start.hpp"
#include "slipflow/opencl/driver_probe.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
struct Command {
  std::function<int(const std::vector<std::string>&)> run;
  const char* purpose;
};

const std::map<std::string, Command>& commands() {
  static const std::map<std::string, Command> table = {
      {"bench", {bench_command, "measure how fast the devices of this machine are"}},
      {"check", {check_command, "validate a case, print it and its derived numbers; runs nothing"}},
      {"devices", {devices_command, "list the OpenCL devices of this machine"}},
      {"help", {help_command, "list the keys of case files: help keys, help KEY"}},
      {"run", {run_command, "run a case"}},
      {"tune", {tune_command, "find the fastest launch of a case and store it"}},
      {"verify", {verify_command, "compare a device with the serial reference on a case"}},
  };
  return table;
}

void print_help() {
  fmt::print(
      "slipflow {}: compressible slip flow on OpenCL devices\n\n"
      "Usage: slipflow COMMAND [options]\n\n",
      SLIPFLOW_VERSION);
  for (const auto& [name, command] : commands()) fmt::print("  {:<9}{}\n", name, command.purpose);
  fmt::print("\nslipflow COMMAND --help shows the options of a command.\n\n{}", exit_statuses());
}

int dispatch(const std::vector<std::string>& arguments) {
  const std::string name = arguments.empty() ? "" : arguments[0];
  if (name == "--help" || name == "-h" || (name == "help" && arguments.size() == 1)) {
    print_help();
    return 0;
  }
  if (name == "--version") {
    fmt::print("slipflow {}\n", SLIPFLOW_VERSION);
    return 0;
  }
  if (name == opencl::kProbeArgument) return opencl::answer_probe();
  const auto found = commands().find(name);
  if (found == commands().end())
    throw Error(ExitStatus::bad_input,
                name.empty()
                    ? "a command is missing: run, check, verify, bench, tune, devices or help "
                      "(slipflow --help)"
                    : fmt::format("unknown command '{}': the commands are run, check, "
                                  "verify, bench, tune, devices and help (slipflow --help)",
                                  shown(name)));
  return found->second.run({arguments.begin() + 1, arguments.end()});
}

int fail_to_print() { return report(ExitStatus::output_failed, "cannot write to standard output"); }
}  // namespace

int run_program(const std::vector<std::string>& arguments, const std::filesystem::path& program) {
  set_program(program);
  try {
    const int status = dispatch(arguments);
    return std::fflush(stdout) == 0 && !std::ferror(stdout) ? status : fail_to_print();
  } catch (const Error& error) {
    return report(error.status(), error.what());
  } catch (const std::bad_alloc&) {
    end_out_of_memory();
  } catch (const std::exception& error) {
    if (std::ferror(stdout)) return fail_to_print();
    return report(ExitStatus::internal_error, fmt::format("internal error: {}", error.what()));
  }
}

}  // namespace slipflow::app
