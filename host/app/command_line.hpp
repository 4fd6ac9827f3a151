// Options of one command, and its --help.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/parallel/team.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// The commands, each returning an exit status. Those without a team ignore launchers.
int bench_command(const std::vector<std::string>& arguments, parallel::Team& team);
int run_command(const std::vector<std::string>& arguments, parallel::Team& team);
int check_command(const std::vector<std::string>& arguments, parallel::Team& team);
int convert_command(const std::vector<std::string>& arguments, parallel::Team& team);
int devices_command(const std::vector<std::string>& arguments, parallel::Team& team);
int help_command(const std::vector<std::string>& arguments);
int tune_command(const std::vector<std::string>& arguments, parallel::Team& team);
int verify_command(const std::vector<std::string>& arguments, parallel::Team& team);

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

/// Parses a command's arguments; `positional` names the option that takes the argument without a
/// name, or is empty. Prints the help and returns nothing for --help. Throws Error(bad_input) in
/// one sentence for any other fault.
std::optional<boost::program_options::variables_map> parse_command(
    const std::vector<std::string>& arguments, boost::program_options::options_description options,
    const std::string& positional, const CommandHelp& help);

}  // namespace slipflow::app
