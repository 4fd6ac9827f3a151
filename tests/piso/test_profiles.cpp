// Values at points next to the boundaries of boxes, against closed forms.
#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <string>

#include "slipflow/piso/problem.hpp"
#include "slipflow/run/time_loop.hpp"

namespace test_profiles {

using namespace slipflow;

namespace {
struct Flow {
  explicit Flow(const std::string& text)
      : tables(config::make_key_tables({{"piso", piso::keys()}})),
        problem(config::parse_case("method = piso\n" + text, "case.cfg", {}, tables)),
        simulation(problem.backends().on_host()) {
    simulation->state().start();
    run::run_time_loop(problem.controls(), simulation->stepper(), {}, {});
  }
  double at(std::size_t field, double x, double y, double z = 0) const {
    return simulation->diagnostics().sample({{x, y, z}})[0][field];
  }
  config::KeyTables tables;
  piso::Problem problem;
  std::unique_ptr<methods::Simulation> simulation;
};

constexpr std::size_t u = 0;
const std::string periodic = "west = periodic\neast = periodic\n";
const std::string accurate = "[time]\nsteady = 1e-11\nmax_steps = 2000\n";
}  // namespace

TEST_CASE("between walls with a slip length profiles end with the velocity of the fluid") {
  // u = U (y + B)/(1 + 2 B) between y = 0 and 1.
  const Flow flow("[flow]\nviscosity = 0.5\n[mesh]\nx = 0 3\ny = 0 1\ncells = 4 7\n" +
                  std::string("y_stretch = geometric 1.3\n[boundary]\n") + periodic +
                  "south = wall slip_length=0.1\nnorth = wall slip_length=0.1 velocity=0.6,0\n" +
                  accurate);
  for (const double y : {0.0, 0.01, 0.5, 0.99, 1.0})
    for (const double x : {0.0, 1.3, 3.0})
      CHECK(std::abs(flow.at(u, x, y) - 0.5 * (y + 0.1)) < 1e-8);
}

TEST_CASE("a Poiseuille flow ends with 0 at walls and at the face of a body") {
  const Flow flow("[flow]\nviscosity = 0.5\ngravity = 1 0\n[mesh]\nx = 0 3\ny = 0 1.5\n" +
                  std::string("cells = 4 9\n[body]\nrectangle = 0 1 3 1.5\n[boundary]\n") +
                  periodic + "south = wall\nnorth = wall\n" + accurate);
  CHECK(flow.at(u, 1, 0) == 0);
  CHECK(flow.at(u, 1, 1) == 0);
  CHECK(flow.at(u, 1, 0.5) == doctest::Approx(0.25).epsilon(0.05));
  const double first = flow.at(u, 1, 1.0 / 12);
  CHECK(flow.at(u, 1, 1.0 / 24) == doctest::Approx(0.5 * first));
  CHECK(flow.at(u, 1, 23.0 / 24) == doctest::Approx(0.5 * first));
}

TEST_CASE("at open boundaries profiles end with the prescribed values, in space too") {
  const Flow flow("[flow]\nviscosity = 0.5\n[mesh]\nx = 0 3\ny = 0 1\nz = 0 1\ncells = 6 3 3\n" +
                  std::string("[boundary]\nwest = inflow velocity=0.7,0,0\neast = pressure p=0.3\n"
                              "south = symmetry\nnorth = symmetry\nbottom = symmetry\n"
                              "top = symmetry\n[time]\nsteady = 1e-7\nmax_steps = 100\n"));
  constexpr std::size_t p_in_space = 3;
  CHECK(flow.at(u, 0, 0.5, 0.5) == 0.7);
  CHECK(flow.at(u, 1.1, 0, 1) == doctest::Approx(0.7).epsilon(1e-7));
  CHECK(flow.at(p_in_space, 3, 0.2, 0.5) == doctest::Approx(0.3).epsilon(1e-12));
}

}  // namespace test_profiles
