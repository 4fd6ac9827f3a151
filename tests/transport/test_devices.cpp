// A device computes what the serial reference does: in parity mode with the same bits.
#include "failure.hpp"
#include "transport_steps.hpp"

namespace test_devices {

TEST_SUITE_BEGIN("opencl");

using namespace transport_tests;

TEST_CASE("steps on a device have the bits of the serial reference") {
  const std::vector<std::string> rotation = {"equation.velocity=rotation 5 0.5 0.5 axis=x"};
  check_same_bits(kBox, {}, 3);
  check_same_bits(kBox, rotation, 3);
  check_same_bits(kBox, {rotation[0], "scheme.convection=upwind", "scheme.time=euler"}, 3);
  check_same_bits(kPlane, {}, 3);
  check_same_bits(kPlane, {"equation.velocity=constant 3 -2"}, 3);
  check_same_bits(kPlane, {"scheme.time=steady", "time.step="}, 1);
}

TEST_CASE("where convection prevails, and from solver to solver, a device has the same bits") {
  std::vector<std::string> convection = {"equation.velocity=constant 300 -200",
                                         "scheme.time=steady",
                                         "time.step=", "scheme.convection=upwind"};
  check_same_bits(kPlane, convection, 1);
  convection.emplace_back("linear.max=100");  // not enough for the first one
  check_same_bits(kPlane, convection, 1);
  const auto problem = problem_from(kPlane, convection);
  const auto simulation = problem.backends().on_host();
  simulation->state().start();
  simulation->stepper().advance(1, 1, 1);
  CHECK(simulation->stepper().warnings_after(1).size() == 1);  // of the first solver
}

TEST_CASE("each linear solver has the bits and iterations of the serial reference") {
  for (const char* solver : {"cg", "bicgstab", "multigrid", "matm"})
    check_same_bits(kBox, {std::string("linear.solver=") + solver}, 2);
  check_same_bits(kBox, {"linear.multigrid_precision=single"}, 2);
  for (const char* preconditioner : {"none", "jacobi", "atm", "lines"})
    check_same_bits(kBox, {std::string("linear.preconditioner=") + preconditioner}, 2);
}

TEST_CASE("host and device refuse a diagonal that central convection makes negative") {
  const auto problem = problem_from(
      kPlane, {"equation.velocity=constant 300 -200", "scheme.time=steady", "time.step="});
  const auto queue = slipflow::test_queue();
  for (const auto& simulation :
       {problem.backends().on_host(), problem.backends().on_device(queue, parity_launch())}) {
    const auto [status, message] = test_support::failure([&] {
      simulation->state().start();
      simulation->stepper().advance(1, 1, 1);
    });
    CHECK(status == slipflow::ExitStatus::bad_input);
    CHECK(message.starts_with("scheme.convection = central makes the diagonal of cell ("));
  }
}

TEST_SUITE_END();

}  // namespace test_devices
