// [inner] diagonal, relaxation and start do not change the solution of a time step; they make the
// inner iteration converge faster.
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <cmath>

#include "compare_states.hpp"
#include "slipflow/simple_ts/simulation.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_splitting {

namespace {
constexpr double kTolerance = 1e-9;
constexpr double kEnd = 0.4;

struct Run {
  Case c;
  State state;
  int inner = 0;
  bool converged = true;
};

// A square close behind the stream: shock, wake of low density, corners, slip and jump.
Run run(double dt, std::vector<std::string> set) {
  set.push_back("inner.max=400");
  Run r{case_from(channel_text(44, 22, 0.1, body_line(0.1, 16, 7, 22, 15)), set), {}};
  const auto backend = make_serial_operations(r.c);
  backend->upload(initial_state(r.c));
  for (int n = 0; n < std::lround(kEnd / dt); ++n) {
    const auto step = advance_time_step(*backend, dt, {kTolerance, 400});
    r.inner += step.inner;
    r.converged = r.converged && step.converged;
  }
  r.state = backend->download();
  return r;
}

const std::vector<std::string> kPublished = {"inner.diagonal=plain", "inner.relaxation=none",
                                             "inner.start=previous"};

double largest_difference(const Run& a, const Run& b) {
  double largest = 0;
  for (const auto& f : compare_states(a.c, a.state, b.state))
    if (!(f.relative <= largest)) largest = f.relative;
  return largest;
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// The option set against the published iteration, at the same dt.
void check_same_solution(const std::vector<std::string>& scheme,
                         const std::vector<std::string>& options, const Run& published) {
  const std::string names = fmt::format("{}", fmt::join(joined(scheme, options), " "));
  CAPTURE(names);
  const Run other = run(0.005, joined(scheme, options));
  CHECK(other.converged);
  CHECK(largest_difference(other, published) < 100 * kTolerance);
  MESSAGE(names << ": " << other.inner << " of " << published.inner << " inner iterations");
}

void check_scheme(const std::string& convection, const std::string& time, double part) {
  const std::vector<std::string> scheme = {"scheme.convection=" + convection,
                                           "scheme.time=" + time};
  const Run published = run(0.005, joined(scheme, kPublished));
  REQUIRE(published.converged);
  check_same_solution(scheme, {"inner.relaxation=none", "inner.start=previous"}, published);
  check_same_solution(scheme, {"inner.diagonal=plain", "inner.start=previous"}, published);
  check_same_solution(scheme, {"inner.diagonal=plain", "inner.relaxation=none"}, published);
  const Run chosen = run(0.005, scheme);
  CHECK(chosen.converged);
  CHECK(largest_difference(chosen, published) < 100 * kTolerance);
  CHECK(chosen.inner < part * published.inner);
}
}  // namespace

TEST_CASE(
    "every splitting of the inner iteration has the same solution, the default comes sooner") {
  SUBCASE("implicit upwind") { check_scheme("upwind", "implicit", 0.7); }
  SUBCASE("explicit upwind") { check_scheme("upwind", "explicit", 0.7); }
  SUBCASE("implicit TVD") { check_scheme("tvd", "implicit", 0.7); }
  SUBCASE("explicit TVD") { check_scheme("tvd", "explicit", 0.7); }
}

TEST_CASE("with the outflow diagonal a step converges that the published iteration cannot take") {
  const Run published = run(0.04, kPublished), chosen = run(0.04, {});
  CHECK_FALSE(published.converged);
  CHECK(chosen.converged);
}

TEST_CASE("the limit of the time step belongs to the scheme and the diagonal") {
  const auto limit = [](const char* time, const char* convection, const char* diagonal) {
    return convergence_limit(case_from(
        channel_text(8, 6, 0.1, body_line(0.1, 3, 2, 5, 4)),
        {std::string("scheme.time=") + time, std::string("scheme.convection=") + convection,
         std::string("inner.diagonal=") + diagonal}));
  };
  CHECK(limit("implicit", "upwind", "outflow") == 1);
  CHECK(limit("implicit", "tvd", "outflow") == 0.5);
  CHECK(limit("explicit", "upwind", "outflow") == 0.5);
  CHECK(limit("explicit", "tvd_minmod", "outflow") == 1.0 / 3.0);
  CHECK(limit("implicit", "upwind", "plain") == 0.5);
  CHECK(limit("implicit", "tvd", "plain") == 0.25);
  CHECK(limit("explicit", "tvd", "plain") == 0.25);
}

TEST_CASE("the outflow diagonal keeps a steady flow between walls") {
  // Every wall condition: slip, no slip, free; jump, isothermal, adiabatic; fluxes vanish.
  const std::string text =
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 9 8\n"
      "[body]\nrectangle = 0.4 0.3 0.7 0.6 slip=off jump=adiabatic\n"
      "[boundary]\nwest = wall temperature=1.2\neast = wall slip=off jump=off\n"
      "south = symmetry\nnorth = wall velocity=0.5,0\n[time]\nstep = 0.02\nmax_steps = 20\n";
  std::vector<Case> cases = {case_from(text, kPublished), case_from(text)};
  std::vector<State> states;
  for (const Case& c : cases) {
    const auto backend = make_serial_operations(c);
    backend->upload(initial_state(c));
    for (int n = 0; n < 20; ++n) CHECK(advance_time_step(*backend, 0.02, {1e-13, 400}).converged);
    states.push_back(backend->download());
  }
  for (const auto& f : compare_states(cases[0], states[0], states[1])) {
    CAPTURE(f.name);
    CHECK(f.relative < 1e-11);
  }
}

}  // namespace slipflow::simple_ts::test_splitting
