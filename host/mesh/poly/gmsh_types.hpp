// The types of gmsh's elements.
#pragma once

#include <string>

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

}  // namespace slipflow::mesh
