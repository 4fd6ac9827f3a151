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

}  // namespace slipflow::transport
