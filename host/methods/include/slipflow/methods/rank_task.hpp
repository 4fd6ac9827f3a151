// What a rank needs to compute its piece of a mesh.
#pragma once

#include <optional>

#include "slipflow/mesh/decomposition.hpp"
#include "slipflow/methods/launch.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/parallel/requests.hpp"
#include "slipflow/parallel/team.hpp"

namespace slipflow::methods {

struct RankTask {
  parallel::Team& team;
  mesh::Cuts cuts;                     ///< into as many pieces as the team has ranks
  std::optional<opencl::Queue> queue;  ///< of its device; without one it computes on the host
  Launch launch;
  /// What signals ask of this rank; null: signals are left to the program.
  parallel::RequestBox* requests = nullptr;
  /// On the host: threads of the backend threads, or 0 for the serial reference.
  int threads = 0;
};

}  // namespace slipflow::methods
