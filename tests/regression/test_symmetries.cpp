// Exact properties of the discrete equations: uniform flow, rest, mirror and transposition.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "loads_of_state.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_symmetries {

namespace {
// Largest |f(i, j) - g(i, j)| over [0, ni) x [0, nj).
template <class F, class G>
double largest_difference(int ni, int nj, F f, G g) {
  double largest = 0;
  for (int j = 0; j < nj; ++j)
    for (int i = 0; i < ni; ++i) {
      const double difference = std::abs(f(i, j) - g(i, j));
      if (!(difference <= largest)) largest = difference;
    }
  return largest;
}
}  // namespace

TEST_CASE("uniform flow between walls that move with it stays uniform") {
  const Case c = case_from(channel_text(41, 23, 0.1, ""));
  const auto layout = c.mesh.layout();
  const State s = state_after(c, 100);
  const auto constant = [](double value) { return [value](int, int) { return value; }; };
  const auto of = [&](const std::vector<double>& f) {
    return [&](int i, int j) { return f[layout.at(i, j)]; };
  };
  CHECK(largest_difference(41, 23, of(s.T), constant(1)) < 1e-13);
  CHECK(largest_difference(41, 23, of(s.rho), constant(1)) < 1e-13);
  CHECK(largest_difference(42, 23, of(s.u), constant(c.gas.u_stream)) < 1e-13);
  CHECK(largest_difference(41, 24, of(s.v), constant(0)) < 1e-13);
}

TEST_CASE("gas at rest in a closed box stays at rest") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 2\ny = 0 1\ncells = 21 13\n"
      "[body]\nrectangle = 0.5 0.3 1 0.6\n"
      "[boundary]\nwest = wall\neast = wall slip=off\nsouth = symmetry\nnorth = wall jump=off\n"
      "[time]\nstep = 0.05\nmax_steps = 1\n");
  const State s = state_after(c, 100);
  const auto at_most = [](const std::vector<double>& f, double value, double bound) {
    return std::all_of(f.begin(), f.end(), [=](double x) { return std::abs(x - value) <= bound; });
  };
  CHECK(at_most(s.u, 0, 1e-14));
  CHECK(at_most(s.v, 0, 1e-14));
  CHECK(at_most(s.T, 1, 1e-14));
  CHECK(at_most(s.rho, 1, 1e-14));
}

TEST_CASE("promise 13: a case mirrored north-south gives the mirrored fields") {
  const double h = 0.125;
  const auto with_walls = [&](int low, int high, const std::string& south,
                              const std::string& north) {
    return case_from(channel_text(61, 30, h, body_line(h, 20, low, 28, high, "temperature=1.5")),
                     {"boundary.south=" + south, "boundary.north=" + north});
  };
  const Case c =
      with_walls(7, 15, "wall velocity=0,0 temperature=1.2", "wall velocity=free_stream");
  const Case m =
      with_walls(15, 23, "wall velocity=free_stream", "wall velocity=0,0 temperature=1.2");
  const State a = state_after(c, 100);
  const State b = state_after(m, 100);
  const auto layout = c.mesh.layout();
  const int nx = layout.nx, ny = layout.ny;
  const auto cell = [&](const std::vector<double>& f, const std::vector<double>& g) {
    return largest_difference(
        nx, ny, [&](int i, int j) { return f[layout.at(i, j)]; },
        [&](int i, int j) { return g[layout.at(i, ny - 1 - j)]; });
  };
  CHECK(cell(a.T, b.T) < 1e-12);
  CHECK(cell(a.rho, b.rho) < 1e-12);
  CHECK(cell(a.u, b.u) < 1e-12);
  CHECK(largest_difference(
            nx, ny + 1, [&](int i, int j) { return a.v[layout.at(i, j)]; },
            [&](int i, int j) { return -b.v[layout.at(i, ny - j)]; }) < 1e-12);
  CHECK(largest_difference(
            nx, ny, [&](int i, int j) { return a.T[layout.at(i, j)]; },
            [](int, int) { return 1.0; }) > 0.1);  // something happened
}

