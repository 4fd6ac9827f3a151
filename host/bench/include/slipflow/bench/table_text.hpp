// Tables of results of any kind: for people on the screen and in Markdown, for programs in CSV.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "slipflow/output/json.hpp"

namespace slipflow::bench {

/// A number for people, or a dash if it is not finite.
std::string shown(double number, const char* format = "{:.4g}");
/// A fraction in percent.
std::string percent(double part);

/// A column of a table for people.
template <class Row>
struct Column {
  const char* heading;
  int width;  ///< on the screen, negative: aligned to the left; 0: not shown
  std::function<std::string(const Row&)> text;
};

/// A line on the screen: `text` of each column that is shown.
template <class Row, class Text>
std::string screen_line(const std::vector<Column<Row>>& columns, const Text& text) {
  std::vector<std::string> parts;
  for (const auto& column : columns) {
    if (column.width > 0) parts.push_back(fmt::format("{:>{}}", text(column), column.width));
    if (column.width < 0) parts.push_back(fmt::format("{:<{}}", text(column), -column.width));
  }
  return fmt::format("{}", fmt::join(parts, "  "));
}

template <class Row>
std::string screen_heading(const std::vector<Column<Row>>& columns) {
  return screen_line(columns, [](const auto& column) { return std::string(column.heading); });
}

template <class Row>
std::string markdown_table(const std::vector<Column<Row>>& columns, const std::vector<Row>& rows) {
  std::string text;
  const auto line = [&](const auto& cell) {
    for (const auto& column : columns) text += fmt::format("| {} ", cell(column));
    text += "|\n";
  };
  line([](const auto& column) { return column.heading; });
  line([](const auto& column) { return column.width < 0 ? "---" : "---:"; });
  for (const Row& row : rows) line([&](const auto& column) { return column.text(row); });
  return text;
}

using Value = std::variant<std::string, double, long>;

/// A column of a CSV table, and a member of each object in JSON (table_json.hpp).
template <class Row>
struct Field {
  const char* name;
  std::function<Value(const Row&)> value;
};

/// Quoted where necessary; a NaN is an empty text.
std::string csv_text(const Value& value);

template <class Row>
std::string csv_table(const std::vector<Field<Row>>& fields, const std::vector<Row>& rows) {
  std::string text;
  const auto line = [&](const auto& cell) {
    std::vector<std::string> cells;
    for (const auto& field : fields) cells.push_back(csv_text(cell(field)));
    text += fmt::format("{}\n", fmt::join(cells, ","));
  };
  line([](const auto& field) { return Value(field.name); });
  for (const Row& row : rows) line([&](const auto& field) { return field.value(row); });
  return text;
}

// Tables of results of any kind as JSON.

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
