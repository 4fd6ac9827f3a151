// When the inner iterations of a time step end, decided on the host.
#pragma once

#include <cstddef>
#include <vector>

#include "slipflow/simple_ts/case.hpp"
#include "slipflow/simple_ts/inner_result.hpp"

namespace slipflow::simple_ts {

/// Judges the changes of one iteration after the other, as a device does;
/// docs/methods/simple-ts.md (31), (32).
class InnerJudge {
 public:
  /// `axes`: 2 or 3; `period`: relaxation_period().
  InnerJudge(Precision precision, int axes, int period, const InnerControl& control);
  /// Whether there is another iteration.
  bool continues() const;
  /// Takes in the changes of an iteration.
  void take(const Residuals& changes);
  const InnerResult& result() const { return result_; }
  /// The estimated error after the last iteration, infinite while the changes grow.
  double estimated_error() const;

 private:
  Precision precision_;
  int axes_;
  int period_;
  InnerControl control_;
  std::vector<std::byte> progress_;  // an SfInnerProgress
  InnerResult result_;
};

}  // namespace slipflow::simple_ts
