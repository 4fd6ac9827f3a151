// The start of a case from fields on another mesh.
#pragma once

#include <string>
#include <vector>

#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Gas on the cells of a mesh: nx * ny values, row-major.
struct StartFields {
  std::vector<double> x, y;          ///< faces
  std::vector<bool> solid;           ///< by cell
  std::vector<double> T, rho, u, v;  ///< at cell centres
};

/// Why they cannot be the start of the case, as the end of a sentence that begins with their name;
/// else empty: they must cover its mesh, and their gas be finite and positive.
std::string reason_against(const Case& c, const StartFields& fields);

/// `s` with the gas of the fields, linear between the centres of their gas cells; their v is added
/// to that of `s`. Cells with none of these around them stay as they are.
void put_fields(const Case& c, const StartFields& fields, State& s);

}  // namespace slipflow::simple_ts
