// Bodies on a mesh.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/cut_in_space.hpp"
#include "slipflow/mesh/cut_mesh.hpp"
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
  bool has_given_length = false;       ///< reference_length is one of the case
  std::optional<mesh::CutBody> cut{};  ///< its outline, if that cuts cells; else it is whole cells
  std::optional<mesh::CutSolid> cut_solid{};  ///< likewise in space
  bool cuts_cells() const { return cut || cut_solid; }
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
  /// Outlines cut the cells of the mesh, but of masks and of lines with walls=stairs.
  bool cut = false;
};

/// Bodies, and the line of the case file that each came from.
struct PlacedBodies {
  std::vector<Body> bodies;
  std::vector<const config::Directive*> lines;
};

/// Reads the bodies of a case and tags the cells of those that are whole cells; cut_by_bodies()
/// follows for the others. `notes` receives how the mesh changed them.
/// Throws Error(bad_input) for bodies without cells, overlapping different walls, more walls
/// than there are tags, and no gas left.
PlacedBodies read_bodies(const config::Settings& settings, const BodyWalls& walls, mesh::Mesh& mesh,
                         std::vector<std::string>& notes);

/// Cuts the cells of a mesh, whose ghost cells have their tags, by the bodies whose outlines do
/// that; `open` boundaries by mesh::Side. Replaces its tags and completes these bodies: their box
/// is that of their solid and cut cells, their number of cells that of the solid ones. Returns
/// nothing without such bodies. Throws Error(bad_input) for circles within a cell, bodies without
/// cells, and no gas left.
std::shared_ptr<const mesh::CutMesh> cut_by_bodies(const config::Settings& settings,
                                                   const std::array<bool, 2>& periodic,
                                                   const std::array<bool, 4>& open,
                                                   PlacedBodies& placed, mesh::Mesh& mesh);

/// Likewise on a mesh of three axes. Bodies also cut the ghost cells of boundaries that are not
/// periodic.
std::shared_ptr<const mesh::CutInSpace> cut_by_solids(const config::Settings& settings,
                                                      const std::array<bool, 3>& periodic,
                                                      PlacedBodies& placed, mesh::Mesh& mesh);

/// The tags of the mesh if its bodies that cut cells were made of whole cells instead.
std::vector<std::uint8_t> tags_with_stairs(const mesh::Mesh& mesh, const std::vector<Body>& bodies);

/// The name and a blank, to begin a message with, if the line has several bodies; else empty.
std::string in_a_row(const config::Directive& line, const std::string& name);

}  // namespace slipflow::setup
