// The commands of the program.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "slipflow/parallel/team.hpp"

namespace slipflow::app {

/// The commands, each returning an exit status. Those without a team ignore launchers.
int bench_command(const std::vector<std::string>& arguments, parallel::Team& team);
int run_command(const std::vector<std::string>& arguments, parallel::Team& team);
int check_command(const std::vector<std::string>& arguments, parallel::Team& team);
int convert_command(const std::vector<std::string>& arguments, parallel::Team& team);
int devices_command(const std::vector<std::string>& arguments, parallel::Team& team);
int help_command(const std::vector<std::string>& arguments);
int init_command(const std::vector<std::string>& arguments);
int show_command(const std::vector<std::string>& arguments);
int sweep_command(const std::vector<std::string>& arguments, parallel::Team& team);
int movie_command(const std::vector<std::string>& arguments);
int plot_command(const std::vector<std::string>& arguments);
int tune_command(const std::vector<std::string>& arguments, parallel::Team& team);
int units_command(const std::vector<std::string>& arguments);
int verify_command(const std::vector<std::string>& arguments, parallel::Team& team);
int watch_command(const std::vector<std::string>& arguments);

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
CommandLine tune_line();
CommandLine units_line();
CommandLine verify_line();
CommandLine watch_line();

/// What a command does with the ranks of a launcher. If it ignores them, each process runs alone.
enum class Ranks { used, refused, ignored };

struct Command {
  std::function<int(const std::vector<std::string>&, parallel::Team&)> run;
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
