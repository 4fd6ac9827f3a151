#include "slipflow/simple_ts/start_fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::simple_ts {

namespace {
// Stencils of the gas cells around a point; outside the outermost centres, their values count.
class GasAround {
 public:
  explicit GasAround(const StartFields& f)
      : solid_(f.solid), x_(mesh::axis_from_faces(f.x)), y_(mesh::axis_from_faces(f.y)) {}

  setup::PointStencil operator()(double x, double y) const {
    return setup::point_stencil({.axis = x_, .ghosts = 0}, x, {.axis = y_, .ghosts = 0}, y,
                                [&](int i, int j) { return !solid_[j * x_.cells() + i]; });
  }

 private:
  const std::vector<bool>& solid_;
  mesh::Axis x_, y_;
};

// The interpolated field; 0 if there is no gas.
double value_at(const setup::PointStencil& s, const std::vector<double>& field) {
  return s.sum_of([&](int k) { return field[s.place[k]]; });
}

// Whether these faces cover the axis, except for rounding.
bool covers(const std::vector<double>& faces, const mesh::Axis& axis) {
  const double rounding = 1e-9 * (axis.faces.back() - axis.faces.front());
  return faces.front() <= axis.faces.front() + rounding &&
         faces.back() >= axis.faces.back() - rounding;
}
}  // namespace

std::string reason_against(const Case& c, const StartFields& f) {
  if (!covers(f.x, c.mesh.x) || !covers(f.y, c.mesh.y))
    return fmt::format("covers x {} to {}, y {} to {}, which is not all of the mesh", f.x.front(),
                       f.x.back(), f.y.front(), f.y.back());
  for (std::size_t at = 0; at < f.T.size(); ++at) {
    if (f.solid[at]) continue;
    const bool fits = f.T[at] > 0 && f.rho[at] > 0 && std::isfinite(f.T[at]) &&
                      std::isfinite(f.rho[at]) && std::isfinite(f.u[at]) && std::isfinite(f.v[at]);
    if (!fits)
      return fmt::format("has T = {}, rho = {}, u = {}, v = {} in cell ({}, {}), which no gas has",
                         f.T[at], f.rho[at], f.u[at], f.v[at], at % (f.x.size() - 1),
                         at / (f.x.size() - 1));
  }
  return "";
}

void put_fields(const Case& c, const StartFields& fields, State& s) {
  const GasAround gas_around(fields);
  const auto layout = c.mesh.layout();
  const auto& x = c.mesh.x;
  const auto& y = c.mesh.y;
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      if (c.mesh.solid(i, j)) continue;
      const auto gas = gas_around(x.centre(i), y.centre(j));
      if (!gas.any_counts()) continue;
      s.T[layout.at(i, j)] = value_at(gas, fields.T);
      s.rho[layout.at(i, j)] = value_at(gas, fields.rho);
    }
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i <= layout.nx; ++i)
      if (!c.mesh.solid(i - 1, j) && !c.mesh.solid(i, j))
        s.u[layout.at(i, j)] = value_at(gas_around(x.faces[i], y.centre(j)), fields.u);
  for (int j = 0; j <= layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i)
      if (!c.mesh.solid(i, j - 1) && !c.mesh.solid(i, j))
        s.v[layout.at(i, j)] += value_at(gas_around(x.centre(i), y.faces[j]), fields.v);
}

}  // namespace slipflow::simple_ts
