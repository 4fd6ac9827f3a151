// A validated case of incompressible flow on a box: docs/methods/piso.md. Any consistent units.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/piso/flow_case.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/controls.hpp"
#include "slipflow/setup/time_table.hpp"

namespace slipflow::piso {

/// What a prescribed velocity or pressure is multiplied by.
struct OverTime {
  std::optional<setup::TimeTable> table;
  bool is_sine = false;
  double amplitude = 1, frequency = 0, phase = 0;  ///< amplitude sin(2 pi frequency t + phase)

  double at(double t) const;
  bool operator==(const OverTime&) const = default;
};

/// What a boundary or a body does to the flow.
struct Surface {
  std::string name;  ///< "west", "circle 1"
  PatchKind kind = PatchKind::velocity;
  bool lets_through = false;  ///< an inflow
  std::array<double, 3> velocity{};
  double pressure = 0, slip_length = 0;
  bool parabolic = false;  ///< 0 at the edges of the boundary, with the mean `velocity`
  OverTime over_time;

  /// "wall, velocity 1 0", "pressure 2"
  std::string in_words(int axes) const;
  bool is_wall() const {
    return !lets_through && (kind == PatchKind::velocity || kind == PatchKind::slip);
  }
};

struct Case : setup::Controls {
  mesh::Mesh mesh;
  std::array<setup::Outside, 6> sides{};  ///< by mesh::Side; wall or periodic
  std::vector<Surface> surfaces;          ///< wall number n of the tags has surfaces[n - 1]
  std::vector<setup::Body> bodies;
  std::array<double, 3> initial_velocity{};
  FlowCase flow;  ///< without patches

  bool is_steady() const { return flow.algorithm != Algorithm::piso; }
  bool periodic(int axis) const {
    return sides[static_cast<std::size_t>(axis) * 2] == setup::Outside::periodic;
  }
};

/// The rows of the key table.
std::vector<config::KeySpec> keys();

/// Validates the settings. Throws Error(bad_input) with file, line and key.
Case make_case(const config::Settings& settings);

/// Without further iterations once an axis has this many cells, and about as many as possible
/// before: 1 - 2.5/N, with N the geometric mean of the cells along the axes.
double chosen_relaxation(const mesh::Mesh& mesh);

}  // namespace slipflow::piso
