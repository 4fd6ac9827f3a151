// The initial state of the gas, and refused ones.
#include <doctest/doctest.h>

#include "failure.hpp"
#include "test_cases.hpp"

namespace slipflow::simple_ts::test_initial {

namespace {
/// Ten by four cells between symmetry planes, a body over two of them.
const std::string tube =
    "[gas]\nknudsen = 0.05\nmach = 0.5\n[mesh]\nx = 0 10\ny = 0 4\ncells = 10 4\n"
    "[body]\nrectangle = 6 1 8 3\n"
    "[boundary]\nwest = symmetry\neast = outflow\nsouth = symmetry\nnorth = symmetry\n" +
    one_step;

struct Start {
  Case c;
  State s;
  explicit Start(const std::string& state, const std::vector<std::string>& more = {})
      : c(case_from(tube, with(more, state))), s(initial_state(c)) {}
  static std::vector<std::string> with(std::vector<std::string> set, const std::string& state) {
    set.push_back("initial.state=" + state);
    return set;
  }
  double at(const std::vector<double>& field, int i, int j) const {
    return field[c.mesh.layout().at(i, j)];
  }
};

std::string refused(const std::string& state) {
  return test_support::reason_of_refusal([&] { Start{state}; });
}
}  // namespace

TEST_CASE("the stream, and rest: with the reference density and temperature") {
  const Start stream("stream"), rest("rest");
  const double u = 0.5 * std::sqrt(5.0 / 6);
  CHECK(stream.at(stream.s.u, 3, 2) == u);
  CHECK(stream.at(stream.s.u, 10, 0) == u);
  CHECK(stream.at(stream.s.u, 0, 0) == 0);  // on a wall
  CHECK(stream.at(stream.s.u, 7, 1) == 0);  // in the body
  CHECK(rest.at(rest.s.u, 3, 2) == 0);
  for (const Start* start : {&stream, &rest}) {
    for (const double T : start->s.T) CHECK(T == 1);
    for (const double rho : start->s.rho) CHECK(rho == 1);
    for (const double v : start->s.v) CHECK(v == 0);
  }
}

TEST_CASE("uniform gas of any density, temperature and velocity") {
  const Start start("uniform density=2 temperature=0.5 velocity=0.3,-0.1");
  CHECK(start.at(start.s.rho, 0, 0) == 2);
  CHECK(start.at(start.s.T, 9, 3) == 0.5);
  CHECK(start.at(start.s.rho, 12, 1) == 2);  // beyond the outflow
  CHECK(start.at(start.s.rho, 6, 1) == 1);   // in the body
  CHECK(start.at(start.s.u, 4, 1) == 0.3);
  CHECK(start.at(start.s.u, 6, 1) == 0);  // on the body
  CHECK(start.at(start.s.v, 4, 1) == -0.1);
  CHECK(start.at(start.s.v, 4, 0) == 0);  // on a side
  const Start cold("uniform temperature=0.5");
  CHECK(cold.at(cold.s.rho, 2, 2) == 1);
  CHECK(cold.at(cold.s.u, 2, 2) == 0);
}

TEST_CASE("two gases meet at a face, which has the mean velocity") {
  const Start start("two_states 3 west=1,1.5,0.2 east=0.125,0.8,-0.1,0.05");
  CHECK(start.at(start.s.rho, 2, 1) == 1);
  CHECK(start.at(start.s.rho, 3, 1) == 0.125);
  CHECK(start.at(start.s.T, 2, 1) == 1.5);
  CHECK(start.at(start.s.T, 3, 1) == 0.8);
  CHECK(start.at(start.s.u, 2, 1) == 0.2);
  CHECK(start.at(start.s.u, 3, 1) == doctest::Approx(0.05));
  CHECK(start.at(start.s.u, 4, 1) == -0.1);
  CHECK(start.at(start.s.v, 2, 2) == 0);
  CHECK(start.at(start.s.v, 3, 2) == 0.05);
  const Start between("two_states 3.4 west=1,1,0 east=2,1,0");
  CHECK(between.at(between.s.rho, 2, 1) == 1);  // by centres
  CHECK(between.at(between.s.rho, 3, 1) == 2);
}

TEST_CASE("the perturbation is added to the initial velocity") {
  const Start start("uniform velocity=0.3,-0.1", {"initial.perturbation=0.1"});
  const Start still("rest", {"initial.perturbation=0.1"});
  CHECK(still.at(still.s.v, 1, 2) != 0);
  CHECK(start.at(start.s.v, 1, 2) == still.at(still.s.v, 1, 2) - 0.1);
}

TEST_CASE("initial states that make no sense are refused in a sentence") {
  CHECK(refused("uniform density=0") == "density=0 must be a number from 1e-06 to 1000000");
  CHECK(refused("uniform temperature=-1") ==
        "temperature=-1 must be a number from 1e-06 to 1000000");
  CHECK(refused("uniform velocity=1") == "velocity=1 must be two numbers UX,UY of at most 1000000");
  CHECK(refused("two_states 5 west=1,1,0") == "two_states needs east=...");
  CHECK(refused("two_states west=1,1,0 east=1,1,0") == "two_states takes 1 number, not 0");
  CHECK(refused("two_states 5 west=1,1 east=1,1,0") ==
        "west=1,1 must be RHO,T,U or RHO,T,U,V with RHO and T from 1e-06 to 1000000 and velocities "
        "of at most 1000000");
  CHECK(refused("two_states 5 west=1,1,0 east=1,0,0").starts_with("east=1,0,0 must be RHO,T,U"));
  CHECK(refused("two_states 10 west=1,1,0 east=1,1,0") ==
        "the two states must meet inside the mesh, between x = 0 and 10");
  CHECK(refused("still").starts_with("unknown kind 'still'"));
}

}  // namespace slipflow::simple_ts::test_initial
