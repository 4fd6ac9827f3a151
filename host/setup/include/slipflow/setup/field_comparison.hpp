// How far two states of a field are apart, in units in the last place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "slipflow/mesh/layout.hpp"
#include "slipflow/setup/fields.hpp"
#include "slipflow/setup/precision.hpp"

namespace slipflow::setup {

/// What contraction may change over a fixed number of iterations: this part of a field's largest
/// value.
constexpr double round_off(Precision precision) {
  return precision == Precision::in_double ? 1e-12 : precision == Precision::in_mixed ? 1e-5 : 1e-4;
}

/// The largest difference of one field over the nodes of the domain.
struct FieldComparison {
  std::string name;         ///< "p"
  std::uint64_t ulps = 0;   ///< representable numbers, of those in memory, between the two values
  int i = 0, j = 0, k = 0;  ///< where that is
  double a = 0, b = 0;      ///< the two values there
  double relative = 0;      ///< largest |a - b| over the largest |b| of the field
  std::uint64_t different = 0;  ///< nodes whose bits differ

  /// In every bit if `exactly`, else but for round-off; false for a NaN.
  bool agrees(bool exactly, Precision precision) const {
    return exactly ? ulps == 0 : relative < round_off(precision);
  }
};

/// Representable numbers from a to b; 0 for equal bits, the largest number for a NaN on one side.
std::uint64_t ulps_between(double a, double b);
std::uint64_t ulps_between(float a, float b);

/// Compares a field of the domain, ghosts left out. `precision`: of the numbers in memory.
FieldComparison compare_field(const FieldInfo& field, const mesh::Layout& layout,
                              Precision precision, const std::vector<double>& in_a,
                              const std::vector<double>& in_b);

}  // namespace slipflow::setup
