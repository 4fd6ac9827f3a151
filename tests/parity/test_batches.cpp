// Inner iterations queued in batches end after the same one, with the same bits, as iterations
// whose residuals are read one by one.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "comparison.hpp"

namespace slipflow::simple_ts::test_batches {

namespace {
constexpr double h = 0.125;
constexpr double dt = 0.1 * h;

bool same_bits(const Residuals& a, const Residuals& b) { return !std::memcmp(&a, &b, sizeof a); }

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && !std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]);
}

bool same_bits(const State& a, const State& b) {
  return same_bits(a.u, b.u) && same_bits(a.v, b.v) && same_bits(a.T, b.T) &&
         same_bits(a.rho, b.rho);
}

/// Two backends of one case: in one each iteration is read, in the other batches of 4 are queued,
/// or of an adapted size.
struct Pair {
  Pair(KernelSet kernels, const std::string& time, const std::string& convection,
       bool published = false, const std::string& precision = "double")
      : c(case_from(channel_text(45, 19, h, body_line(h, 18, 7, 25, 12)),
                    {"scheme.time=" + time, "scheme.convection=" + convection,
                     published ? "inner.diagonal=plain" : "inner.diagonal=outflow",
                     published ? "inner.relaxation=none" : "inner.relaxation=cycle",
                     "run.precision=" + precision})),
        one_by_one(make(kernels, 0)),
        fours(make(kernels, 4)),
        adapted(make(kernels, 0)) {}

  std::unique_ptr<Operations> make(KernelSet kernels, int batch) const {
    return make_opencl_operations(
        c, test_queue(),
        {.parity = true, .kernels = kernels, .work_group_size = 32, .rows = 8, .batch = batch});
  }

  /// Changes of the first iterations of a step from the initial state.
  std::vector<double> changes(int iterations) const {
    std::vector<double> largest;
    one_by_one->upload(initial_state(c));
    one_by_one->begin_time_step(dt);
    for (int k = 0; k < iterations; ++k) {
      one_by_one->advance_inner_iteration();
      largest.push_back(one_by_one->residuals().largest());
    }
    return largest;
  }

  /// Steps from `begin` with both, compared; how the last one ended. `factor`: of the step before
  /// the first.
  InnerResult compare(Operations& batched, const State& begin, int steps, double step,
                      const InnerControl& control, double factor) const {
    one_by_one->upload(begin);
    batched.upload(begin);
    InnerResult expected;
    expected.factor = factor;
    for (int n = 0; n < steps; ++n) {
      CAPTURE(n);
      one_by_one->begin_time_step(step);
      batched.begin_time_step(step);
      const double before = expected.factor;
      const InnerControl inner = {control.tolerance, control.max, control.noise, before};
      expected = one_by_one->Operations::iterate(inner);
      const InnerResult result = batched.iterate(inner);
      CHECK(result.inner == expected.inner);
      if (!expected.diverged) CHECK(result.factor == expected.factor);  // else it may be a NaN
      CHECK(result.converged == expected.converged);
      CHECK(result.diverged == expected.diverged);
      CHECK(same_bits(result.first, expected.first));
      CHECK(same_bits(result.last, expected.last));
      if (expected.inner > 0) CHECK(same_bits(batched.residuals(), expected.last));
      CHECK(same_bits(batched.change_over_step(), one_by_one->change_over_step()));
      CHECK(same_bits(batched.download(), one_by_one->download()));
    }
    return expected;
  }

  InnerResult compare(int steps, double step, const InnerControl& control,
                      double factor = kUnknownFactor) const {
    compare(*adapted, initial_state(c), steps, step, control, factor);
    return compare(*fours, initial_state(c), steps, step, control, factor);
  }

  Case c;
  std::unique_ptr<Operations> one_by_one, fours, adapted;
};

// (32) after each iteration, those without a factor of their own having that of 1/2.
std::vector<double> estimates(const std::vector<double>& changes, std::size_t period) {
  std::vector<double> errors;
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const std::size_t known = std::min(k + 1, period);
    double sum = 0, largest = 0;
    for (std::size_t back = 0; back < known; ++back) {
      sum += changes[k - back];
      largest = std::max(largest, changes[k - back]);
    }
    sum += static_cast<double>(period - known) * largest;
    const double q = k < period ? 0.5 : changes[k] / changes[k - period];
    errors.push_back(q < 1 ? sum * q / (1 - q) : std::numeric_limits<double>::infinity());
  }
  return errors;
}

