// Forces, heat and work on walls; docs/methods/simple-ts.md (57), (58), (59), (60), (61), (83).
#pragma once

#include <vector>

#include "slipflow/simple_ts/diagnostics.hpp"

namespace slipflow::simple_ts {

/// Loads of the gas on one side of a wall. Forces are components along the axes, unit rho0 V0^2 L:
/// pressure, normal stress and the corner load act across the side, friction along it. Heat and
/// work flow into the wall, unit rho0 V0^3 L. In space another L in all units.
struct SideForces {
  double pressure = 0, normal = 0;
  double friction = 0;        ///< along the axis after the normal, x after the last one
  double friction_after = 0;  ///< in space along the next one
  double conduction = 0;
  double friction_heat = 0;  ///< of the friction, with the slip velocity of the gas, (83)
  double work = 0;           ///< of the friction, with the velocity of the wall
  double corner =
      0;  ///< momentum that ends at the side's convex corners or is convected into it, (61)

  double heat() const { return conduction + friction_heat; }
};
SideForces side_forces(const Case& c, const SideLoads& loads, int side);

/// All sides of a wall together.
struct WallForces {
  std::array<double, 3> force{};
  double conduction = 0, friction_heat = 0, work = 0;
  double heat() const { return conduction + friction_heat; }
};
WallForces wall_forces(const Case& c, const std::array<SideLoads, 6>& loads);

/// Force coefficients of one body in a plane, in units of 1/2 rho0 u_stream^2 S with S its height
/// (for the drag) or its width (for the lift).
struct BodyForces {
  double drag_pressure = 0;  ///< front minus back, pressure at the wall
  double drag_friction = 0;  ///< on top and bottom
  double lift_pressure = 0;  ///< bottom minus top
  double lift_friction = 0;  ///< on front and back
  double drag() const { return drag_pressure + drag_friction; }
};

/// One entry per body of the case. The stream must move (u_stream > 0).
std::vector<BodyForces> body_forces(const Case& c, const WallLoads& loads);

/// The area across x of the box around the cells of a body in space, unit L^2.
double frontal_area(const Case& c, const Body& body);

/// The whole force on one body in space along x, y and z, in units of 1/2 rho0 u_stream^2 S with S
/// its frontal_area().
struct SpaceCoefficients {
  double drag = 0, lift = 0, side = 0;
  double reference_area = 0;
};

/// One entry per body of a case in space. The stream must move.
std::vector<SpaceCoefficients> coefficients_in_space(const Case& c, const WallLoads& loads);

}  // namespace slipflow::simple_ts
