// The equations that diagnostics of a state read, on a mesh of two or three axes.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <string>

#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"
#include "state/cut_pieces.hpp"

namespace slipflow::simple_ts {

/// A cell, or the node of a velocity on one of its lower faces; the third place is 0 in a plane.
using Cell = std::array<int, 3>;

/// (92) What the gas does to the outside through a face of an open boundary, out of the gas.
struct OpenLoads {
  double heat = 0;                  ///< by conduction
  std::array<double, 3> viscous{};  ///< force of the viscous stress, along the axes
  double enthalpy_flow = 0;         ///< with the kinetic energy
  std::array<double, 3> momentum_flow{};
};

/// (78) The gas at the face of a wall and its loads per area, in a plane per length. Shear and slip
/// velocity are vectors along the wall. Units p0, rho0 V0^2, rho0 V0^3, V0, T0.
struct GasAtWall {
  double pressure = 0, normal_stress = 0, corner = 0;
  double conduction = 0, friction_heat = 0, work = 0;
  double T = 0, jump = 0, knudsen = 0;
  std::array<double, 3> shear{}, slip_velocity{};
};

/// A view of one state in double. Case and state must outlive it.
class StateEquations {
 public:
  virtual ~StateEquations() = default;
  /// (64) p, T and rho on the face of a gas cell that looks to a side, a mesh::Side.
  virtual SampleValues gas_on_boundary(const Cell& cell, int side, bool is_pressure) const = 0;
  /// (64) The velocity along an axis on the boundary that is on that side of its node.
  virtual double velocity_on_boundary(int axis, const Cell& node, int side) const = 0;
  /// On the face of a gas cell that looks to a side.
  virtual OpenLoads open_loads(const Cell& cell, int side) const = 0;
  /// On the face of a gas cell that looks to a side, where a wall is.
  virtual GasAtWall gas_at_wall(const Cell& cell, int side) const = 0;
  /// At a piece of cut wall, whose corner load pushes along the normal into the wall.
  virtual GasAtWall gas_at_piece(const CutWallPiece& piece) const = 0;
  /// (74) Conductivity of the gas, unit rho0 V0^3 L/T0.
  virtual double conductivity(double T) const = 0;
  /// The mass flux through the lower face of a cell normal to an axis.
  virtual double mass_flux(int axis, const Cell& cell) const = 0;
  virtual StepLimits step_limits() const = 0;
  /// The value of a derived field in a gas cell, (72) to (77) and (93); null for other fields.
  using OfCell = std::function<double(const Cell& cell)>;
  virtual OfCell derived(const std::string& name) const = 0;
};

/// Those of a case of that many axes.
template <int axes>
std::unique_ptr<StateEquations> equations_for_axes(const Case& c, const State& s);
template <>
std::unique_ptr<StateEquations> equations_for_axes<2>(const Case& c, const State& s);
template <>
std::unique_ptr<StateEquations> equations_for_axes<3>(const Case& c, const State& s);

/// Those of the case.
inline std::unique_ptr<StateEquations> equations_of(const Case& c, const State& s) {
  return c.axes() == 3 ? equations_for_axes<3>(c, s) : equations_for_axes<2>(c, s);
}

}  // namespace slipflow::simple_ts
