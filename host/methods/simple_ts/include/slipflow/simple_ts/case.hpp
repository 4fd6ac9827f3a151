// A validated case: everything the method needs to know, made from the settings.
#pragma once

#include <array>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "gas_factors.h"
#include "slipflow/box/linear_keys.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/cut_in_space.hpp"
#include "slipflow/mesh/cut_mesh.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/opencl/inner_control.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/controls.hpp"
#include "slipflow/support/exact_sum.hpp"

namespace slipflow::simple_ts {

using setup::Body;
using setup::KernelSet;
using setup::Precision;

/// Factors of the non-dimensional equations.
struct GasFactors {
  SF_GAS_FACTORS(double);
  double gravity_z;
};

/// Coefficients of slip, temperature jump and thermal creep at walls that accommodate fully; of a
/// monatomic gas. docs/methods/simple-ts.md, section 2.
struct WallCoefficients {
  double slip, jump, creep;
};
constexpr WallCoefficients kPublished{1.1466, 2.1904, 0.75}, kHardSphere{1.0938, 2.0935, 1.018};

/// The temperature jump of a gas over that of a monatomic one (Smoluchowski).
constexpr double jump_over_monatomic(double gamma, double prandtl) {
  return 2 * gamma / (gamma + 1) / prandtl / 1.875;
}

/// The gas and the non-dimensional numbers of the case.
struct Gas {
  double knudsen = 0;  ///< mean free path of the reference state / reference length
  double mach = 0;     ///< of the undisturbed stream
  double gamma = 5.0 / 3.0;
  double prandtl = 2.0 / 3.0;
  int viscosity_sixteenths = 8;               ///< exponent omega of mu = lambda = T^omega, times 16
  double slip_coefficient = kPublished.slip;  ///< of a wall that accommodates fully
  double jump_coefficient = kPublished.jump;
  double creep_coefficient = kPublished.creep;  ///< k of (49)
  double momentum_accommodation = 1;            ///< of walls without one of their own
  double energy_accommodation = 1;
  std::array<double, 3> gravity{};  ///< unit V0^2/L
  double u_stream = 0;              ///< Ma sqrt(gamma/2), unit V0

  GasFactors factors() const;
  double sound2() const { return gamma / 2; }  ///< speed of sound squared over T, unit V0^2/T0
  bool hard_spheres() const { return viscosity_sixteenths == 8; }
  double reynolds() const { return u_stream / factors().B; }  ///< on the reference length
};

/// The values of a wall that the equations use.
struct WallValues {
  std::array<double, 3> velocity{};
  /// A cut wall may turn about a point, in radians per unit of time, counter-clockwise.
  double turning = 0;
  std::array<double, 2> turns_about{};
  std::array<double, 3> turning_in_space{};  ///< likewise about an axis, its angular velocity
  std::array<double, 3> turns_about_in_space{};
  double temperature = 1;
  double slip = 0;       ///< coefficient x Kn; 0 no slip, negative free slip
  double jump = 0;       ///< coefficient x Kn; 0 isothermal, no jump; negative prescribed heat flow
  int slip_law = 0;      ///< its number in macros/simple_ts/boundary/slip_laws.h
  double heat_flow = 0;  ///< into the wall, unit rho0 V0^3; 0 is adiabatic
  double jump_of_heat_flow = 0;  ///< as jump, of a prescribed heat flow; for tables alone

  /// A plane of symmetry exchanges neither momentum along it nor heat.
  bool acts_on_gas() const { return slip >= 0 || jump >= 0 || heat_flow != 0; }
};

/// The name of a slip law in case files, from its number.
std::string slip_law_name(int law);

/// A wall: a boundary or a body.
struct Wall {
  std::string name;  ///< "south", "circle 1"
  WallValues values;
  /// Where they vary: by cell of a boundary, in space those of a row after another; else empty.
  std::vector<double> temperatures{};
};

/// The values that an open boundary prescribes. Velocities are positive along the axes. Values by
/// cell are in the order of the arrays: in space those of a row after another.
struct SideValues {
  double pressure = 1;         ///< of a pressure boundary
  bool at_ghost = false;       ///< imposed at the centre of the ghost cell, not on the face
  double temperature = 1;      ///< of gas that enters
  double density = 1;          ///< of an inflow
  std::vector<double> across;  ///< normal velocity of an inflow, by cell
  /// Tangential velocities, by axis in the order of mesh::axes_along(), by node: at the ends of the
  /// cells' faces along that axis, at their centres along the other one.
  std::array<std::vector<double>, 2> along;
  std::vector<double> times, factors;  ///< factors of both at these times; or empty

