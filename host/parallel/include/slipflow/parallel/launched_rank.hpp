// What the launcher of MPI that started this process says of it.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace slipflow::parallel {

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

}  // namespace slipflow::parallel
