// The columns of probes and profiles.
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/setup/expressions.hpp"

namespace slipflow::run {

/// The fields of methods::Samples, in their order.
std::vector<std::string> fields_of_samples(const methods::Problem& problem);

/// The fields and expressions of OutputControl::sampled, or else the measured ones, from the
/// samples of a method.
class SampledFields {
 public:
  explicit SampledFields(const methods::Problem& problem);

  const std::vector<std::string>& names() const { return names_; }
  /// The values of these fields from one of methods::Samples.
  const std::vector<double>& values_of(const std::vector<double>& sample) {
    return values_(sample);
  }

 private:
  std::vector<std::string> names_;
  setup::FieldValues values_;
};

}  // namespace slipflow::run
