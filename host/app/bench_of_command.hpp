// slipflow bench --of NAME.
#pragma once

#include <boost/program_options.hpp>
#include <string>

namespace slipflow::app {

/// Returns the exit status; `command` is the command line.
int bench_of_command(const boost::program_options::variables_map& values,
                     const std::string& command);

}  // namespace slipflow::app
