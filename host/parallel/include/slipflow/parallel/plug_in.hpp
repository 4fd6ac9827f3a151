// The interface between the program and its plug-ins for MPI. A plug-in is a shared library that
// makes a Team of the ranks of one MPI. So the program itself is linked to no MPI, and one program
// works with several of them.
#pragma once

#include "slipflow/parallel/team.hpp"

namespace slipflow::parallel {

/// Changes with every change of Team or of this file.
constexpr unsigned kPlugInVersion = 3;

/// Filled in by a plug-in. The first member is the same in all versions.
struct PlugInAnswer {
  unsigned version = 0;   ///< of the plug-in
  Team* team = nullptr;   ///< owned by the caller; null if it could not be made
  char fault[1000] = "";  ///< why there is no team
};

/// The one function that a plug-in exports. It gets the version of the program. If its own is
/// another one, it fills in `version` alone.
using OpenTeam = void(unsigned version, PlugInAnswer* answer);
constexpr const char* kOpenTeam = "slipflow_open_mpi_team";

}  // namespace slipflow::parallel

/// Defined by each plug-in.
extern "C" slipflow::parallel::OpenTeam slipflow_open_mpi_team;
