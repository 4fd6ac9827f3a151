#include "slipflow/bench/operations.hpp"

#include <map>

namespace slipflow::bench {

std::optional<OperationCounts> operation_counts(const std::string& scheme) {
  static const std::map<std::string, OperationCounts> counted = {
#include "operation_counts.inc"
  };
  const auto found = counted.find(scheme);
  if (found == counted.end()) return std::nullopt;
  return found->second;
}

}  // namespace slipflow::bench
