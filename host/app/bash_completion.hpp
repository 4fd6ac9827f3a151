// Completion of command lines in bash.
#pragma once

#include <string>

namespace slipflow::app {

/// A script for bash, from the tables of commands, options and keys: commands, options and their
/// values, keys of --set and their choices, topics of help, files.
std::string bash_completion();

}  // namespace slipflow::app
