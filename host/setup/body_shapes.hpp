// The shape of a body from its value line.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/shapes.hpp"

namespace slipflow::setup {

/// The shape a body.* line describes, without its copies. Reads the picture of a mask, which covers
/// the whole mesh unless the line gives a rectangle. Throws Error(bad_input).
mesh::Shape shape_of(const config::Settings& settings, const config::Directive& directive,
                     const mesh::Mesh& mesh);

/// A body of that outline: its extent in z is that of the option z=Z0,Z1, else the whole mesh.
/// Throws Error(bad_input).
mesh::Solid solid_of(const config::Settings& settings, const config::Directive& directive,
                     const mesh::Shape& outline);

}  // namespace slipflow::setup
