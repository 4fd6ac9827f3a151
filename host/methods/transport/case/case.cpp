#include "slipflow/transport/case.hpp"

#include <fmt/format.h>

namespace slipflow::transport {

std::string Condition::in_words() const {
  const char* tables = factors == Factors{} ? "" : ", by tables";
  switch (kind) {
    case ConditionKind::value:
      return fmt::format("value {:.6g}{}", value, tables);
    case ConditionKind::flux:
      return fmt::format("flux {:.6g}{}", value, tables);
    case ConditionKind::exchange:
      return fmt::format("exchange {:.6g} with {:.6g}{}", exchange, value, tables);
  }
  return "";
}

double Factors::in_cell(const std::array<int, 3>& cell) const {
  double factor = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!over[axis].empty()) factor *= over[axis][2 * static_cast<std::size_t>(cell[axis]) + 1];
  return factor;
}

bool Factors::operator==(const Factors& other) const {
  return over == other.over && time == other.time;
}

}  // namespace slipflow::transport
