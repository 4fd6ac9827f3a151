// The solids of a body's value line.
#pragma once

#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/solids.hpp"

namespace slipflow::setup {

/// The solids a body.* line describes, copies included. Reads the file of a mask, drawing or
/// surface; pictures cover the whole mesh unless the line gives a rectangle. Throws
/// Error(bad_input).
std::vector<mesh::Solid> solids_of(const config::Settings& settings,
                                   const config::Directive& directive, const mesh::Mesh& mesh);

}  // namespace slipflow::setup
