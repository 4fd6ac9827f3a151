// Seven-point systems on a device: the bits and the iteration counts of the host.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

#include "device_checks.hpp"
#include "slipflow/linear_solvers/device_solver7.hpp"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/support/error.hpp"
#include "stencil7_systems.hpp"

namespace slipflow::linear_solvers::test_stencil7_device {

namespace {
using P = Preconditioner7;
using S = Solver7;

Solution7 solve_on_device7(opencl::Workspace& workspace, const Matrix7& matrix,
                           const Choice7& choice) {
  DeviceSolver7 solver(workspace, matrix, choice);
  workspace.write(solver.f(), right_hand_side(matrix));
  const Result7 result = solver.solve();
  return {result, workspace.read(solver.x())};
}

long different_bits7(const std::vector<double>& a, const std::vector<double>& b) {
  long different = 0;
  for (std::size_t p = 0; p < a.size(); ++p)
    different += std::bit_cast<std::uint64_t>(a[p]) != std::bit_cast<std::uint64_t>(b[p]) ? 1 : 0;
  return different;
}

void check_same(opencl::Workspace& workspace, const Matrix7& matrix, const Choice7& choice) {
  CAPTURE(std::string(text_of(kSolvers7, choice.solver)));
  CAPTURE(std::string(text_of(kPreconditioners7, choice.preconditioner)));
  CAPTURE(matrix.box.n1);
  CAPTURE(static_cast<int>(matrix.kind));
  const Solution7 host = solve_on_host(matrix, choice);
  const Solution7 device = solve_on_device7(workspace, matrix, choice);
  CHECK(device.result.iterations == host.result.iterations);
  CHECK(device.result.converged == host.result.converged);
  CHECK(device.result.last == host.result.last);
  CHECK(device.result.omega == host.result.omega);
  CHECK(different_bits7(device.x, host.x) == 0);
}

std::vector<Choice7> symmetric_choices() {
  return {choice7(S::cg, P::none),         choice7(S::cg, P::jacobi),
          choice7(S::cg, P::lines),        choice7(S::cg, P::multigrid),
          choice7(S::bicgstab, P::jacobi), choice7(S::bicgstab, P::multigrid),
          choice7(S::multigrid, P::none),  choice7(S::cg, P::atm),
          choice7(S::matm, P::none)};
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("device, seven-point systems: bits and counts of the host") {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  const Box7 box{11, 7, 9}, flat{17, 13, 1};
  for (const Choice7& choice : symmetric_choices()) {
    check_same(workspace, free_matrix(box, {1, 2, 3}, true, ball(box, 2.5)), choice);
    check_same(workspace, stored(free_matrix(flat, {1, 2, 0}, false, ball(flat, 3))), choice);
  }
  for (const P preconditioner : {P::jacobi, P::lines, P::multigrid, P::atm})
    check_same(workspace, rotation_matrix(9, 100), choice7(S::bicgstab, preconditioner));
  check_same(workspace, rotation_matrix(9, 100), choice7(S::matm, P::none));
}

TEST_CASE("device, seven-point systems: levels that do not fit one work-group") {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  const auto choice = choice7(S::cg, P::multigrid);
  check_same(workspace, free_matrix({41, 38, 35}, {1, 1, 1}, false), choice);
  check_same(workspace, stretched_matrix({150, 130, 1}, 1.02, true), choice);
  check_same(workspace, free_matrix({70, 40, 12}, {100, 1, 10}, true), choice);
  check_same(workspace, free_matrix({1, 1, 1}, {1, 1, 0}, true), choice);
}

TEST_CASE("device, seven-point systems: multigrid in single precision" *
          doctest::test_suite("opencl full")) {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_single))};
  REQUIRE(workspace.device().exact_single);
  const Box7 box{21, 18, 23};
  const auto choice = single_multigrid7();
  check_same(workspace, free_matrix(box, {1, 2, 3}, true, ball(box, 4)), choice);
  check_same(workspace, stretched_matrix({150, 130, 1}, 1.02, true), choice);
  check_same(workspace, periodic_matrix({75, 66, 1, {true, false, false}}, {1, 2, 1}), choice);
  check_same(workspace, free_matrix({1, 1, 1}, {1, 1, 0}, true), choice);
  check_same(workspace, stored(free_matrix(box, {1, 1, 1}, false)),
             single_multigrid7(S::multigrid));
  check_same(workspace, rotation_matrix(9, 100), single_multigrid7(S::bicgstab));
}

TEST_CASE("device, seven-point systems: parity in single precision needs a device that rounds it") {
  auto device = test_device(setup::Precision::in_single);
  device.exact_single = false;
  opencl::Workspace workspace{test_queue(device)};
  const Matrix7 matrix = free_matrix({9, 8, 7}, {1, 1, 1}, true);
  Choice7 choice = single_multigrid7();
  choice.parity = true;
  CHECK_THROWS_WITH_AS(solve_on_device7(workspace, matrix, choice),
                       doctest::Contains("parity needs another device"), Error);
}

