// Fields of a few cells with a context of the equations, for tests that evaluate them node by node:
// every width, density, temperature and velocity is another one, so that no two terms are equal.
#pragma once

#include <doctest/doctest.h>

#include <vector>

#include "random_axis.hpp"
#include "simple_ts/energy.h"
#include "simple_ts/momentum_terms.h"
#include "slipflow/mesh/layout.hpp"

namespace small_fields {

/// Equal but for rounding.
inline doctest::Approx close_to(double x) { return doctest::Approx(x).epsilon(1e-12); }

/// Everything a context points to, as vectors that can be copied.
struct Fields {
  slipflow::mesh::Layout layout{};
  Axis x, y;
  std::vector<double> u, v, T, rho, u_old, v_old, T_old, rho_old, C_u, C_v, C_T;
  std::vector<SfTag> tags;
  std::vector<SfWall> walls;
  SfContext flags{};  ///< gas, dt and every switch; the rest is filled by Context

  std::size_t at(int i, int j) const { return layout.at(i, j); }
  bool solid(int i, int j) const { return tags[at(i, j)] != 0; }
};

/// A context of fields, which it keeps.
class Context {
 public:
  explicit Context(Fields fields)
      : f(std::move(fields)),
        x_(f.x.metrics()),
        y_(f.y.metrics()),
        gamma_(f.T.size()),
        shear2_(f.T.size()) {
    c = f.flags;
    c.mesh =
        sf_whole_mesh(f.layout.nx, f.layout.ny, f.layout.pitch(), 0, 0, 0, 0, x_.data(), y_.data());
    c.u = f.u.data(), c.v = f.v.data(), c.T = f.T.data(), c.rho = f.rho.data();
    c.u_old = f.u_old.data(), c.v_old = f.v_old.data();
    c.T_old = f.T_old.data(), c.rho_old = f.rho_old.data();
    c.C_u = f.C_u.data(), c.C_v = f.C_v.data(), c.C_T = f.C_T.data();
    c.tag = f.tags.data(), c.wall = f.walls.data();
    c.gamma = gamma_.data(), c.shear2 = shear2_.data();
    for (std::size_t k = 0; k < gamma_.size(); ++k) gamma_[k] = sf_transport(&c, f.T[k]);
    for (int j = 0; j <= f.layout.ny; ++j)
      for (int i = 0; i <= f.layout.nx; ++i)
        shear2_[f.at(i, j)] = sf_make_shear2(&c, sf_node(i, j));
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Fields f;
  SfContext c{};

 private:
  std::vector<double> x_, y_, gamma_, shear2_;
};

/// Random fields on a mesh of nx x ny cells, gas everywhere, Kn 0.05, dt 0.05, gravity in x and y.
inline Fields random_fields(int nx, int ny) {
  Numbers numbers;
  Fields f;
  f.layout = {nx, ny};
  for (int k = 0; k < nx + 2 * SF_PAD; ++k) f.x.h.push_back(numbers.between(0.1, 0.3));
  for (int k = 0; k < ny + 2 * SF_PAD; ++k) f.y.h.push_back(numbers.between(0.1, 0.3));
  const auto fill = [&](double lo, double hi) {
    std::vector<double> values(f.layout.size());
    for (double& value : values) value = numbers.between(lo, hi);
    return values;
  };
  for (auto* field : {&f.u, &f.v, &f.u_old, &f.v_old, &f.C_u, &f.C_v, &f.C_T})
    *field = fill(-0.5, 0.5);
  for (auto* field : {&f.T, &f.rho, &f.T_old, &f.rho_old}) *field = fill(0.6, 1.7);
  f.tags.assign(f.layout.size(), 0);
  f.flags.gas = {0.5, 0.03, 0.07, 0.04, -2.0 / 3.0, 0.3, -0.2, 5.0 / 6.0};
  f.flags.dt = 0.05, f.flags.rdt = 1 / f.flags.dt;
  f.flags.viscosity_sixteenths = SF_HARD_SPHERES;
  return f;
}

/// Fills cells of [i0, i1) x [j0, j1) with a wall, on whose faces nothing moves.
inline void put_wall(Fields& f, int i0, int i1, int j0, int j1, SfWall wall) {
  f.walls.push_back(wall);
  f.flags.has_walls = 1;
  for (int j = j0; j < j1; ++j)
    for (int i = i0; i < i1; ++i) f.tags[f.at(i, j)] = static_cast<SfTag>(f.walls.size());
  for (int j = -SF_PAD; j < f.layout.ny + SF_PAD; ++j)
    for (int i = -SF_PAD; i < f.layout.nx + SF_PAD; ++i) {
      const bool wall_x = f.solid(i, j) || (i > -SF_PAD && f.solid(i - 1, j));
      const bool wall_y = f.solid(i, j) || (j > -SF_PAD && f.solid(i, j - 1));
      if (wall_x) f.u[f.at(i, j)] = f.u_old[f.at(i, j)] = 0;
      if (wall_y) f.v[f.at(i, j)] = f.v_old[f.at(i, j)] = 0;
    }
}

}  // namespace small_fields
