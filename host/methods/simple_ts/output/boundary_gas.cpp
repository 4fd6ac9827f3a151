#include "boundary_gas.hpp"

#include "solver/state_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {
#include "simple_ts/boundary/boundary_values.h"
}  // namespace SF_PRECISION

namespace {
int direction_of(int side) { return side == mesh::west || side == mesh::south ? -1 : 1; }
int axis_of(int side) { return mesh::across_x(side) ? SF_X : SF_Y; }
}  // namespace

bool ends_at(const Case& c, const std::array<int, 3>& cell, int side) {
  std::array<int, 3> beyond = cell;
  const int axis = mesh::axis_across(side);
  beyond[axis] += direction_of(side);
  if (c.mesh.solid(beyond[0], beyond[1])) return true;
  const bool inside = beyond[axis] >= 0 && beyond[axis] < c.mesh.axis(axis).cells();
  return !inside && !c.continues(static_cast<mesh::Side>(side));
}

class BoundaryGas::Equations : public StateContext {
  using StateContext::StateContext;
};

BoundaryGas::BoundaryGas(const Case& c, const State& s)
    : case_(c), equations_(std::make_unique<Equations>(c, s)) {}
BoundaryGas::~BoundaryGas() = default;

std::optional<double> BoundaryGas::of_cell(double SampleValues::*field,
                                           const std::array<int, 3>& cell, int side) const {
  if (!ends_at(case_, cell, side)) return std::nullopt;
  const SfGasOnFace gas =
      sf_gas_on_boundary(&equations_->context(), axis_of(side), cell[0], cell[1],
                         direction_of(side), case_.sides[side] == BoundaryKind::pressure);
  const SampleValues values{gas.p, gas.T, gas.rho};
  return values.*field;
}

std::optional<double> BoundaryGas::of_node(int axis, const std::array<int, 3>& node,
                                           int side) const {
  if (mesh::axis_across(side) == axis) return std::nullopt;
  return sf_velocity_on_boundary(&equations_->context(), axis == 0 ? SF_X : SF_Y, node[0], node[1],
                                 direction_of(side));
}

}  // namespace slipflow::simple_ts
