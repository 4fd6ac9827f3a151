// The rows of systems on polyhedra in the memory of a device.
#include <doctest/doctest.h>

#include "face_systems.hpp"
#include "opencl/device_levels.hpp"

namespace test_face_tables {

using namespace slipflow::linear_solvers;
using namespace test_face_systems;

namespace {
/// Row i of a level, as a kernel reads it.
std::vector<int> columns_of(const FaceTables& tables, const SfFaceLevel& level, int i) {
  std::vector<int> row;
  const auto at = [&](int slot) { return tables.columns[static_cast<std::size_t>(slot)]; };
  if (const int first = at(level.slots + i); first <= SF_LONG_ROW(0)) {
    const auto number = static_cast<std::size_t>(level.long_row + SF_LONG_ROW(0) - first);
    for (int slot = tables.long_starts[number]; slot < tables.long_starts[number + 1]; ++slot)
      row.push_back(at(slot));
    return row;
  }
  for (int k = 0; k < level.width; ++k)
    if (const int column = at(level.slots + k * level.padded + i); column != SF_NO_COLUMN)
      row.push_back(column);
  return row;
}
}  // namespace

TEST_CASE("the tables of a device have every row of every level") {
  const auto system = laplacian(tube_of_tetrahedra(1), "outlet");
  const auto levels = make_sparse_levels(system.graph, system.matrix);
  const auto tables = tables_of(levels);
  std::size_t long_rows = 0;
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const auto& rows = levels[l].rows;
    for (int i = 0; i < levels[l].cells; ++i) {
      const auto begin = rows.columns.begin() + rows.starts[static_cast<std::size_t>(i)];
      const auto end = rows.columns.begin() + rows.starts[static_cast<std::size_t>(i) + 1];
      const std::vector<int> expected(begin, end);
      REQUIRE(columns_of(tables, tables.levels[l], i) == expected);
      long_rows += static_cast<int>(expected.size()) > tables.levels[l].width;
    }
  }
  CHECK(long_rows > 100);
  CHECK(tables.long_starts.size() == long_rows + levels.size());
}

TEST_CASE("nine of ten rows are stored next to each other") {
  CHECK(width_of_rows(rows_of(4, {0, 0, 0}, {1, 2, 3})) == 3);
  SparseRows rows;
  for (int row = 0; row <= 10; ++row) rows.starts.push_back(2 * row);
  CHECK(width_of_rows(rows) == 2);
  rows.starts.back() += 5;
  CHECK(width_of_rows(rows) == 2);
  rows.starts[9] += 1;
  CHECK(width_of_rows(rows) == 3);
  CHECK(width_of_rows(rows_of(3, {}, {})) == 1);
}

}  // namespace test_face_tables
