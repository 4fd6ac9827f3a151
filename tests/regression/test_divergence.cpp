// A NaN can never pass as convergence, wherever it is and whatever comes after it.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "language.h"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "test_cases.hpp"
#include "test_device.hpp"
#include "time_loop.hpp"

namespace slipflow::simple_ts::test_divergence {

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// One step from a state with a NaN in cell (i, j) of one field.
void check_nan_is_seen(Operations& backend, const Case& c, std::vector<double> State::*field, int i,
                       int j) {
  State s = initial_state(c);
  (s.*field)[c.mesh.layout().at(i, j)] = nan;
  backend.upload(s);
  const auto result = advance_time_step(backend, 0.001, {1e-6, 3});
  CAPTURE(i);
  CAPTURE(j);
  CHECK(result.diverged);
  CHECK_FALSE(result.converged);
}

void check_everywhere(Operations& backend, const Case& c) {
  // First, middle and last cell of the sweep: the maxima that follow are finite, or come before.
  for (const auto& [i, j] :
       {std::pair{0, 0}, {20, 7}, {c.mesh.x.cells() - 1, c.mesh.y.cells() - 1}})
    for (auto field : {&State::T, &State::rho, &State::u, &State::v})
      check_nan_is_seen(backend, c, field, i, field == &State::v ? j + (j == 0) : j);
}
}  // namespace

TEST_CASE("promise 6: a maximum keeps a NaN on either side") {
  CHECK(std::isnan(sf_max_keeping_nan(nan, 1.0)));
  CHECK(std::isnan(sf_max_keeping_nan(1.0, nan)));
  CHECK(std::isnan(sf_max_keeping_nan(nan, nan)));
  CHECK(sf_max_keeping_nan(1.0, 2.0) == 2.0);
  CHECK(sf_max_keeping_nan(2.0, 1.0) == 2.0);
  CHECK(std::isnan(Residuals{nan, 1, 1, 1}.largest()));
  CHECK(std::isnan(Residuals{1, 1, 1, nan}.largest()));
}

TEST_CASE("promise 6: a NaN in any field cannot pass as convergence" *
          doctest::test_suite("opencl full")) {
  const Case c = case_from(channel_text(43, 15, 0.1, body_line(0.1, 25, 5, 30, 9)));
  SUBCASE("serial") { check_everywhere(*make_serial_operations(c), c); }
  SUBCASE("plain kernels") {
    check_everywhere(*make_opencl_operations(c, test_queue(), {true, KernelSet::plain, 0, 0}), c);
  }
  SUBCASE("fused kernel") {
    check_everywhere(*make_opencl_operations(c, test_queue(), {true, KernelSet::fused, 32, 5}), c);
  }
}

TEST_CASE("promise 6: a run with too large a time step stops and names field, cell and step") {
  const Case c = case_from(channel_text(40, 20, 0.1, body_line(0.1, 15, 8, 20, 12)),
                           {"time.step=0.1", "inner.max=500", "inner.diagonal=plain"});
  const auto backend = make_serial_operations(c);
  backend->upload(initial_state(c));
  std::string warning, message;
  TimeLoopEvents events;
  events.warning = [&](const std::string& text) { warning = text; };
  try {
    run_time_loop(c, *backend, events);
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::diverged);
    message = error.what();
  }
  CHECK(warning.find("take 0.018 or less") != std::string::npos);
  CHECK(message.find("diverged at step 1, t = 0.1: ") == 0);
  CHECK(message.find("in cell (") != std::string::npos);
  CHECK(message.find("take a smaller time step than 0.1") != std::string::npos);
}

}  // namespace slipflow::simple_ts::test_divergence