void check_ends(const Pair& pair) {
  const auto errors = estimates(pair.changes(14), relaxation_period(pair.c.splitting, false));
  double least = std::numeric_limits<double>::infinity();
  std::vector<int> ends;
  for (int last = 1; last <= static_cast<int>(errors.size()); ++last) {
    const double error = errors[last - 1];
    if (error < 0.99 * least) {
      CAPTURE(last);
      ends.push_back(last);
      const InnerControl control{1.001 * error, 30};
      const auto result = pair.compare(1, dt, control, 0.5);
      CHECK(result.inner == last);
      CHECK(result.converged);
      // What is still queued may not touch the steps after it.
      pair.compare(4, dt, control, 0.5);
    }
    least = std::min(least, error);
  }
  // Within the first batch of four and within others; a batch ends with the fourth iteration.
  CHECK(ends.front() == 1);
  CHECK(ends.size() >= 5);
  CHECK(ends.back() > 8);
}

void check_limits(const Pair& pair) {
  for (const int max : {0, 1, 4, 5, 11}) {
    CAPTURE(max);
    // Tolerance 0 asks for all of them; one that is not reached ends the same way.
    for (const double tolerance : {0.0, 1e-300}) {
      const auto result = pair.compare(2, dt, {tolerance, max});
      CHECK(result.inner == max);
      CHECK_FALSE(result.converged);
      CHECK_FALSE(result.diverged);
    }
  }
}

void check_divergence(const Pair& pair) {
  State broken = initial_state(pair.c);
  broken.T[pair.c.mesh.layout().at(20, 3)] = std::numeric_limits<double>::quiet_NaN();
  for (Operations* batched : {pair.fours.get(), pair.adapted.get()}) {
    const auto result = pair.compare(*batched, broken, 2, dt, {1e-9, 30}, kUnknownFactor);
    CHECK(result.inner == 1);
    CHECK(result.diverged);
    CHECK_FALSE(result.converged);
  }
}

// A time step that is too long: the changes grow until one is not finite, some batches later. So
// they do in the published iteration.
void check_growth(const Pair& pair) {
  const auto result = pair.compare(1, 4 * dt, {1e-9, 2000});
  CHECK(result.diverged);
  CHECK(result.inner > 8);
  CHECK(result.inner < 2000);
}

void check_single_iterations_after_the_end(const Pair& pair) {
  const auto result = pair.compare(*pair.fours, initial_state(pair.c), 1, dt, {1e-3, 30}, 0.5);
  CHECK(result.converged);
  pair.one_by_one->advance_inner_iteration();
  pair.fours->advance_inner_iteration();
  CHECK(same_bits(pair.fours->download(), pair.one_by_one->download()));
  CHECK(same_bits(pair.fours->residuals(), pair.one_by_one->residuals()));
  CHECK(pair.fours->residuals().largest() > 0);
}

void check_serial_reference(const Pair& pair) {
  const auto state_after_ten_steps = [&](Operations& backend) {
    backend.upload(initial_state(pair.c));
    advance_steps(backend, 10, dt, {1e-9, 30});
    return backend.download();
  };
  const State expected = state_after_ten_steps(*make_serial_operations(pair.c));
  CHECK_FALSE(same_bits(expected, initial_state(pair.c)));
  CHECK(same_bits(state_after_ten_steps(*pair.one_by_one), expected));
}

void check_all(const Pair& pair) {
  check_serial_reference(pair);
  check_ends(pair);
  check_limits(pair);
  check_divergence(pair);
  check_single_iterations_after_the_end(pair);
}
}  // namespace

// Iterations are queued and judged alike for both kernel sets: each has other schemes here.
TEST_CASE("batches of fused inner iterations end where single ones do, with the same bits") {
  check_all({KernelSet::fused, "implicit", "upwind"});
}

TEST_CASE("batches of plain inner iterations end where single ones do, with the same bits") {
  check_all({KernelSet::plain, "explicit", "tvd"});
}

TEST_CASE("batches of plain inner iterations end so in single precision, and where changes grow" *
          doctest::test_suite("full")) {
  // The estimates are computed in floats.
  SUBCASE("implicit upwind, single precision") {
    check_ends({KernelSet::plain, "implicit", "upwind", false, "single"});
  }
  SUBCASE("growing") { check_growth({KernelSet::plain, "implicit", "upwind", true}); }
}

}  // namespace slipflow::simple_ts::test_batches