TEST_CASE("promise 13: without a mean flow, mirrored west-east, the mirrored fields") {
  const auto box = [](const char* body, const char* west, const char* east, const char* north,
                      const char* gravity) {
    return case_from(
        fmt::format("[gas]\nknudsen = 0.05\ngravity = {}\n[mesh]\nx = 0 2\ny = 0 1.5\n"
                    "cells = 24 17\n[body]\nrectangle = {} temperature=1.4\n[boundary]\n"
                    "west = wall {}\neast = wall {}\nsouth = symmetry\n"
                    "north = wall velocity={},0\n[time]\nstep = 0.01\nmax_steps = 1\n",
                    gravity, body, west, east, north));
  };
  const char *warm = "temperature=1.2", *sliding = "slip=off velocity=0,0.4";
  const Case c = box("0.5 0.4 1.0 0.8", warm, sliding, "0.7", "0.3 -0.1");
  const Case m = box("1.0 0.4 1.5 0.8", sliding, warm, "-0.7", "-0.3 -0.1");
  const State a = state_after(c, 100);
  const State b = state_after(m, 100);
  const auto layout = c.mesh.layout();
  const int nx = layout.nx, ny = layout.ny;
  const auto mirrored = [&](const std::vector<double>& f, const std::vector<double>& g, int rows) {
    return largest_difference(
        nx, rows, [&](int i, int j) { return f[layout.at(i, j)]; },
        [&](int i, int j) { return g[layout.at(nx - 1 - i, j)]; });
  };
  CHECK(mirrored(a.T, b.T, ny) < 1e-12);
  CHECK(mirrored(a.rho, b.rho, ny) < 1e-12);
  CHECK(mirrored(a.v, b.v, ny + 1) < 1e-12);
  CHECK(largest_difference(
            nx + 1, ny, [&](int i, int j) { return a.u[layout.at(i, j)]; },
            [&](int i, int j) { return -b.u[layout.at(nx - i, j)]; }) < 1e-12);
  CHECK(*std::max_element(a.u.begin(), a.u.end()) > 0.1);  // something happened
}

TEST_CASE("promise 13: bodies of any shape, mirrored north-south, give the mirrored fields") {
  const double h = 0.125;
  const Case c = case_from(channel_text(
      61, 33, h,
      "circle = 2.1 1.3 0.7 temperature=1.5\npolygon = 4.5 2 5.5 3.5 4.2 3.2 slip=off\n"));
  const Case m =
      case_from(channel_text(61, 33, h,
                             fmt::format("circle = 2.1 {} 0.7 temperature=1.5\n"
                                         "polygon = 4.5 {} 5.5 {} 4.2 {} slip=off\n",
                                         33 * h - 1.3, 33 * h - 2, 33 * h - 3.5, 33 * h - 3.2)));
  const State a = state_after(c, 100);
  const State b = state_after(m, 100);
  const auto layout = c.mesh.layout();
  const auto mirrored = [&](const std::vector<double>& f, const std::vector<double>& g) {
    return largest_difference(
        61, 33, [&](int i, int j) { return f[layout.at(i, j)]; },
        [&](int i, int j) { return g[layout.at(i, 32 - j)]; });
  };
  CHECK(mirrored(a.T, b.T) < 1e-12);
  CHECK(mirrored(a.rho, b.rho) < 1e-12);
  CHECK(mirrored(a.u, b.u) < 1e-12);
  CHECK(*std::max_element(a.T.begin(), a.T.end()) > 1.1);  // something happened
  const auto forces = body_forces(c, a), mirror = body_forces(m, b);
  for (std::size_t k = 0; k < forces.size(); ++k) {
    CHECK(forces[k].drag() == doctest::Approx(mirror[k].drag()).epsilon(1e-11));
    CHECK(forces[k].lift_pressure == doctest::Approx(-mirror[k].lift_pressure).epsilon(1e-11));
    CHECK(forces[k].lift_friction == doctest::Approx(-mirror[k].lift_friction).epsilon(1e-11));
    CHECK(forces[k].drag_friction > 0);
  }
}

