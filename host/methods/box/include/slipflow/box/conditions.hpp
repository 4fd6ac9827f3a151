// Conditions at the boundaries and bodies of a box, of a type that the method chooses.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/drawing/mesh_picture.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/controls.hpp"

namespace slipflow::boxes {

/// The largest magnitude of a number that a case gives.
inline constexpr double largest_number = 1e12;

/// A case on a box whose boundaries are periodic or have a condition each.
struct BoxCase : setup::Controls {
  mesh::Mesh mesh;
  std::array<setup::Outside, 6> sides{};  ///< by mesh::Side; wall or periodic
  std::vector<setup::Body> bodies;

  bool periodic(int axis) const {
    return sides[static_cast<std::size_t>(axis) * 2] == setup::Outside::periodic;
  }
};

/// The line of boundary.west, .., by mesh::Side.
const config::Directive& line_of_side(const config::Settings& settings, int side);

/// Throws Error(bad_input) where boundary.bottom or boundary.top is missing on a mesh of three
/// axes, or given on another one.
void check_lines_of_sides(const config::Settings& settings, const mesh::Mesh& mesh);

/// Throws Error(bad_input) for a body with z=Z0,Z1 on a mesh of two axes.
void check_z_of_body(const config::Settings& settings, const config::Directive& line,
                     const mesh::Mesh& mesh);

/// Adds the condition of a boundary that is not periodic; returns its number, from 1.
using AddSide = std::function<int(const config::Directive& line, int side)>;

/// Reads boundaries, then bodies, and tags their cells and the ghost cells. Throws
/// Error(bad_input).
setup::PlacedBodies read_walls(const config::Settings& settings, const AddSide& add_side,
                               const setup::BodyWalls& bodies, BoxCase& c);

/// The same into a list: wall number n of the tags has conditions[n - 1]. of_side(line, side) and
/// of_body(line, name) make a condition; difference(a, b) says how two bodies differ, so that they
/// must not overlap, or is empty.
template <class Condition, class OfSide, class OfBody, class Difference>
setup::PlacedBodies read_conditions(const config::Settings& settings, OfSide of_side,
                                    OfBody of_body, Difference difference,
                                    std::vector<Condition>& conditions, BoxCase& c) {
  const auto add = [&](Condition condition) {
    conditions.push_back(std::move(condition));
    return static_cast<int>(conditions.size());
  };
  const auto condition = [&](int wall) -> const Condition& {
    return conditions[static_cast<std::size_t>(wall - 1)];
  };
  return read_walls(
      settings, [&](const config::Directive& line, int side) { return add(of_side(line, side)); },
      {[&](const config::Directive& line, const std::string& name) {
         return add(of_body(line, name));
       },
       [&](int a, int b) -> std::string { return difference(condition(a), condition(b)); }},
      c);
}

/// The picture of a mesh: `sides`, the conditions of the boundaries by mesh::Side in words, and
/// `walls`, those of all walls by their numbers.
drawing::MeshPicture picture_of(const std::string& title, const std::vector<setup::Body>& bodies,
                                const std::array<std::string, 4>& sides,
                                std::vector<std::string> walls);

/// The picture for the conditions that read_conditions() returns.
drawing::MeshPicture picture_of(const BoxCase& c, std::vector<std::string> conditions);

}  // namespace slipflow::boxes
