// One row of the gas along x at the cell centres, and measures of it.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

struct ShockProfile {
  std::vector<double> x, rho, u, T, p;
  std::size_t size() const { return x.size(); }
};

inline ShockProfile first_row(const Case& c, const State& s) {
  ShockProfile r;
  const auto layout = c.mesh.layout();
  for (int i = 0; i < layout.nx; ++i) {
    const auto at = layout.at(i, 0);
    r.x.push_back(c.mesh.x.centre(i));
    r.rho.push_back(s.rho[at]);
    r.u.push_back(0.5 * (s.u[at] + s.u[at + 1]));
    r.T.push_back(s.T[at]);
    r.p.push_back(s.rho[at] * s.T[at]);
  }
  return r;
}

/// The last x at which f, linear between the points, takes the value.
inline double last_crossing(const std::vector<double>& x, const std::vector<double>& f,
                            double value) {
  for (std::size_t i = x.size() - 1; i > 0; --i)
    if ((f[i] - value) * (f[i - 1] - value) <= 0)
      return x[i] + (value - f[i]) * (x[i - 1] - x[i]) / (f[i - 1] - f[i]);
  return x.front();
}

/// Finer meshes take part too when SLIPFLOW_LONG is set to 1.
inline bool long_runs() {
  const char* wanted = std::getenv("SLIPFLOW_LONG");
  return wanted && wanted[0] == '1';
}

/// What the head of a table says about them.
inline std::string meshes_note(const std::string& finer) {
  return fmt::format(", {}{}", long_runs() ? "with " : "without (SLIPFLOW_LONG=1 adds them) ",
                     finer);
}

}  // namespace slipflow::simple_ts
