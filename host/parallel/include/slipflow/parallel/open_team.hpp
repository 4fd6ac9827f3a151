// The team of a process: alone, or the ranks of a launcher.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "slipflow/parallel/launched_rank.hpp"
#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

/// OneRank if no launcher started this process. Else the team that the launcher's plug-in makes,
/// which ends MPI when it is destroyed. The plug-in is the file that the variable SLIPFLOW_MPI
/// names, else it is in ../lib/slipflow from the folder of `program`, else in that folder. Throws
/// Error(ranks_failed) if there is no plug-in or it makes no team of the launcher's ranks.
std::unique_ptr<Team> open_team(const std::optional<LaunchedRank>& launched,
                                const std::filesystem::path& program);

}  // namespace slipflow::parallel
