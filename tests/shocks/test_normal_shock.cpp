// A steady normal shock of hard spheres (gamma 5/3, Pr 2/3) against its exact structure, one row of
// cells. Kn = 1: the unit of length is the mean free path upstream. Meshes are counted in cells per
// delta, the thickness of the shock by its steepest density.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>

#include "profile_files.hpp"
#include "shock_structure.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_normal_shock {

namespace {
constexpr double in_front = 6, behind = 5, downstream = 3;  // of the shock, in delta

// A shock between a stream on the west side and fixed ghost cells on the east side.
struct Shock {
  Case c;
  ShockJump jump;
  ShockProfile exact;
  ShockMeasures exact_measures;  // of `exact`
  double middle;                 // where the shock is put
};

Case shock_case(double mach, double length, int cells, const std::string& convection) {
  Case c = case_from(
      fmt::format("[gas]\nknudsen = 1\nmach = {}\n[mesh]\nx = 0 {}\ny = 0 1\ncells = {} 1\n"
                  "[boundary]\nwest = stream\neast = outflow\nsouth = symmetry\n"
                  "north = symmetry\n[time]\nstep = 1\nmax_steps = 1\n",
                  mach, length, cells),
      {fmt::format("scheme.convection={}", convection)});
  c.sides[mesh::east] = BoundaryKind::stream;  // the test fills these ghosts
  return c;
}

Shock make_shock(double mach, int cells_per_delta, const std::string& convection) {
  const Case any = shock_case(mach, 1, 4, convection);
  const ShockJump jump = shock_jump(any.gas.gamma, mach);
  const ShockProfile exact = ShockStructure(any.gas).integrate(0.002);
  const ShockMeasures m = measure_shock(exact, jump);
  const double delta = 1 / m.steepness;
  return {shock_case(mach, (in_front + behind) * delta,
                     static_cast<int>(in_front + behind) * cells_per_delta, convection),
          jump, exact, m, in_front * delta};
}

// A rise after tanh of pressure and density; ghosts hold the states of Rankine and Hugoniot.
State smooth_rise(const Shock& k) {
  State s = initial_state(k.c);
  const auto layout = k.c.mesh.layout();
  const double h = k.c.mesh.x.widths[0];
  const auto rise = [&](int at, double x, int last) {
    if (at < 0) return 0.0;
    if (at > last) return 1.0;
    return 0.5 * (1 + std::tanh(2 * (x - k.middle) * k.exact_measures.steepness));
  };
  for (int i = -mesh::kPad; i < layout.nx + mesh::kPad; ++i) {
    const auto at = layout.at(i, 0);
    const double cell = rise(i, (i + 0.5) * h, layout.nx - 1), face = rise(i, i * h, layout.nx);
    s.rho[at] = 1 + cell * (k.jump.rho - 1);
    s.T[at] = (1 + cell * (k.jump.p - 1)) / s.rho[at];
    s.u[at] = k.c.gas.u_stream / (1 + face * (k.jump.rho - 1));
  }
  return s;
}

double mass_of(const Shock& k, const State& s) {
  double mass = 0;
  for (int i = 0; i < k.c.mesh.x.cells(); ++i)
    mass += k.c.mesh.x.widths[i] * s.rho[k.c.mesh.layout().at(i, 0)];
  return mass;
}

// A shock may stand anywhere: a pressure behind it that is a little off makes it drift for ever. So
// the ghost pressure on the east side falls with the surplus of mass. A shock that moves with w
// gathers the mass w (rho2 - rho1) per time, and its pressure changes by `per_speed` w.
class Holder {
 public:
  Holder(const Shock& k, const State& start) : shock_(k), mass_(mass_of(k, start)) {
    const double gamma = k.c.gas.gamma, c1 = std::sqrt(gamma / 2);
    const double per_speed = 4 * gamma * k.c.gas.mach / ((gamma + 1) * c1);
    const double u2 = k.c.gas.u_stream / k.jump.rho, c2 = c1 * std::sqrt(k.jump.T);
    const double back = behind / k.exact_measures.steepness;
    const double round_trip = back / (c2 - u2) + back / (c2 + u2);  // of sound
    gain_ = per_speed / (k.jump.rho - 1) / (0.7 * round_trip);
  }

  void hold(Operations& backend) const {
    State s = backend.download();
    const auto layout = shock_.c.mesh.layout();
    const double p = shock_.jump.p - gain_ * (mass_of(shock_, s) - mass_);
    for (int i = layout.nx; i < layout.nx + mesh::kPad; ++i)
      s.rho[layout.at(i, 0)] = p / s.T[layout.at(i, 0)];
    backend.upload(s);
  }

