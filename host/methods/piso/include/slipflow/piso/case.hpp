// A validated case of incompressible flow: docs/methods/piso.md. Any consistent units.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/box/conditions.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/config/words.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_mesh.hpp"
#include "slipflow/mesh/poly_search.hpp"
#include "slipflow/piso/flow_case.hpp"
#include "slipflow/setup/gaps.hpp"
#include "slipflow/setup/side_table.hpp"

namespace slipflow::piso {

/// As in case files.
constexpr config::Words<Algorithm, 3> kAlgorithms = {
    {{"simplec", Algorithm::simplec}, {"simple", Algorithm::simple}, {"piso", Algorithm::piso}}};
constexpr config::Words<int, 3> kConvections = {{{"linear", SF_FACE_LINEAR},
                                                 {"upwind", SF_FACE_UPWIND},
                                                 {"linear_upwind", SF_FACE_LINEAR_UPWIND}}};

/// What a prescribed velocity or pressure is multiplied by.
struct OverTime {
  std::optional<setup::TimeTable> table;
  bool is_sine = false;
  double amplitude = 1, frequency = 0, phase = 0;  ///< amplitude sin(2 pi frequency t + phase)

  double at(double t) const;
  double largest() const;  ///< magnitude
  bool operator==(const OverTime&) const = default;
};

/// What a boundary or a body does to the flow.
struct Condition {
  std::string name;  ///< "west", "circle 1"
  PatchKind kind = PatchKind::velocity;
  bool lets_through = false;  ///< an inflow
  std::array<double, 3> velocity{};
  double flow = 0;  ///< of an inflow of polyhedra: volume per time along the normals
  double pressure = 0, slip_length = 0;
  bool parabolic = false;  ///< 0 at the edges of the boundary, with the mean `velocity`
  OverTime over_time;

  /// "wall, velocity 1 0", "pressure 2"; on that many axes
  std::string in_words(int axes) const;
  bool is_wall() const {
    return !lets_through && (kind == PatchKind::velocity || kind == PatchKind::slip);
  }
};

/// A mesh of polyhedra has one axis, whose cells are theirs.
struct Case : boxes::BoxCase {
  std::shared_ptr<const mesh::PolyMesh> poly;      ///< polyhedra, none of a box
  std::shared_ptr<const mesh::PolySearch> search;  ///< of polyhedra, if points are measured
  std::string mesh_name;                           ///< of polyhedra, for messages
  std::vector<double> mesh_digest;        ///< numbers by which other polyhedra are recognised
  bool oblique = false, skewed = false;   ///< polyhedra: FlowMesh
  std::vector<mesh::Rotation> rotations;  ///< polyhedra: FlowFaces
  int axes = 3;                           ///< components of the velocity
  /// Wall number n of the tags has surfaces[n - 1]; those of polyhedra are its patches.
  std::vector<Condition> surfaces;
  std::array<double, 3> initial_velocity{};
  FlowCase flow;  ///< without patches

  bool is_steady() const { return flow.algorithm != Algorithm::piso; }
};

/// The rows of the key table.
std::vector<config::KeySpec> keys();

/// What the section [units] determines. Throws Error(bad_input).
config::UnitSystem unit_system(const config::Settings& settings);

/// Units of pressures, and of forces, which on two axes are by depth.
constexpr const char* kPressureUnit = "rho L^2/T^2";
inline std::string force_unit(int axes) { return axes > 2 ? "rho L^4/T^2" : "rho L^3/T^2"; }

/// Validates the settings. Throws Error(bad_input) with file, line and key.
Case make_case(const config::Settings& settings);

/// The largest speed that a surface prescribes, 0 if none does; inflows of polyhedra with `flow` do
/// not count.
double largest_speed(const Case& c);

/// The region that is searched for gaps. The case must outlive it.
setup::GapRegion gap_region(const Case& c);

/// The relaxation of simplec that takes about the fewest iterations: 1 - 2.5/N, with N^axes cells.
double chosen_relaxation(double cells, int axes);

}  // namespace slipflow::piso
