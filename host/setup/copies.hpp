// Rows and rings of bodies: count=, spacing=, around=.
#pragma once

#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/shapes.hpp"

namespace slipflow::setup {

/// Numbers of lengths beyond it are refused, so that no sum or product of some overflows.
constexpr double kLargestLength = 1e12;

/// The bodies of a line: the shape itself and its copies, moved by multiples of spacing or
/// turned about a point. Throws Error(bad_input).
std::vector<mesh::Shape> copies_of(const config::Settings& settings,
                                   const config::Directive& directive, const mesh::Shape& shape);

}  // namespace slipflow::setup
