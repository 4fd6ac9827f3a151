// The commands of the program.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "slipflow/parallel/team.hpp"

namespace slipflow::app {

/// A call of a command: its options, as parse_command() reads them, and its arguments.
struct Call {
  const boost::program_options::variables_map& values;
  const std::vector<std::string>& arguments;
  parallel::Team& team;  ///< of one rank, if the command ignores launchers
};

/// The commands, each returning an exit status.
int bench_command(const Call& call);
int check_command(const Call& call);
int convert_command(const Call& call);
int devices_command(const Call& call);
int help_command(const Call& call);
int init_command(const Call& call);
int movie_command(const Call& call);
int plot_command(const Call& call);
int report_command(const Call& call);
int run_command(const Call& call);
int show_command(const Call& call);
int sweep_command(const Call& call);
int tune_command(const Call& call);
int units_command(const Call& call);
int verify_command(const Call& call);
int watch_command(const Call& call);
/// `bench --scaling`; `command`: the command line. Collective.
int scaling_command(const Call& call, const std::string& command);

/// What they accept.
CommandLine bench_line();
CommandLine run_line();
CommandLine check_line();
CommandLine convert_line();
CommandLine devices_line();
CommandLine help_line();
CommandLine init_line();
CommandLine show_line();
CommandLine sweep_line();
CommandLine movie_line();
CommandLine plot_line();
CommandLine report_line();
CommandLine tune_line();
CommandLine units_line();
CommandLine verify_line();
CommandLine watch_line();

/// What a command does with the ranks of a launcher. If it ignores them, each process runs alone.
enum class Ranks { used, refused, ignored };

struct Command {
  int (*run)(const Call& call);
  const char* purpose;
  Ranks ranks;
  CommandLine (*line)();
  const char* option_for_ranks = nullptr;  ///< with it, a command that refuses ranks uses them
};

/// The commands by their names.
const std::map<std::string, Command>& commands();

/// Their names, as messages list them.
std::vector<std::string> names_of_commands();

}  // namespace slipflow::app
