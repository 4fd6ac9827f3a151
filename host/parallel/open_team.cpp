#include "slipflow/parallel/open_team.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "slipflow/parallel/plug_in.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
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

namespace fs = std::filesystem;

namespace {
Error failed(const std::string& sentence) { return {ExitStatus::ranks_failed, sentence}; }

/// The folder of the program, whose path may be a link such as /proc/self/exe.
fs::path folder_of(const fs::path& program) {
  std::error_code error;
  return fs::canonical(program, error).parent_path();
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

/// The file that SLIPFLOW_MPI names, or an empty path.
fs::path given_plug_in() {
  const char* const name = std::getenv("SLIPFLOW_MPI");
  if (!name || !*name) return {};
  if (!is_file(name))
    throw failed(fmt::format("SLIPFLOW_MPI = {} is not the file of a plug-in", shown(name)));
  return fs::absolute(name);  // dlopen would search the system's folders for a bare name
}

fs::path plug_in_for(const LaunchedRank& launched, const fs::path& program) {
  if (auto given = given_plug_in(); !given.empty()) return given;
  const fs::path folder = folder_of(program);
  const fs::path usual = folder.parent_path() / "lib" / "slipflow";
  for (const auto& place : {usual, folder})
    if (is_file(place / launched.plug_in)) return place / launched.plug_in;
  throw failed(fmt::format(
      "this is one of {} ranks ({}), but there is no plug-in {} in {}: build slipflow where {} is "
      "installed, name the plug-in in SLIPFLOW_MPI, or run single processes with --no-mpi",
      launched.ranks, launched.variable, launched.plug_in, shown(usual.string()), launched.mpi));
}

OpenTeam& function_of(const fs::path& file) {
  // RTLD_GLOBAL: an MPI that opens plug-ins of its own expects that these see its symbols. Never
  // closed, because MPI may leave threads.
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library) {
    const char* const why = dlerror();
    throw failed(fmt::format("the plug-in {} cannot be opened ({}): is its MPI installed here?",
                             shown(file.string()), escaped(why ? why : "no reason is known")));
  }
  void* const function = dlsym(library, kOpenTeam);
  if (!function)
    throw failed(fmt::format("{} is no plug-in of slipflow: it has no function {}",
                             shown(file.string()), kOpenTeam));
  return *reinterpret_cast<OpenTeam*>(function);
}

std::unique_ptr<Team> team_from(const fs::path& file) {
  PlugInAnswer answer;
  function_of(file)(kPlugInVersion, &answer);
  if (answer.version != kPlugInVersion)
    throw failed(
        fmt::format("the plug-in {} is of another build of slipflow: the version of its "
                    "interface is {}, that of the program {}",
                    shown(file.string()), answer.version, kPlugInVersion));
  if (!answer.team) throw failed(fmt::format("MPI does not start: {}", escaped(answer.fault)));
  return std::unique_ptr<Team>(answer.team);
}
}  // namespace

std::unique_ptr<Team> open_team(const std::optional<LaunchedRank>& launched,
                                const fs::path& program) {
  if (!launched) return std::make_unique<OneRank>();
  const auto file = plug_in_for(*launched, program);
  auto team = team_from(file);
  if (team->size() != launched->ranks)
    throw failed(
        fmt::format("the launcher has started {} ranks ({}), but MPI has {}: the plug-in "
                    "{} is for another MPI than the launcher",
                    launched->ranks, launched->variable, team->size(), shown(file.string())));
  return team;
}

}  // namespace slipflow::parallel
