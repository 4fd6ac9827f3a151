// One 3 x 3 case: h = 1, dt = 1, Gamma = rho = 1, A = B = CT1 = 1/2.
//
//     u(1,2) = 5        v(0,2) = 2   v(1,2) = -4
//     u(0,1) = 1   u(1,1) = 2   u(2,1) = 3
//     u(1,0) = 4        v(0,1) = 1   v(1,1) = -1
#pragma once

#include <array>

#include "simple_ts/gas_model.h"
#include "slipflow/mesh/layout.hpp"

namespace three_by_three {
inline constexpr slipflow::mesh::Layout layout{3, 3};
using Field = std::array<double, 121>;

struct ThreeByThree {
  Field u{}, v{}, T{}, rho{}, gamma{}, shear2{}, u_old{}, T_old{}, rho_old{};
  std::array<double, 11 * SF_AXIS_VALUES> axis{};

  ThreeByThree() {
    T.fill(1), rho.fill(1), gamma.fill(1), u_old.fill(7), T_old.fill(2), rho_old.fill(1);
    for (int n = 0; n < SF_AXIS_VALUES; ++n)
      for (int k = 0; k < 11; ++k) axis[n * 11 + k] = n < 4 ? 1.0 : 0.5;
    u[layout.at(1, 2)] = 5;
    u[layout.at(0, 1)] = 1, u[layout.at(1, 1)] = 2, u[layout.at(2, 1)] = 3;
    u[layout.at(1, 0)] = 4;
    v[layout.at(0, 2)] = 2, v[layout.at(1, 2)] = -4;
    v[layout.at(0, 1)] = 1, v[layout.at(1, 1)] = -1;
  }

  SfContext context() const {
    SfContext c{};
    c.mesh = sf_whole_mesh(3, 3, layout.pitch(), 0, 0, 0, 0, axis.data(), axis.data());
    c.gas = {0.5, 0.5, 0.5, 0.3, -2.0 / 3.0, 0, 0, 2};
    c.viscosity_sixteenths = SF_HARD_SPHERES;
    c.dt = c.rdt = 1;
    c.u = u.data(), c.v = v.data(), c.T = T.data(), c.rho = rho.data();
    c.u_old = u_old.data(), c.v_old = v.data(), c.T_old = T_old.data();
    c.rho_old = rho_old.data();
    c.gamma = gamma.data(), c.shear2 = shear2.data();
    return c;
  }
};
}  // namespace three_by_three
