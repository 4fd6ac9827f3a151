// Boundaries and bodies as lines of the case give them.
#pragma once

#include "slipflow/piso/case.hpp"

namespace slipflow::piso {

/// A boundary that is not periodic. Throws Error(bad_input).
Condition read_side(const config::Settings& settings, const config::Directive& line,
                    const mesh::Mesh& mesh, int side);
/// A patch of polyhedra, on that many axes. Throws Error(bad_input).
Condition read_patch(const config::Settings& settings, const config::Directive& line, int axes);
/// A body, which is a wall. Throws Error(bad_input).
Condition read_body(const config::Settings& settings, const config::Directive& line,
                    const mesh::Mesh& mesh, const std::string& name);

}  // namespace slipflow::piso
