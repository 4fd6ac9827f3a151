// A case on the ranks of a launcher: what each of them computes its piece with.
#pragma once

#include <boost/program_options.hpp>

#include "slipflow/methods/rank_task.hpp"
#include "slipflow/run/run_signals.hpp"

namespace slipflow::app {

struct LoadedCase;

/// --grid and --share-devices.
void add_rank_options(boost::program_options::options_description& options);

/// The task of this rank for the case. With a device, unless `serial`: of the devices of a host,
/// its ranks take one each. Collective. Throws Error(no_device) if two ranks have the same GPU,
/// unless
/// --share-devices, Error(bad_input) if the mesh cannot be cut into as many pieces.
methods::RankTask task_of_rank(const LoadedCase& loaded,
                               const boost::program_options::variables_map& values, bool serial,
                               parallel::Team& team, run::RunSignals& signals,
                               const std::function<void(const std::string&)>& warn);

/// Throws Error(ranks_failed) unless all ranks have read the same case. Collective.
void require_same_case(const LoadedCase& loaded, parallel::Team& team);

}  // namespace slipflow::app
