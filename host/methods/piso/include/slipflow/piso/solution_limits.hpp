// Linear systems that do not converge within the iterations allowed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::piso {

/// Counts the linear systems of one quantity that do not converge. The first one gives a warning,
/// the third in a row ends the run.
class SolutionLimit {
 public:
  SolutionLimit(std::string of, int most) : of_(std::move(of)), most_(most) {}

  int most() const { return most_; }  ///< iterations of a system
  void forget() { misses_ = 0, warned_ = false; }
  int misses() const { return misses_; }  ///< in a row, so far
  /// Any other number than one of misses() is taken for none.
  void resume(double misses);
  /// Returns the iterations. Throws Error(diverged) at the third one in a row.
  int judge(const linear_solvers::Result7& result, std::vector<std::string>& warnings);

 private:
  const std::string of_;
  const int most_;
  int misses_ = 0;  // in a row
  bool warned_ = false;
};

}  // namespace slipflow::piso
