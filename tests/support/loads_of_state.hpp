// What acts on walls in a state, by the serial reference.
#pragma once

#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/operations.hpp"

namespace slipflow::simple_ts {

inline WallLoads wall_loads(const Case& c, const State& s) {
  const auto backend = make_serial_operations(c);
  backend->upload(s);
  return rounded(c, backend->diagnostics().wall_loads());
}

inline std::vector<BodyForces> body_forces(const Case& c, const State& s) {
  return body_forces(c, wall_loads(c, s));
}

}  // namespace slipflow::simple_ts