 private:
  const Shock& shock_;
  double mass_, gain_;
};

// The steady profile: no value changes by more than 2e-6 while sound upstream covers about delta; a
// weak shock is thick and slow.
ShockProfile steady_profile(const Shock& k) {
  const auto backend = make_serial_operations(k.c);
  const State start = smooth_rise(k);
  backend->upload(start);
  const Holder holder(k, start);
  const double dt = 0.3 * k.c.mesh.x.widths[0] / k.c.gas.u_stream;
  const double small = 2e-6 * k.exact_measures.steepness;
  double change = 1;
  for (int step = 0; step < 200000 && change > small; ++step) {
    // Well below the change of a step, so that what is left at the end is the flow's.
    const double tolerance = std::clamp(0.0005 * change * dt, 1e-12, 1e-6);
    advance_time_step(*backend, dt, {tolerance, 500});
    change = backend->change_over_step().largest() / dt;
    holder.hold(*backend);
  }
  CHECK(change <= small);
  return first_row(k.c, backend->download());
}

double value_at(const std::vector<double>& x, const std::vector<double>& f, double at) {
  if (at <= x.front()) return f.front();
  if (at >= x.back()) return f.back();
  const auto i = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), at) - x.begin());
  return f[i - 1] + (f[i] - f[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1]);
}

// Errors of a steady profile.
struct Measured {
  ShockMeasures shock;
  std::array<double, 3> jump;  // of rho, T, p, over the exact ones, less 1
  std::array<double, 3> L1;    // of rho, u, T, over the jump and delta, both middles of rho in one
};

Measured measure(const Shock& k) {
  const ShockProfile r = steady_profile(k);
  Measured m{};
  m.shock = measure_shock(r, k.jump);
  const double x = m.shock.x_rho + downstream / k.exact_measures.steepness;
  m.jump = {value_at(r.x, r.rho, x) / k.jump.rho - 1, value_at(r.x, r.T, x) / k.jump.T - 1,
            value_at(r.x, r.p, x) / k.jump.p - 1};
  const double u1 = k.c.gas.u_stream;
  const std::array size = {k.jump.rho - 1, u1 - u1 / k.jump.rho, k.jump.T - 1};
  const std::array found = {&r.rho, &r.u, &r.T};
  const std::array right = {&k.exact.rho, &k.exact.u, &k.exact.T};
  const double weight = k.c.mesh.x.widths[0] * k.exact_measures.steepness;
  for (std::size_t i = 0; i < r.size(); ++i)
    for (int f = 0; f < 3; ++f) {
      const double at = r.x[i] - m.shock.x_rho + k.exact_measures.x_rho;
      m.L1[f] += weight / size[f] * std::abs((*found[f])[i] - value_at(k.exact.x, *right[f], at));
    }
  return m;
}

void print_head() {
  std::cout << "Normal shock" << meshes_note("32 cells per delta at Ma 1.5 and 2.43")
            << "; errors of the jumps and of the thickness over the exact values\n"
               "| Ma, scheme | cells per delta | rho2/rho1 | T2/T1 | p2/p1 | 1/delta | error | "
               "x_rho - x_T | error | L1 rho (order) | L1 u | L1 T |\n";
}

void print(const Shock& k, int cells_per_delta, const Measured& m, const Measured* coarser) {
  const ShockMeasures& e = k.exact_measures;
  std::cout << fmt::format("| {} {} | {}", k.c.gas.mach, k.c.scheme.name, cells_per_delta);
  for (double jump : m.jump) std::cout << fmt::format(" | {:+.1e}", jump);
  std::cout << fmt::format(" | {:.5f} | {:+.2f} % | {:.4f} | {:+.4f}", m.shock.steepness,
                           100 * (m.shock.steepness / e.steepness - 1), m.shock.separation,
                           m.shock.separation - e.separation);
  for (int f = 0; f < 3; ++f)
    std::cout << fmt::format(" | {:.5f}", m.L1[f])
              << (coarser ? fmt::format(" ({:.2f})", std::log2(coarser->L1[f] / m.L1[f])) : "");
  std::cout << " |\n" << std::flush;
}

std::vector<Measured> measure_meshes(double mach, const std::string& convection) {
  std::vector<int> meshes = {4, 8, 16};
  if (long_runs()) meshes.push_back(32);
  std::vector<Measured> all;
  for (int cells : meshes) {
    const Shock k = make_shock(mach, cells, convection);
    all.push_back(measure(k));
    print(k, cells, all.back(), all.size() > 1 ? &all.end()[-2] : nullptr);
  }
  return all;
}

