// Options of one command, and its --help.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/parallel/team.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// --no-mpi, for the commands with a team. run_program() looks for it before a command starts.
void add_no_mpi(boost::program_options::options_description& options);

/// The texts of --help of a command, besides the options.
struct CommandHelp {
  std::string usage;
  std::string purpose;
  std::string example;
};

/// The exit statuses, as --help lists them.
std::string exit_statuses();

/// Prints the sentence of an error that ends the program.
void print_error(const std::string& sentence);

/// What a command accepts, and its --help, man page and completion say.
struct CommandLine {
  boost::program_options::options_description options;  ///< without --help
  std::string positional;  ///< the option that takes the argument without a name, or empty
  CommandHelp help;
  bool positional_may_be_left_out = false;
  std::string second_positional{};  ///< that of a second argument, which may be left out
};

/// The text of --help.
std::string help_text(const CommandLine& line);

/// Parses a command's arguments. Prints the help and returns nothing for --help. Throws
/// Error(bad_input) in one sentence for any other fault.
std::optional<boost::program_options::variables_map> parse_command(
    const std::vector<std::string>& arguments, const CommandLine& line);

}  // namespace slipflow::app
