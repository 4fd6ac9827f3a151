// A standing sound wave, and the states of a simulation as one.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "slipflow/simple_ts/simulation.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts {

inline State state_of(const Simulation& simulation) {
  auto arrays = simulation.download(methods::Level::current);
  State s{arrays.size() == 4 ? 2 : 3};
  for (std::size_t k = 0; k < arrays.size(); ++k) *s.all()[k] = arrays[k].values;
  return s;
}

inline methods::Arrays arrays_of(const State& s) {
  methods::Arrays arrays;
  for (std::size_t k = 0; k < s.all().size(); ++k)
    arrays.push_back({field_list(s.axes)[k].name, *s.all()[k]});
  return arrays;
}

/// Sound in a channel of half a wavelength, between planes of symmetry.
inline std::string wave_text(int columns, int rows) {
  return fmt::format(
      "[gas]\nknudsen = 0.001\n[mesh]\nx = 0 1\ny = 0 0.2\ncells = {} {}\n[boundary]\n"
      "west = symmetry\neast = symmetry\nsouth = symmetry\nnorth = symmetry\n[inner]\n"
      "tolerance = 1e-12\nmax = 5000\n[time]\nstep = 0.1\nmax_steps = 1\n",
      columns, rows);
}

inline State wave(const Case& c, double amplitude) {
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const double change = amplitude * std::cos(std::numbers::pi * c.mesh.x.centre(i));
      s.rho[layout.at(i, j)] = 1 + change;
      s.T[layout.at(i, j)] = 1 + (c.gas.gamma - 1) * change;
    }
  update_ghosts(c, s);
  return s;
}

/// Steps of the case's own length to `end`; how many.
inline int run_to(Simulation& simulation, double end) {
  double time = 0, factor = methods::kUnknownFactor;
  int steps = 0;
  for (; time < end; ++steps) {
    const double left = end - time, wanted = simulation.time_step();
    // The last two are equal, as in a run.
    const double dt = left <= wanted ? left : left < 2 * wanted ? left / 2 : wanted;
    const StepResult r = simulation.advance(dt, time + dt, factor);
    if (r.diverged) return 0;
    time = dt == left ? end : time + dt;
    factor = r.factor;
  }
  return steps;
}

}  // namespace slipflow::simple_ts
