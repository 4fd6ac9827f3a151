#include "slipflow/box/linear_keys.hpp"

#include "slipflow/box/conditions.hpp"
#include "slipflow/config/rows.hpp"

namespace slipflow::boxes {

namespace {
constexpr const char* kTolerance = "linear.tolerance";
constexpr const char* kRelativeTolerance = "linear.relative_tolerance";
constexpr const char* kMax = "linear.max";

config::KeySpec tolerance_row(const char* name, double most, const LinearKey& key) {
  const auto row = key.may_be_zero ? config::rows::number : config::rows::number_above;
  return row(name, 0, most, "-", key.default_value, key.meaning);
}
}  // namespace

std::vector<config::KeySpec> linear_keys(const LinearKey& tolerance,
                                         const LinearKey& relative_tolerance, const LinearKey& max,
                                         int fewest) {
  using namespace config::rows;
  Rows rows;
  if (!tolerance.default_value.empty())
    rows.push_back(tolerance_row(kTolerance, largest_number, tolerance));
  rows.push_back(tolerance_row(kRelativeTolerance, 1, relative_tolerance));
  rows.push_back(integer(kMax, fewest, 1000000, "iterations", max.default_value, max.meaning));
  return rows;
}

LinearControl read_linear(const config::Settings& s) {
  return {s.table().find(kTolerance) ? s.number(kTolerance) : 0, s.number(kRelativeTolerance),
          static_cast<int>(s.integer(kMax))};
}

}  // namespace slipflow::boxes
