// Options of one command, and its --help.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// The commands, each returning an exit status.
int bench_command(const std::vector<std::string>& arguments);
int run_command(const std::vector<std::string>& arguments);
int check_command(const std::vector<std::string>& arguments);
int devices_command(const std::vector<std::string>& arguments);
int help_command(const std::vector<std::string>& arguments);
int tune_command(const std::vector<std::string>& arguments);
int verify_command(const std::vector<std::string>& arguments);

/// The texts of --help of a command, besides the options.
struct CommandHelp {
  std::string usage;
  std::string purpose;
  std::string example;
};

/// The exit statuses, as --help lists them.
std::string exit_statuses();

/// Prints the sentence of an error that ends the program; returns the exit status.
int report(ExitStatus status, const std::string& sentence);

/// Parses a command's arguments; `positional` names the option that takes the argument without a
/// name, or is empty. Prints the help and returns nothing for --help. Throws Error(bad_input) in
/// one sentence for any other fault.
std::optional<boost::program_options::variables_map> parse_command(
    const std::vector<std::string>& arguments, boost::program_options::options_description options,
    const std::string& positional, const CommandHelp& help);

}  // namespace slipflow::app
