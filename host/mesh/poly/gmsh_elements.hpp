// Leaving out elements of a list.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "slipflow/mesh/poly_build.hpp"

namespace slipflow::mesh {

/// The points of an element.
std::span<const int> points_of_element(const Elements& elements, std::size_t element);

/// Keeps the elements whose entry of `kept` is not 0, in their order.
void keep_elements(Elements& elements, const std::vector<char>& kept);

/// Keeps the first of elements that have the same points, in whatever order: version 2.2 repeats an
/// element for each physical group that it is in.
void remove_duplicates(Elements& elements);

}  // namespace slipflow::mesh
