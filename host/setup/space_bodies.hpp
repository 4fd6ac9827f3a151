// Bodies that are solids in space: boxes, spheres, cylinders and surfaces from STL files.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/solids.hpp"

namespace slipflow::setup {

/// Whether the line is one of these bodies.
bool is_of_space(const config::Directive& directive);

/// The solid of such a line; on a mesh of two axes the section of a surface. Throws
/// Error(bad_input).
mesh::Solid solid_in_space(const config::Settings& settings, const config::Directive& directive,
                           const mesh::Mesh& mesh);

}  // namespace slipflow::setup
