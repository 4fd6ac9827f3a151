// The types of gmsh's elements.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "slipflow/mesh/poly_build.hpp"

namespace slipflow::mesh {

/// A type of elements of first order.
struct GmshType {
  int number;
  int points;
  int dimension;
  CellShape shape;   ///< of two and three dimensions
  const char* name;  ///< the singular, as "tetrahedron"

  bool is_face() const { return dimension == 2; }
  bool is_cell() const { return dimension == 3; }
};

/// The type of a number, null if it is not a point, a line or a CellShape.
const GmshType* gmsh_type(int number);

/// Elements of any other number, as "second-order tetrahedra (type 11): mesh with -order 1".
std::string refused_gmsh_type(int number);

// Leaving out elements of a list.

/// The points of an element.
std::span<const int> points_of_element(const Elements& elements, std::size_t element);

/// Keeps the elements whose entry of `kept` is not 0, in their order.
void keep_elements(Elements& elements, const std::vector<char>& kept);

/// Keeps the first of elements that have the same points, in whatever order: version 2.2 repeats an
/// element for each physical group that it is in.
void remove_duplicates(Elements& elements);

}  // namespace slipflow::mesh
