// The initial state of a case from fields on another mesh.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Gas on the cells of a mesh, row-major.
struct StartFields {
  std::array<std::vector<double>, 3> faces;     ///< of each axis; none of z in a plane
  std::vector<bool> solid;                      ///< by cell
  std::vector<double> T, rho;                   ///< at cell centres
  std::array<std::vector<double>, 3> velocity;  ///< along each axis, likewise
};

/// Why the fields cannot be the initial state of the case, as the end of a sentence that begins
/// with their name; empty if they can. They must cover its mesh, with finite values, and T and rho
/// must be positive.
std::string reason_against(const Case& c, const StartFields& fields);

/// Interpolates the fields linearly between the centres of their gas cells and stores them in `s`;
/// their v is added to that of `s`. Cells without such centres around them do not change.
void put_fields(const Case& c, const StartFields& fields, State& s);

}  // namespace slipflow::simple_ts
