#include "slipflow/parallel/launched_rank.hpp"

#include "slipflow/support/number_text.hpp"

namespace slipflow::parallel {

namespace {
struct Launcher {
  const char* shown_by;    // the variable that only this launcher sets
  const char* ranks;       // the variable with the number of ranks
  const char* local_rank;  // that with the rank on its host
  const char* mpi;
  const char* plug_in;
};

constexpr const char* kOpenMpi = "slipflow_mpi_openmpi.so";
constexpr const char* kMpich = "slipflow_mpi_mpich.so";

// MVAPICH sets PMI_SIZE too. PMIX_RANK alone does not tell the number of ranks; Slurm does.
constexpr Launcher kLaunchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", "Open MPI",
     kOpenMpi},
    {"MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_RANK", "MPICH", kMpich},
    {"PMI_SIZE", "PMI_SIZE", "MPI_LOCALRANKID", "MPICH", kMpich},
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", "Open MPI", kOpenMpi},
};

/// The number, or 0 if the variable is not set or has another value.
int number_of(const Environment& environment, const char* name) {
  const char* const text = environment(name);
  if (!text) return 0;
  int number = 0;
  return read_number(text, number) == std::errc{} ? number : 0;
}
}  // namespace

std::optional<LaunchedRank> launched_rank(const Environment& environment) {
  for (const Launcher& launcher : kLaunchers) {
    const int ranks = number_of(environment, launcher.ranks);
    if (!environment(launcher.shown_by) || ranks < 2) continue;
    return LaunchedRank{launcher.ranks, ranks, number_of(environment, launcher.local_rank),
                        launcher.mpi, launcher.plug_in};
  }
  return std::nullopt;
}

}  // namespace slipflow::parallel