// Orders between 8 and 16 cells per delta.
void check_orders(const std::vector<Measured>& m, double least, double least_of_jumps) {
  for (int f = 0; f < 3; ++f) {
    CAPTURE(f);
    CHECK(std::log2(m[1].L1[f] / m[2].L1[f]) > least);
    CHECK(std::log2(m[1].jump[f] / m[2].jump[f]) > least_of_jumps);
  }
}

// On 16 cells per delta with TVD.
void check_fine(double mach, const Measured& m) {
  const Shock k = make_shock(mach, 1, "tvd");
  for (double jump : m.jump) CHECK(std::abs(jump) < 1e-4);
  CHECK(std::abs(m.shock.steepness / k.exact_measures.steepness - 1) < 0.006);
  CHECK(std::abs(m.shock.separation / k.exact_measures.separation - 1) < 0.004);
  for (double error : m.L1) CHECK(error < 0.008);
}
}  // namespace

TEST_CASE("normal shock: the exact structure has the tabulated values") {
  // Ma, rho2/rho1, T2/T1, p2/p1, 1/delta, x_rho - x_T
  constexpr std::array<std::array<double, 6>, 5> table = {{
      {1.2, 1.297297, 1.194792, 1.550000, 0.07069, 1.481},
      {1.5, 1.714286, 1.494792, 2.562500, 0.17524, 1.271},
      {2.0, 2.285714, 2.078125, 4.750000, 0.33254, 1.076},
      {2.43, 2.652427, 2.688528, 7.131125, 0.44257, 0.983},
      {3.0, 3, 3.666667, 11, 0.55335, 0.910},
  }};
  for (const auto& [mach, rho, T, p, steepness, separation] : table) {
    const Shock k = make_shock(mach, 1, "upwind");
    CHECK(std::abs(k.jump.rho - rho) < 1e-6);
    CHECK(std::abs(k.jump.T - T) < 1e-6);
    CHECK(std::abs(k.jump.p - p) < 1e-6);
    CHECK(std::abs(k.exact_measures.steepness - steepness) < 6e-6);
    CHECK(std::abs(k.exact_measures.separation - separation) < 6e-4);
  }
}

TEST_CASE("normal shock: orders of accuracy at Ma 1.5 and 2.43") {
  print_head();
  for (double mach : {1.5, 2.43}) {
    const auto tvd = measure_meshes(mach, "tvd");
    check_orders(tvd, 1.9, 2.5);
    check_fine(mach, tvd[2]);
    check_orders(measure_meshes(mach, "upwind"), 0.8, 0.6);
  }
}

TEST_CASE("normal shock: Ma 1.2, 2 and 3 with TVD") {
  print_head();
  for (double mach : {1.2, 2.0, 3.0}) {
    const Shock k = make_shock(mach, 16, "tvd");
    const Measured m = measure(k);
    print(k, 16, m, nullptr);
    check_fine(mach, m);
  }
}

TEST_CASE("normal shock: explicit and implicit convection end in the same steady state") {
  Shock k = make_shock(2.43, 8, "tvd");
  const ShockProfile implicit_one = steady_profile(k);
  k.c.scheme.explicit_convection = true;
  const ShockProfile explicit_one = steady_profile(k);
  double largest = 0;
  for (std::size_t i = 0; i < implicit_one.size(); ++i)
    largest = std::max({largest, std::abs(implicit_one.rho[i] - explicit_one.rho[i]),
                        std::abs(implicit_one.u[i] - explicit_one.u[i]),
                        std::abs(implicit_one.T[i] - explicit_one.T[i])});
  std::cout << fmt::format(
      "Ma 2.43, 8 cells per delta: largest difference of the explicit and the "
      "implicit steady state {:.1e}\n",
      largest);
  CHECK(largest < 1e-5);
}

// For script/validate.
TEST_CASE("normal shock: profile" * doctest::skip()) {
  for (double mach : {1.2, 1.5, 2.0, 2.43, 3.0}) SUBCASE(fmt::format("Ma {}", mach).c_str()) {
      const ShockProfile r = steady_profile(make_shock(mach, 16, "tvd"));
      write_profile("profile", {{"x", r.x}, {"rho", r.rho}, {"u", r.u}, {"T", r.T}, {"p", r.p}});
    }
}

}  // namespace slipflow::simple_ts::test_normal_shock