  /// The factor at a time: linear between those of the table, constant before and after them.
  double factor(double time) const;
};

/// Gas of one state: density, temperature and velocity in units of the reference state and V0.
struct StartingGas {
  double rho = 1, T = 1;
  double u = 0, v = 0, w = 0;
};

struct CutTables;
struct StartFields;

/// The initial state: uniform gas, two states that meet at x = `place`, or fields of another run.
struct InitialState {
  StartingGas west, east;
  double place =
      std::numeric_limits<double>::infinity();  ///< cells with centres from there on are `east`
  double perturbation = 0;                      ///< amplitude of v over u_stream that is added
  std::filesystem::path file;                   ///< of another run's fields; empty: none
  std::shared_ptr<const StartFields> fields;    ///< and those read from it
  const StartingGas& at(double x) const { return x < place ? west : east; }
};

/// Convective terms, and slip and jump.
struct Scheme {
  int convection = 0;                ///< number in macros/simple_ts/convection/schemes.h
  std::string name = "upwind";       ///< and its name there
  bool explicit_convection = false;  ///< of time level n, computed once per time step
  bool second_order = false;         ///< in time; implicit, and never with the march
  bool density_at_wall = true;       ///< in slip and jump; false: of the cell, as published
  bool no_slip_at_corners = true;    ///< at convex corners; false: slip, as published
};

using opencl::InnerControl;

/// How the pressures of an inner iteration follow: from those of the one before, or solved together
/// by conjugate gradients with multigrid; automatic: by whichever is expected to take less time.
enum class PressureSolution { jacobi, multigrid, automatic };
/// As in case files.
std::string name_of(PressureSolution pressure);

/// Convergence of the inner iteration; docs/methods/simple-ts.md section 8. The solution of a step
/// does not depend on it.
struct InnerSplitting {
  bool outflow_diagonal = true;    ///< false: as published
  bool relaxation_cycle = true;    ///< false: no relaxation, as published
  bool extrapolated_start = true;  ///< false: from time level n, as published
  PressureSolution pressure = PressureSolution::jacobi;
  int solved_cycle = 7;        ///< relaxations of a cycle with solved pressures; or 3
  int velocity_sweeps = 1;     ///< of an iteration with solved pressures
  int temperature_sweeps = 2;  ///< likewise
};

/// The kinds of `boundary.*`; a plane of symmetry is a wall. In a piece of a mesh, a boundary with
/// `neighbour` outside is one where another rank has the mesh.
enum class BoundaryKind { stream, outflow, wall, periodic, pressure, inflow, neighbour };

/// Units of the sums over a domain: of contents of cells, of flows through boundaries, of loads on
/// walls. A part of a domain has those of the whole.
struct SumUnits {
  SumUnit contents, flows, loads;
};

/// The state that coefficients of wall data refer to; docs/methods/simple-ts.md (79).
struct WallReference {
  bool on = false;  ///< wall data are written
  double velocity = 0, temperature = 1, pressure = 1;
};

/// How a run gets from the initial state to its end.
enum class March {
  transient,  ///< in time
  steady,     ///< to a steady state, in steps of a pseudo-time; steady_march.hpp
};

struct Case : setup::Controls {
  Gas gas;
  mesh::Mesh mesh;
  SumUnits sum_units;
  std::array<BoundaryKind, 6> sides{};      ///< by mesh::Side; in a plane the first four
  std::array<SideValues, 6> side_values{};  ///< by mesh::Side, of pressure boundaries and inflows
  std::vector<Wall> walls;                  ///< wall number n is walls[n - 1]
  std::vector<Body> bodies;
  /// Cells that bodies cut; null: none are. On a piece of a mesh: of the whole, `place` by the
  /// piece's arrays, and without pieces of wall.
  std::shared_ptr<const mesh::CutMesh> cut;
  /// Cells that bodies cut in space; null: none are.
  std::shared_ptr<const mesh::CutInSpace> cut_in_space;
  /// What cut_tables() returns on a piece of a mesh and in space; null: it makes them.
  std::shared_ptr<const CutTables> cut_tables;
  InitialState initial;
  Scheme scheme;
  InnerControl inner;
  InnerSplitting splitting;
  boxes::LinearControl linear{0, 0.1, 0};  ///< of solved pressures; max = 0: chosen by the mesh
  March march = March::transient;
  bool balance = false;  ///< balance.csv is written
  WallReference wall_reference;
  /// On a piece of a mesh, by axis: its part of the whole's metrics(), whose values at the ends
  /// depend on cells outside the piece. Else empty.
  std::array<std::vector<double>, 3> piece_metrics{};

  bool has_cut_walls() const { return cut || cut_in_space; }
  bool sides_vary_in_time() const;
  double sides_vary_until() const;  ///< the last time of their tables; 0 without tables
  bool has_slip_laws() const;       ///< a wall has one other than the first
  bool has_heat_flow() const;       ///< a wall has one other than 0, or friction heat
  bool has_friction_heat() const;   ///< gas may slip along a wall whose heat flow is prescribed
  bool walls_vary() const;          ///< a wall's temperature varies along it
  std::vector<setup::Outside> outside() const;  ///< by mesh::Side
  int axes() const { return mesh.axes(); }
  int side_count() const { return 2 * axes(); }
  /// Whether no gas can leave or enter: its mass stays that of the initial state.
  bool is_closed() const;
  /// Whether the mesh continues outside that boundary, at the opposite end or on another rank.
  bool continues(mesh::Side side) const {
    return sides[side] == BoundaryKind::periodic || is_neighbour(side);
  }
  bool is_neighbour(mesh::Side side) const { return sides[side] == BoundaryKind::neighbour; }
  /// setup::axis_metrics of an axis, 0 for x.
  std::vector<double> metrics(int axis) const;
  bool periodic(int axis) const {
    return sides[static_cast<std::size_t>(axis) * 2] == BoundaryKind::periodic;
  }
  bool periodic_x() const { return periodic(0); }
  bool periodic_y() const { return periodic(1); }
  long cells() const { return mesh.cells(); }
};

/// Builds and validates the whole case. Throws Error(bad_input) with file, line and key.
Case make_case(const config::Settings& settings);

}  // namespace slipflow::simple_ts
