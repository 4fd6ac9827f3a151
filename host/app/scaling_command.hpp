// slipflow bench --scaling.
#pragma once

#include <boost/program_options.hpp>
#include <string>

#include "slipflow/parallel/team.hpp"

namespace slipflow::app {

/// Returns the exit status; `command` is the command line. Collective.
int scaling_command(const boost::program_options::variables_map& values, const std::string& command,
                    parallel::Team& team);

}  // namespace slipflow::app