TEST_CASE("device, seven-point systems: single precision without parity converges on any device" *
          doctest::test_suite("opencl full")) {
  auto device = test_device(setup::Precision::in_single);
  device.exact_single = false;
  opencl::Workspace workspace{test_queue(device)};
  Choice7 choice = single_multigrid7();
  choice.parity = false;
  const Matrix7 matrix = free_matrix({9, 8, 7}, {1, 1, 1}, true);
  CHECK(solve_on_device7(workspace, matrix, choice).result.converged);
}

TEST_CASE("device, seven-point systems: periodic axes") {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  const Box7 box{75, 66, 1, {true, false, false}};
  check_same(workspace, periodic_matrix(box, {1, 2, 1}), choice7(S::cg, P::multigrid));
}

TEST_CASE("device, seven-point systems: periodic axes with each preconditioner" *
          doctest::test_suite("opencl full")) {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  for (const Box7& box : {Box7{75, 66, 1, {true, false, false}}, Box7{9, 8, 7, {true, true, true}}})
    for (const P preconditioner : {P::jacobi, P::multigrid, P::atm})
      check_same(workspace, periodic_matrix(box, {1, 2, 1}), choice7(S::cg, preconditioner));
}

TEST_CASE("device, seven-point systems: coefficients that the device writes") {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  const Matrix7 matrix = stored(free_matrix({12, 9, 5}, {1, 2, 1}, true));
  Matrix7 open = matrix;
  open.strengths = {1, 2, 1};
  for (auto& a : open.a) a.clear();
  const auto choice = choice7(S::cg, P::multigrid);
  DeviceSolver7 solver(workspace, open, choice);
  for (const int k : {0, 1, 3, 5})
    workspace.write(solver.coefficient(k), matrix.a[static_cast<std::size_t>(k)]);
  solver.set_coefficients();
  workspace.write(solver.f(), right_hand_side(matrix));
  const Result7 result = solver.solve();
  const Solution7 host = solve_on_host(matrix, choice);
  CHECK(result.iterations == host.result.iterations);
  CHECK(different_bits7(workspace.read(solver.x()), host.x) == 0);
}

TEST_CASE("device, seven-point systems: faults") {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  Matrix7 matrix = stored(free_matrix({6, 5, 4}, {1, 1, 1}, true));
  for (double& value : matrix.a[0]) value *= 0.1;
  const auto choice = choice7(S::cg, P::jacobi);
  std::string host;
  try {
    solve_on_host(matrix, choice);
  } catch (const Error& error) {
    host = error.what();
  }
  CHECK_THROWS_WITH_AS(solve_on_device7(workspace, matrix, choice), host.c_str(), Error);
}

TEST_CASE("device, seven-point systems: solutions that are not waited for") {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  Choice7 choice = choice7(S::cg, P::multigrid);
  choice.max = 3;
  choice.parity = true;
  const auto solve_both = [&](const Matrix7& matrix, int ended) {
    HostSolver7 host(matrix, choice);
    DeviceSolver7 device(workspace, matrix, choice);
    const std::vector<int> outer = {7, ended};
    device.stop_with(workspace.buffer(outer), 1);
    host.f() = right_hand_side(matrix);
    workspace.write(device.f(), host.f());
    host.solve_unchecked();
    device.set_coefficients();
    device.solve_unchecked();
    return std::pair{host.x(), workspace.read(device.x())};
  };
  Matrix7 matrix = stored(free_matrix({9, 7, 5}, {1, 1, 1}, true));
  const auto [host, device] = solve_both(matrix, 0);
  CHECK(different_bits7(device, host) == 0);
  CHECK(std::ranges::any_of(device, [](double x) { return x != 0; }));
  // Nothing is done once the outer loop has ended.
  CHECK(std::ranges::all_of(solve_both(matrix, 1).second, [](double x) { return x == 0; }));
  // Without a solution there are no numbers.
  for (double& value : matrix.a[0]) value *= 0.1;
  const auto broken = solve_both(matrix, 0);
  for (const auto& x : {broken.first, broken.second})
    CHECK(std::ranges::all_of(x, [](double value) { return std::isnan(value); }));
}

TEST_CASE("device, seven-point systems: the record of iterations") {
  opencl::Workspace workspace{test_queue(test_device(setup::Precision::in_double))};
  const Matrix7 matrix = free_matrix({8, 8, 8}, {1, 1, 1}, true);
  Choice7 choice = choice7(S::cg, P::jacobi);
  choice.record = true;
  const auto device = solve_on_device7(workspace, matrix, choice).result;
  const auto host = solve_on_host(matrix, choice).result;
  REQUIRE(device.history.size() == host.history.size());
  for (std::size_t k = 0; k < host.history.size(); ++k)
    CHECK(device.history[k].residual == host.history[k].residual);
}

TEST_SUITE_END();

}  // namespace slipflow::linear_solvers::test_stencil7_device
