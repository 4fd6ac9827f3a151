// Meshes of polyhedra in a case.
#pragma once

#include "slipflow/piso/case.hpp"

namespace slipflow::piso {

/// Reads the mesh of mesh.file and the conditions on its patches. Throws Error(bad_input).
void read_poly_case(const config::Settings& settings, Case& c);

/// Where the flow is. The case has to outlive it.
setup::Domain domain_of_polyhedra(const Case& c);

}  // namespace slipflow::piso
