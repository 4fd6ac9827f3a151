#include "slipflow/simple_ts/forces.hpp"

#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {

namespace {
/// Sums over the faces between the gas and one body, in units of p0 L and of 2 B x length x velocity
/// gradient; (31), (32).
struct Sums {
  double pressure_x = 0, pressure_y = 0;
  double friction_x = 0, friction_y = 0;
};

/// (32) Length Gamma(T_w) x mean velocity gradient on the face between the gas cell (i,j) and the wall
/// in row jw. Nodes on wall faces, at inner corners, see no gradient.
double friction_on_row(const SfContext& c, int i, int j, int jw) {
  const double hy = sf_hy(&c.mesh, j);
  const auto slip = [&](int k) {
    return sf_fluid_u(&c, k, j) ? sf_u(&c, k, j) - sf_slip_u(&c, k, j, jw) : 0.0;
  };
  const double T_w = sf_wall_gas_temperature(&c, i, j, hy, sf_tag(&c, i, jw));
  return sf_hx(&c.mesh, i) * sf_transport(&c, T_w) * (slip(i) + slip(i + 1)) / hy;
}
double friction_on_column(const SfContext& c, int i, int j, int iw) {
  const double hx = sf_hx(&c.mesh, i);
  const auto slip = [&](int k) {
    return sf_fluid_v(&c, i, k) ? sf_v(&c, i, k) - sf_slip_v(&c, i, k, iw) : 0.0;
  };
  const double T_w = sf_wall_gas_temperature(&c, i, j, hx, sf_tag(&c, iw, j));
  return sf_hy(&c.mesh, j) * sf_transport(&c, T_w) * (slip(j) + slip(j + 1)) / hx;
}

/// Adds what the gas does to the four sides of the body's cell (i,j). Gas beyond a side of the domain
/// counts: an image, or a stream that the body stands in.
void add_faces(const SfContext& c, int i, int j, Sums& sums) {
  for (const int side : {-1, 1}) {
    if (!sf_tag(&c, i + side, j)) {
      sums.pressure_x -= side * sf_p(&c, i + side, j) * sf_hy(&c.mesh, j);
      sums.friction_y += friction_on_column(c, i + side, j, i);
    }
    if (!sf_tag(&c, i, j + side)) {
      sums.pressure_y -= side * sf_p(&c, i, j + side) * sf_hx(&c.mesh, i);
      sums.friction_x += friction_on_row(c, i, j + side, j);
    }
  }
}

/// Row by row, so that the order of the sums never changes.
Sums sums_of(const SfContext& c, const Body& body) {
  Sums sums;
  for (int j = body.cells.j0; j < body.cells.j1; ++j)
    for (int i = body.cells.i0; i < body.cells.i1; ++i)
      if (sf_tag(&c, i, j) == body.wall) add_faces(c, i, j, sums);
  return sums;
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
    const Sums sums = sums_of(context, body);
    const double friction = 2 * context.gas.B / u2;
    forces.push_back({sums.pressure_x / (height * u2), friction * sums.friction_x / height,
                      sums.pressure_y / (width * u2), friction * sums.friction_y / width});
  }
  return forces;
}

}  // namespace slipflow::simple_ts
