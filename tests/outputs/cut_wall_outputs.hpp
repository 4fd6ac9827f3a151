// Cases with cut walls and their outputs, for tests.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "output/wall_data.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::cut_wall_outputs {

/// A channel of 24 x 12 cells.
inline Case channel(const std::string& bodies) {
  return case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = 0 12\ny = 0 6\ncells = 24 12\nwalls = cut\n"
      "y_stretch = geometric 1.03\n[body]\n" +
      bodies +
      "[boundary]\nwest = inflow velocity=0.7\neast = pressure p=1\nsouth = wall temperature=1.2\n"
      "north = wall velocity=0.3,0\n[time]\nstep = 0.02\nmax_steps = 1\n");
}

/// A column of the data of a wall at one of its faces.
inline double at(const methods::WallData& wall, const std::string& name, std::size_t face) {
  const auto fields = wall_field_list();
  const auto field = std::ranges::find(fields, name, &setup::FieldInfo::name);
  REQUIRE(field != fields.end());
  return wall.values[static_cast<std::size_t>(field - fields.begin())][face];
}

/// The index of a wall in Case::walls.
inline std::size_t wall_named(const Case& c, const std::string& name) {
  const auto wall = std::ranges::find(c.walls, name, &Wall::name);
  REQUIRE(wall != c.walls.end());
  return static_cast<std::size_t>(wall - c.walls.begin());
}

/// Centroids of the open parts of faces, and of the gas in cells.
struct Places {
  explicit Places(const Case& c) : c_(c) {}
  methods::Point u(int i, int j) const {
    const auto* cell = listed(i, j);
    return {c_.mesh.x.faces[static_cast<std::size_t>(i)],
            cell && cell->open_x > 0 ? cell->y_x : c_.mesh.y.centre(j)};
  }
  methods::Point v(int i, int j) const {
    const auto* cell = listed(i, j);
    return {cell && cell->open_y > 0 ? cell->x_y : c_.mesh.x.centre(i),
            c_.mesh.y.faces[static_cast<std::size_t>(j)]};
  }
  methods::Point gas(int i, int j) const {
    const auto* cell = listed(i, j);
    return cell ? methods::Point{cell->x, cell->y}
                : methods::Point{c_.mesh.x.centre(i), c_.mesh.y.centre(j)};
  }

 private:
  const mesh::CutCell* listed(int i, int j) const {
    const int place = c_.cut->place[c_.mesh.layout().at(i, j)];
    return place < 0 ? nullptr : &c_.cut->cells[static_cast<std::size_t>(place)];
  }
  const Case& c_;
};

}  // namespace slipflow::simple_ts::cut_wall_outputs
