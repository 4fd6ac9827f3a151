// Fields of another program that solves the same discrete equations, and how far a state is from
// them.
#pragma once

#include <cmath>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Largest absolute differences over gas cells and fluid faces.
struct FieldDifferences {
  double p = 0, T = 0, u = 0, v = 0;
};

/// Reads p, T (cells), u (vertical faces), v (horizontal faces), row by row, as
/// tests/data/README.md describes, and compares.
inline FieldDifferences differences_from_file(const Case& c, const State& s,
                                              const std::string& file) {
  const auto layout = c.mesh.layout();
  std::ifstream in(file, std::ios::binary);
  const auto compare = [&](int ni, int nj, auto value) {
    double largest = 0;
    for (int j = 0; j < nj; ++j)
      for (int i = 0; i < ni; ++i) {
        double reference = 0;
        if (!in.read(reinterpret_cast<char*>(&reference), sizeof reference))
          throw std::runtime_error("too short: " + file);
        const double difference = std::abs(value(i, j) - reference);
        if (!(difference <= largest)) largest = difference;
      }
    return largest;
  };
  const auto in_gas = [&](int i, int j, double value) { return c.mesh.solid(i, j) ? 0 : value; };
  FieldDifferences d;
  d.p = compare(layout.nx, layout.ny, [&](int i, int j) {
    return in_gas(i, j, s.rho[layout.at(i, j)] * s.T[layout.at(i, j)]);
  });
  d.T = compare(layout.nx, layout.ny,
                [&](int i, int j) { return in_gas(i, j, s.T[layout.at(i, j)]); });
  d.u = compare(layout.nx + 1, layout.ny, [&](int i, int j) { return s.u[layout.at(i, j)]; });
  d.v = compare(layout.nx, layout.ny + 1, [&](int i, int j) { return s.v[layout.at(i, j)]; });
  return d;
}

}  // namespace slipflow::simple_ts
