// The shape of a body from its value line.
#pragma once

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/shapes.hpp"

namespace slipflow::setup {

/// The shape a body.* line describes, without its copies. Reads the picture of a mask, which covers
/// the whole mesh unless the line gives a rectangle. Throws Error(bad_input).
mesh::Shape shape_of(const config::Settings& settings, const config::Directive& directive,
                     const mesh::Mesh& mesh);

}  // namespace slipflow::setup
