#include "slipflow/piso/solution_limits.hpp"

#include <fmt/format.h>

#include <utility>

#include "slipflow/support/error.hpp"

namespace slipflow::piso {

namespace {
constexpr int kMostMisses = 3;
}  // namespace

int SolutionLimit::judge(const linear_solvers::Result7& result,
                         std::vector<std::string>& warnings) {
  if (result.converged) {
    misses_ = 0;
    return result.iterations;
  }
  const double part = result.first > 0 ? result.last / result.first : 0;
  const std::string what = fmt::format(
      "the linear system of the {} did not converge in {} iterations{}: its residual is {:.2g} of "
      "the initial one",
      of_, result.iterations, result.iterations < most_ ? "" : ", the limit", part);
  if (++misses_ >= kMostMisses)
    throw Error(ExitStatus::diverged, fmt::format("{}, for the third time in a row", what));
  if (!std::exchange(warned_, true)) warnings.push_back(what);
  return result.iterations;
}

void SolutionLimit::resume(double misses) {
  misses_ = misses > 0 && misses < kMostMisses ? static_cast<int>(misses) : 0;
}

}  // namespace slipflow::piso
