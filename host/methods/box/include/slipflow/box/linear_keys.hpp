// The section [linear]: how far the linear systems of a method are solved.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/key_table.hpp"
#include "slipflow/config/settings.hpp"

namespace slipflow::boxes {

/// The iterations for a system end when the norm of its residual is below `tolerance`, or below
/// `relative_tolerance` of the norm that the method refers to, and after `max` iterations.
struct LinearControl {
  double tolerance = 0, relative_tolerance = 0;
  int max = 0;
};

/// A key's default, its meaning in the method, and whether it may be 0.
struct LinearKey {
  std::string default_value, meaning;
  bool may_be_zero = true;
};

/// The rows of linear.relative_tolerance, linear.max (at least `fewest`) and, if it has a default,
/// linear.tolerance.
std::vector<config::KeySpec> linear_keys(const LinearKey& tolerance,
                                         const LinearKey& relative_tolerance, const LinearKey& max,
                                         int fewest = 1);

/// Reads these keys. A tolerance that the method has no key for is 0.
LinearControl read_linear(const config::Settings& settings);

}  // namespace slipflow::boxes
