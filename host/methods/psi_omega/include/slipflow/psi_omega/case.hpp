// A validated case of incompressible flow in stream function and vorticity.
//
// Lengths have the unit L, velocities U, times L/U, psi U L, omega U/L.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/box/linear_keys.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/config/words.hpp"
#include "slipflow/linear_solvers/lines.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/controls.hpp"
#include "slipflow/setup/gaps.hpp"

namespace slipflow::psi_omega {

enum class SideKind { wall, inflow, outflow, symmetry };

/// A boundary of the domain.
struct Side {
  SideKind kind = SideKind::wall;
  double velocity = 0;  ///< of a wall, along it: in +x or +y
  /// An inflow at the nodes along it: velocity into the domain, psi and omega.
  std::vector<double> speed, psi, omega;
  std::string in_words() const;  ///< "wall, u = 1"
};

enum class TimeScheme { steady, adi, rows };
enum class Convection { skew, advective, conservative };
/// As in case files.
constexpr config::Words<TimeScheme, 3> kTimeSchemes = {
    {{"steady", TimeScheme::steady}, {"adi", TimeScheme::adi}, {"rows", TimeScheme::rows}}};
constexpr config::Words<Convection, 3> kConvections = {
    {{"skew", Convection::skew},
     {"advective", Convection::advective},
     {"conservative", Convection::conservative}}};
enum class WallVorticity { thom, jensen };

struct Scheme {
  TimeScheme time = TimeScheme::steady;
  Convection convection = Convection::skew;
  WallVorticity wall_vorticity = WallVorticity::thom;
  bool free_bodies = true;  ///< psi of a body follows from the pressure being unique
  /// Each neighbour of a convex corner sees the vorticity of its own face, not their mean.
  bool sees_faces = false;
};

/// How lines are solved.
struct LineScheme {
  linear_solvers::LineAlgorithm algorithm = linear_solvers::LineAlgorithm::automatic;
  int axis = 0;  ///< of scheme.time = rows, SF_X or SF_Y: that of the lines
};

/// The part of a new value that an iteration takes over; none: chosen by the program.
struct Relaxation {
  std::optional<double> vorticity, wall;
};

struct Case : setup::Controls {
  mesh::Mesh mesh;
  std::array<Side, 4> sides;  ///< by mesh::Side; an inflow is in the west, an outflow in the east
  std::vector<setup::Body> bodies;
  double reynolds = 1;  ///< U L/nu
  Scheme scheme;
  LineScheme lines;
  Relaxation relaxation;
  bool kick = false;                           ///< a disturbance behind the bodies
  boxes::LinearControl linear{0, 1e-10, 100};  ///< of the equation of psi

  /// The flow through the domain: psi along the north boundary.
  double flow_rate() const {
    return sides[mesh::west].psi.empty() ? 0 : sides[mesh::west].psi.back();
  }
  bool has_outlet() const { return sides[mesh::east].kind == SideKind::outflow; }
  double smallest_width() const;
};

/// The rows of the key table.
std::vector<config::KeySpec> keys();

/// What the section [units] determines. Throws Error(bad_input).
config::UnitSystem unit_system(const config::Settings& settings);

/// The region that is searched for gaps. The case must outlive it.
setup::GapRegion gap_region(const Case& c);

/// Validates the settings. Throws Error(bad_input) with file, line and key.
Case make_case(const config::Settings& settings);

}  // namespace slipflow::psi_omega
