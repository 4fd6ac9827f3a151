// The Taylor-Green vortex in space at Re 100: kinetic energy and enstrophy while larger vortices
// make smaller ones. An eighth of a period, between planes of symmetry.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <numbers>
#include <vector>

#include "profile_files.hpp"
#include "sound_wave.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_vortex_in_space {

namespace {
const double amplitude = 0.1 * std::sqrt(5.0 / 6);  // Ma 0.1
constexpr double reynolds = 100;                    // amplitude L/B, L the inverse wave number

Case eighth_of_period(int cells) {
  const double knudsen = amplitude / (reynolds * 5.0 / 16 * std::sqrt(std::numbers::pi));
  return case_from(
      fmt::format("[gas]\nknudsen = {0}\n[mesh]\nx = 0 {1}\ny = 0 {1}\nz = 0 {1}\n"
                  "cells = {2} {2} {2}\n[boundary]\nwest = symmetry\neast = symmetry\n"
                  "south = symmetry\nnorth = symmetry\nbottom = symmetry\ntop = symmetry\n"
                  "[scheme]\nconvection = tvd\ntime = second_order\n"
                  "[inner]\npressure = multigrid\ntolerance = 1e-7\n"
                  "[time]\nstep = 1\nmax_steps = 1\n",
                  knudsen, std::numbers::pi, cells));
}

// rho = 1 and the pressure of incompressible flow.
State vortex(const Case& c) {
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  const auto &x = c.mesh.x, &y = c.mesh.y, &z = c.mesh.z;
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    const auto at = layout.at(i, j, k);
    const double xc = x.centre(i), yc = y.centre(j), zc = z.centre(k);
    s.u[at] = amplitude * std::sin(x.faces[i]) * std::cos(yc) * std::cos(zc);
    s.v[at] = -amplitude * std::cos(xc) * std::sin(y.faces[j]) * std::cos(zc);
    s.T[at] = 1 + amplitude * amplitude / 8 * (std::cos(2 * xc) + std::cos(2 * yc)) *
                      (std::cos(2 * zc) + 2);
  });
  update_ghosts(c, s);
  return s;
}

struct Sizes {
  double energy, enstrophy;
};

// Means over the box in units of the amplitude, of velocities where they are and of vorticity at
// edges: half of those on planes of symmetry belong to the box, and vorticity is 0 there.
Sizes sizes_of(const Case& c, const State& s) {
  const auto layout = c.mesh.layout();
  const double rh = layout.nx / c.mesh.x.faces.back();
  double energy = 0, enstrophy = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const int b = (axis + 1) % 3, d = (axis + 2) % 3;
    const auto step = [&](int along) {
      return layout.at(along == 0, along == 1, along == 2) - layout.at(0, 0, 0);
    };
    mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
      const auto at = layout.at(i, j, k);
      const double q = s.velocity(axis)[at];
      energy += q * q;
      const double omega = (s.velocity(d)[at] - s.velocity(d)[at - step(b)]) * rh -
                           (s.velocity(b)[at] - s.velocity(b)[at - step(d)]) * rh;
      const int place[] = {i, j, k};
      if (place[b] > 0 && place[d] > 0) enstrophy += omega * omega;
    });
  }
  const double scale = 0.5 / (amplitude * amplitude * std::pow(layout.nx, 3));
  return {energy * scale, enstrophy * scale};
}

// Energy and enstrophy at a time in L/amplitude, after steps of equal length, with `cells` across
// half a period.
Sizes sizes_at(double time, int cells, int steps) {
  const Case c = eighth_of_period(cells);
  Simulation simulation(c, make_threads_operations(c, 2));
  simulation.upload(arrays_of(vortex(c)));
  const double dt = time / (amplitude * steps);
  std::vector<double> times, energies, enstrophies;
  const auto keep = [&](int step) {
    const Sizes sizes = sizes_of(c, state_of(simulation));
    times.push_back(time * step / steps);
    energies.push_back(sizes.energy);
    enstrophies.push_back(sizes.enstrophy);
  };
  keep(0);
  double factor = methods::kUnknownFactor;
  for (int n = 1; n <= steps; ++n) {
    const StepResult r = simulation.advance(dt, n * dt, factor);
    REQUIRE(r.converged);
    factor = r.factor;
    keep(n);
  }
  write_profile(fmt::format("taylor_green_in_space_{}", 2 * cells),
                {{"t", times}, {"energy", energies}, {"enstrophy", enstrophies}});
  return {energies.back(), enstrophies.back()};
}
}  // namespace

// G. I. Taylor & A. E. Green, Proc. R. Soc. Lond. A 158 (1937) 499-521: the mean dissipation of
// incompressible flow as a series in t.
TEST_CASE("vorticity of the Taylor-Green vortex in space grows as its series in time says") {
  constexpr double t = 1, R = reynolds;
  const double exact = 3.0 / 8 *
                       (1 - 6 * t / R + (5.0 / 48 + 18 / (R * R)) * t * t -
                        (5.0 / 3 + 36 / (R * R)) * t * t * t / R +
                        (50.0 / (99 * 64) + 1835 / (9 * 16 * R * R)) * std::pow(t, 4) -
                        (361.0 / (44 * 32) + 761 / (12 * R * R)) * std::pow(t, 5) / R);
  const double coarse = sizes_at(t, 6, 20).enstrophy, fine = sizes_at(t, 12, 20).enstrophy;
  std::cout << fmt::format(
      "Taylor-Green in space, 12 and 24 cells at t = 1: {:.6f}, {:.6f} of {:.6f}\n", coarse, fine,
      exact);
  CHECK(std::abs(fine / exact - 1) < 0.06);
  CHECK(std::abs(fine - exact) < 0.3 * std::abs(coarse - exact));
}

TEST_CASE("Taylor-Green vortex in space on 24, 48 and 96 cells" * doctest::skip()) {
  std::vector<Sizes> of;
  for (const int cells : {24, 48, 96}) {
    of.push_back(sizes_at(5, cells / 2, 60));
    std::cout << fmt::format(
        "Taylor-Green in space, {0} x {0} x {0}: energy {1:.6f}, enstrophy {2:.6f}\n", cells,
        of.back().energy, of.back().enstrophy);
  }
  CHECK(of[2].energy - of[1].energy < 0.3 * (of[1].energy - of[0].energy));
  CHECK(of[1].energy > 0.96 * of[2].energy);
  CHECK(of[1].enstrophy > 0.87 * of[2].enstrophy);
}

}  // namespace slipflow::simple_ts::test_vortex_in_space
