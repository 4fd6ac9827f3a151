#include "slipflow/output/json.hpp"

#include <nlohmann/json.hpp>

namespace slipflow::output {

std::string json_text(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace slipflow::output
