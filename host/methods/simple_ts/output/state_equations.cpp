// Compiled for two and for three axes.
#include "state_equations.hpp"

#include <cmath>

#include "backends/serial/host_cut_walls.hpp"
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {
#include "simple_ts/boundary/boundary_values.h"
#include "simple_ts/derived_fields.h"
#include "simple_ts/open_loads.h"
#if SF_AXES == 3
#include "simple_ts/cut/space/wall_values.h"
#else
#include "simple_ts/cut/wall_values.h"
#endif

namespace {
SfNode node_of(const Cell& cell) { return SF_NODE(cell[0], cell[1], cell[2]); }
int direction_of(int side) { return side % 2 == 0 ? -1 : 1; }

class Equations final : public StateEquations {
 public:
  Equations(const Case& c, const State& s)
      : host_(c), cut_walls_(host_), context_(host_.view(s, s, 1.0)), gas_(c.gas), walls_(c.walls) {
    cut_walls_.give_state_to(context_);
  }

  SampleValues gas_on_boundary(const Cell& cell, int side, bool is_pressure) const override {
    const SfGasOnFace gas = sf_gas_on_boundary(&context_, mesh::axis_across(side), node_of(cell),
                                               direction_of(side), is_pressure);
    return {gas.p, gas.T, gas.rho};
  }

  double velocity_on_boundary(int axis, const Cell& node, int side) const override {
    return sf_velocity_on_boundary(&context_, axis, mesh::axis_across(side), node_of(node),
                                   direction_of(side));
  }

  OpenLoads open_loads(const Cell& cell, int side) const override {
    const int axis = mesh::axis_across(side), direction = direction_of(side);
    const SfOpenLoads of_face = sf_open_loads(&context_, axis, node_of(cell), direction);
    const double B = context_.gas.B, energy = context_.gas.A / (gas_.gamma - 1);
    OpenLoads loads{.heat = energy * of_face.conduction};
    loads.viscous[axis] = direction * B * of_face.normal;
    loads.viscous[SF_NEXT(axis)] = B * of_face.friction;
    SF_IN_SPACE(loads.viscous[SF_AFTER(axis)] = B * of_face.friction_after;)
    loads.enthalpy_flow = gas_.gamma * energy * of_face.flow.thermal + of_face.flow.kinetic;
    loads.momentum_flow = {of_face.flow.momentum_x, of_face.flow.momentum_y};
    SF_IN_SPACE(loads.momentum_flow[SF_Z] = of_face.flow.momentum_z;)
    return loads;
  }

  GasAtWall gas_at_wall(const Cell& cell, int side) const override {
    const int axis = mesh::axis_across(side), towards = direction_of(side);
    const SfNode P = node_of(cell);
    const double B = context_.gas.B, energy = context_.gas.A / (gas_.gamma - 1);
    const double per_area = 1 / sf_area(&context_.mesh, axis, P);
    const SfWallLoads loads = sf_wall_loads(&context_, axis, P, towards);
    const SfWallFace face =
        sf_wall_face(&context_, axis, P, towards, sf_tag(&context_, sf_to(P, axis, towards)));
    const SfWallGas at_wall = sf_wall_gas(&context_, face);
    GasAtWall gas{.pressure = loads.pressure * per_area,
                  .normal_stress = B * loads.normal * per_area,
                  .corner = loads.corner * per_area,
                  .conduction = energy * loads.conduction * per_area,
                  .friction_heat = B * loads.friction_heat * per_area,
                  .work = B * loads.work * per_area,
                  .T = at_wall.T,
                  .jump = jump_at(face, at_wall),
                  .knudsen = knudsen_at(at_wall)};
    gas.shear[SF_NEXT(axis)] = B * loads.friction * per_area;
    SF_IN_SPACE(gas.shear[SF_AFTER(axis)] = B * loads.friction_after * per_area;)
    for (int along = 0; along < SF_AXES; ++along)
      if (along != axis)
        gas.slip_velocity[along] = sf_gas_velocity_at_wall(&context_, axis, along, P, towards) -
                                   sf_own_velocity_of_wall(&context_, along, face.wall);
    return gas;
  }

#if SF_AXES == 2
  GasAtWall gas_at_piece(const CutWallPiece& piece) const override {
    const SfNode P = sf_node(piece.i, piece.j);
    const int k = host_.cut_tables().of_mesh[static_cast<std::size_t>(piece.number)];
    const SfCutPiece& of = context_.cut_pieces[k];
    const double B = context_.gas.B, energy = context_.gas.A / (gas_.gamma - 1);
    const SfCutForce viscous = sf_cut_viscous_force(&context_, P, k);
    const SfCutForce corner = sf_cut_corner_force(&context_, P, k);
    const real creep = context_.cut_walls[k].creep;
    const SfWallFace face = sf_cut_wall_face(
        &context_, P, k, sf_cut_friction_heat(&context_, P, k, static_cast<int>(of.wall), creep));
    const SfWallGas at_wall = sf_wall_gas(&context_, face);
    GasAtWall gas{.pressure = face.p,
                  .normal_stress = viscous.normal / of.length,
                  .corner = corner.normal,
                  .T = at_wall.T,
                  .jump = jump_at(face, at_wall),
                  .knudsen = knudsen_at(at_wall)};
    for (int axis = 0; axis < 2; ++axis) {
      const SfWallLoads loads = sf_cut_loads(&context_, P, k, axis);
      gas.conduction += energy * loads.conduction / of.length;
      gas.friction_heat += B * loads.friction_heat / of.length;
      gas.work += B * loads.work / of.length;
    }
    const double shear = viscous.tangential / of.length + corner.tangential;
    const double slip = sf_cut_slip_velocity(&context_, P, k);
    gas.shear = {-of.n[SF_Y] * shear, of.n[SF_X] * shear};
    gas.slip_velocity = {-of.n[SF_Y] * slip, of.n[SF_X] * slip};
    return gas;
  }
#else
  GasAtWall gas_at_piece(const CutWallPiece& piece) const override {
    const SfNode P = sf_node(piece.i, piece.j, piece.k);
    const int k = piece.number;
    const SfCutPiece& of = context_.cut_pieces[k];
    const double energy = context_.gas.A / (gas_.gamma - 1), B = context_.gas.B;
    const SfCutVector force = sf_cut_viscous_force(&context_, P, k);
    const double normal =
        of.n[SF_X] * force.of[SF_X] + of.n[SF_Y] * force.of[SF_Y] + of.n[SF_Z] * force.of[SF_Z];
    const SfCutTangential creep = {
        {context_.cut_walls[k].creep[0], context_.cut_walls[k].creep[1]}};
    const SfWallFace face = sf_cut_wall_face(
        &context_, P, k, sf_cut_friction_heat(&context_, P, k, static_cast<int>(of.wall), creep));
    const SfWallGas at_wall = sf_wall_gas(&context_, face);
    GasAtWall gas{.pressure = face.p,
                  .normal_stress = normal / of.area,
                  .T = at_wall.T,
                  .jump = jump_at(face, at_wall),
                  .knudsen = knudsen_at(at_wall)};
    const SfCutTangential slip = sf_cut_slip_velocity(&context_, P, k);
    for (int axis = 0; axis < 3; ++axis) {
      const SfWallLoads loads = sf_cut_loads(&context_, P, k, axis);
      gas.conduction += energy * loads.conduction / of.area;
      gas.friction_heat += B * loads.friction_heat / of.area;
      gas.work += B * loads.work / of.area;
      gas.shear[axis] = (force.of[axis] - normal * of.n[axis]) / of.area;
      gas.slip_velocity[axis] = sf_cut_along_axis(&of, axis, slip);
    }
    return gas;
  }
#endif

  double conductivity(double T) const override {
    return sf_reference_conductivity(&context_) * sf_transport(&context_, T);
  }

  double mass_flux(int axis, const Cell& cell) const override {
    return sf_open_F(&context_, axis, node_of(cell));
  }

  StepLimits step_limits() const override { return measure_step_limits(context_); }

  OfCell derived(const std::string& name) const override {
    const auto of = [this](auto value) {
      return [this, value](const Cell& cell) { return value(&context_, node_of(cell)); };
    };
    const double knudsen = gas_.knudsen;
    if (name == "divergence") return of(sf_divergence);
    if (name == "schlieren") return of(sf_schlieren);
    if (name == "T_total") return of(sf_total_temperature);
    if (name == "knudsen")
      return of([=](const SfContext* c, SfNode P) { return sf_local_knudsen(c, knudsen, P); });
    if (name == "knudsen_gradient")
      return of([=](const SfContext* c, SfNode P) { return sf_gradient_knudsen(c, knudsen, P); });
    if (name == "heat_flux") return of(heat_flux);
    for (int axis = 0; axis < SF_AXES; ++axis) {
      const std::string letter(1, "xyz"[axis]);
      if (name == "heat_flux_" + letter)
        return of([=](const SfContext* c, SfNode P) { return sf_heat_flux(c, axis, P); });
#if SF_AXES == 3
      if (name == "vorticity_" + letter)
        return of([=](const SfContext* c, SfNode P) { return sf_vorticity(c, axis, P); });
#endif
    }
#if SF_AXES == 3
    if (name == "q_criterion") return of(sf_q_criterion);
#else
    if (name == "vorticity") return of(sf_vorticity);
#endif
    return nullptr;
  }

 private:
  static double heat_flux(const SfContext* c, SfNode P) {
    const double x = sf_heat_flux(c, SF_X, P), y = sf_heat_flux(c, SF_Y, P);
#if SF_AXES == 3
    return std::hypot(x, y, sf_heat_flux(c, SF_Z, P));
#else
    return std::hypot(x, y);
#endif
  }

  double jump_at(const SfWallFace& face, const SfWallGas& gas) const {
    const WallValues& wall = walls_[static_cast<std::size_t>(face.wall)].values;
    return wall.jump < 0 ? sf_jump_of_conduction(&context_, face, gas, wall.jump_of_heat_flow)
                         : gas.T - face.T_wall;
  }
  double knudsen_at(const SfWallGas& gas) const {
    return gas_.knudsen * sf_mean_free_path_factor(&context_, gas.T) / gas.rho;
  }

  HostContext host_;
  HostCutWalls cut_walls_;
  SfContext context_;
  const Gas& gas_;
  const std::vector<Wall>& walls_;
};
}  // namespace
}  // namespace SF_VARIANT

template <>
std::unique_ptr<StateEquations> equations_for_axes<SF_AXES>(const Case& c, const State& s) {
  return std::make_unique<Equations>(c, s);
}

}  // namespace slipflow::simple_ts
