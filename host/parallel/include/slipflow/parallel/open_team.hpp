// The team of a process: alone, or the ranks of a launcher.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

// What the launcher of MPI that started this process says of it.

/// The value of an environment variable, or null.
using Environment = std::function<const char*(const char* name)>;

/// One of several ranks that a launcher has started.
struct LaunchedRank {
  std::string variable;  ///< the variable with the number of ranks
  int ranks = 0;         ///< at least 2
  /// Among the ranks of its host; 0 if the launcher does not say.
  int local_rank = 0;
  std::string mpi;      ///< the MPI of the launcher: "Open MPI" or "MPICH"
  std::string plug_in;  ///< file name of the plug-in for it
};

/// Nothing if no launcher started this process, or started it as the only rank. Known are the
/// launchers of Open MPI, of MPICH and its relatives (Intel MPI, MVAPICH), and of Slurm.
std::optional<LaunchedRank> launched_rank(const Environment& environment);

/// OneRank if no launcher started this process. Else the team that the launcher's plug-in makes,
/// which ends MPI when it is destroyed. The plug-in is the file that the variable SLIPFLOW_MPI
/// names, else it is in ../lib/slipflow from the folder of `program`, else in that folder. Throws
/// Error(ranks_failed) if there is no plug-in or it makes no team of the launcher's ranks.
std::unique_ptr<Team> open_team(const std::optional<LaunchedRank>& launched,
                                const std::filesystem::path& program);

}  // namespace slipflow::parallel
