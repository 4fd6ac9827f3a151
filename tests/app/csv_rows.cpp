#include "csv_rows.hpp"

#include <doctest/doctest.h>

#include "program.hpp"

namespace test_app {

namespace {
// A quoted cell may hold commas, and two quotes for one.
Words cells_of(const std::string& line) {
  Words cells(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"')
      cells.back() += line[k++];
    else if (line[k] == '"')
      quoted = !quoted;
    else if (line[k] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += line[k];
  }
  return cells;
}
}  // namespace

std::vector<Row> read_csv(const std::filesystem::path& file) {
  const Words lines = lines_of(read(file));
  REQUIRE(!lines.empty());
  const Words names = cells_of(lines.front());
  std::vector<Row> rows;
  for (std::size_t k = 1; k < lines.size(); ++k) {
    const Words cells = cells_of(lines[k]);
    REQUIRE(cells.size() == names.size());
    Row& row = rows.emplace_back();
    for (std::size_t n = 0; n < names.size(); ++n) row[names[n]] = cells[n];
  }
  return rows;
}

double number(const Row& row, const std::string& name) {
  REQUIRE(row.count(name) == 1);
  REQUIRE_MESSAGE(!row.at(name).empty(), name);
  return std::stod(row.at(name));
}

}  // namespace test_app
