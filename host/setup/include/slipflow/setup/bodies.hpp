// Bodies on a mesh.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::setup {

/// A body on the mesh.
struct Body {
  std::string name;     ///< "circle 1"
  int wall = 0;         ///< its number in the tags, from 1
  mesh::CellBox cells;  ///< the smallest box around its cells
  std::int64_t cell_count = 0;
  int pieces = 1;  ///< connected parts of its cells; cells that touch at a corner are connected
  /// Reference length of its force coefficients and Strouhal numbers: by default its extent across
  /// the stream, along y.
  double reference_length = 0;
  bool has_given_length = false;  ///< reference_length is one of the case
};

/// The name in columns of tables, where blanks are written as '_'.
std::string column_of(std::string name);

/// How a method makes walls from the options on the lines of bodies.
struct BodyWalls {
  /// Adds the wall of a new body of this name; returns the wall's number, from 1. Throws
  /// Error(bad_input).
  std::function<int(const config::Directive& line, const std::string& name)> add;
  /// How two walls differ, so that their bodies must not overlap; empty if they do not.
  std::function<std::string(int wall, int other)> difference;
};

/// Bodies, and the line of the case file that each came from.
struct PlacedBodies {
  std::vector<Body> bodies;
  std::vector<const config::Directive*> lines;
};

/// Reads the bodies of a case and tags their cells. `notes` receives how the mesh changed them.
/// Throws Error(bad_input) for bodies without cells, overlapping different walls, more walls
/// than there are tags, and no gas left.
PlacedBodies read_bodies(const config::Settings& settings, const BodyWalls& walls, mesh::Mesh& mesh,
                         std::vector<std::string>& notes);

/// The name and a blank, to begin a message with, if the line has several bodies; else empty.
std::string in_a_row(const config::Directive& line, const std::string& name);

}  // namespace slipflow::setup
