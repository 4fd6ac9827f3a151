// Tables of results of any kind as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <variant>
#include <vector>

#include "slipflow/bench/table_text.hpp"
#include "slipflow/output/json.hpp"

namespace slipflow::bench {

/// A list with an object for each row.
template <class Row>
output::Json json_objects(const std::vector<Field<Row>>& fields, const std::vector<Row>& rows) {
  auto objects = output::Json::array();
  for (const Row& row : rows) {
    auto object = output::Json::object();
    for (const auto& field : fields)
      std::visit([&](const auto& value) { object[field.name] = value; }, field.value(row));
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace slipflow::bench
