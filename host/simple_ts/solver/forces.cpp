#include "slipflow/simple_ts/forces.hpp"

#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {

namespace {
// Sum of p x length over the gas cells beside the body in column i, or in row j.
double pressure_on_column(const SfContext& c, const mesh::CellBox& b, int i) {
  double sum = 0;
  for (int j = b.j0; j < b.j1; ++j)
    if (!sf_tag(&c, i, j)) sum += sf_p(&c, i, j) * sf_hy(&c.mesh, j);
  return sum;
}
double pressure_on_row(const SfContext& c, const mesh::CellBox& b, int j) {
  double sum = 0;
  for (int i = b.i0; i < b.i1; ++i)
    if (!sf_tag(&c, i, j)) sum += sf_p(&c, i, j) * sf_hx(&c.mesh, i);
  return sum;
}

// (32) Sum of length Gamma(T_w) x mean velocity gradient over the faces between row j of the gas and
// row jw of the body.
double friction_on_row(const SfContext& c, const mesh::CellBox& b, int j, int jw) {
  double sum = 0;
  const double hy = sf_hy(&c.mesh, j);
  const auto slip = [&](int i) { return sf_u(&c, i, j) - sf_slip_u(&c, i, j, jw); };
  for (int i = b.i0; i < b.i1; ++i) {
    if (sf_tag(&c, i, j)) continue;
    const double T_w = sf_wall_gas_temperature(&c, i, j, hy, sf_tag(&c, i, jw));
    sum += sf_hx(&c.mesh, i) * sf_transport(T_w) * (slip(i) + slip(i + 1)) / hy;
  }
  return sum;
}
double friction_on_column(const SfContext& c, const mesh::CellBox& b, int i, int iw) {
  double sum = 0;
  const double hx = sf_hx(&c.mesh, i);
  const auto slip = [&](int j) { return sf_v(&c, i, j) - sf_slip_v(&c, i, j, iw); };
  for (int j = b.j0; j < b.j1; ++j) {
    if (sf_tag(&c, i, j)) continue;
    const double T_w = sf_wall_gas_temperature(&c, i, j, hx, sf_tag(&c, iw, j));
    sum += sf_hy(&c.mesh, j) * sf_transport(T_w) * (slip(j) + slip(j + 1)) / hx;
  }
  return sum;
}
}  // namespace

std::vector<BodyForces> body_forces(const Case& c, const State& s) {
  const HostContext host(c);
  const SfContext context = host.view(s, s, 1.0);
  const double u2 = c.gas.u_stream * c.gas.u_stream;
  std::vector<BodyForces> forces;
  for (const Body& body : c.bodies) {
    const auto& b = body.cells;
    const double height = c.mesh.y.faces[b.j1] - c.mesh.y.faces[b.j0];
    const double width = c.mesh.x.faces[b.i1] - c.mesh.x.faces[b.i0];
    BodyForces f;
    f.drag_pressure = (pressure_on_column(context, b, b.i0 - 1) -
                       pressure_on_column(context, b, b.i1)) / (height * u2);
    f.lift_pressure = (pressure_on_row(context, b, b.j0 - 1) -
                       pressure_on_row(context, b, b.j1)) / (width * u2);
    const double friction = 2 * context.gas.B / u2;
    f.drag_friction = friction / height * (friction_on_row(context, b, b.j0 - 1, b.j0) +
                                           friction_on_row(context, b, b.j1, b.j1 - 1));
    f.lift_friction = friction / width * (friction_on_column(context, b, b.i0 - 1, b.i0) +
                                          friction_on_column(context, b, b.i1, b.i1 - 1));
    forces.push_back(f);
  }
  return forces;
}

}  // namespace slipflow::simple_ts