TEST_CASE("a body along the whole channel is its wall, at rest or moving") {
  const char* text =
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 0.8\ny = 0 {}\ncells = 8 {}\n{}"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = wall velocity=-0.3,0\n"
      "north = wall velocity=0.5,0 temperature=1.3\n[time]\nstep = 0.05\nmax_steps = 1\n";
  const Case wall = case_from(fmt::format(fmt::runtime(text), "1.1", 11, ""));
  const Case belt =
      case_from(fmt::format(fmt::runtime(text), "1.4", 14,
                            "[body]\nrectangle = 0 1.1 0.8 1.4 velocity=0.5,0 temperature=1.3\n"));
  const State a = state_after(wall, 100), b = state_after(belt, 100);
  const auto la = wall.mesh.layout(), lb = belt.mesh.layout();
  const auto same = [&](const std::vector<double>& f, const std::vector<double>& g) {
    return largest_difference(
        8, 11, [&](int i, int j) { return f[la.at(i, j)]; },
        [&](int i, int j) { return g[lb.at(i, j)]; });
  };
  CHECK(same(a.u, b.u) < 1e-13);
  CHECK(same(a.T, b.T) < 1e-13);
  CHECK(same(a.rho, b.rho) < 1e-13);
  CHECK(a.u[la.at(4, 10)] > 0.2);  // something happened
}

TEST_CASE("promise 13: exchanging x and y exchanges the fields") {
  const auto box = [](const char* mesh, const char* body, const char* walls, const char* gravity) {
    return case_from(
        fmt::format("[gas]\nknudsen = 0.05\ngravity = {}\n[mesh]\n{}\n[body]\n"
                    "rectangle = {} temperature=1.4\n[boundary]\n{}\n"
                    "[time]\nstep = 0.01\nmax_steps = 1\n",
                    gravity, mesh, body, walls));
  };
  const Case c =
      box("x = 0 2\ny = 0 1.5\ncells = 24 17\nx_stretch = geometric 1.03", "0.5 0.4 1.1 0.8",
          "west = wall\neast = wall slip=off velocity=0,0.4\n"
          "south = wall jump=adiabatic\nnorth = wall velocity=0.7,0 temperature=1.2",
          "0.3 -0.1");
  const Case t =
      box("y = 0 2\nx = 0 1.5\ncells = 17 24\ny_stretch = geometric 1.03", "0.4 0.5 0.8 1.1",
          "south = wall\nnorth = wall slip=off velocity=0.4,0\n"
          "west = wall jump=adiabatic\neast = wall velocity=0,0.7 temperature=1.2",
          "-0.1 0.3");
  const State a = state_after(c, 100);
  const State b = state_after(t, 100);
  const auto la = c.mesh.layout(), lb = t.mesh.layout();
  const auto transposed = [&](const std::vector<double>& f, const std::vector<double>& g, int ni,
                              int nj) {
    return largest_difference(
        ni, nj, [&](int i, int j) { return f[la.at(i, j)]; },
        [&](int i, int j) { return g[lb.at(j, i)]; });
  };
  CHECK(transposed(a.T, b.T, 24, 17) < 1e-12);
  CHECK(transposed(a.rho, b.rho, 24, 17) < 1e-12);
  CHECK(transposed(a.u, b.v, 25, 17) < 1e-12);
  CHECK(transposed(a.v, b.u, 24, 18) < 1e-12);
  CHECK(*std::max_element(a.u.begin(), a.u.end()) > 0.1);  // something happened
}

}  // namespace slipflow::simple_ts::test_symmetries
