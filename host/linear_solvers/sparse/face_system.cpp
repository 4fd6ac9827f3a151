#include "slipflow/linear_solvers/face_system.hpp"

namespace slipflow::linear_solvers {

SparseRows rows_of(int cells, const std::vector<int>& owner, const std::vector<int>& neighbour) {
  SparseRows rows;
  rows.starts.assign(static_cast<std::size_t>(cells) + 1, 0);
  for (std::size_t f = 0; f < owner.size(); ++f)
    for (const int cell : {owner[f], neighbour[f]})
      ++rows.starts[static_cast<std::size_t>(cell) + 1];
  for (std::size_t k = 1; k < rows.starts.size(); ++k) rows.starts[k] += rows.starts[k - 1];
  rows.columns.resize(2 * owner.size());
  rows.faces.resize(2 * owner.size());
  std::vector<int> next(rows.starts.begin(), rows.starts.end() - 1);
  const auto add = [&](int row, int column, std::size_t face) {
    const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(row)]++);
    rows.columns[at] = column;
    rows.faces[at] = static_cast<int>(face);
  };
  for (std::size_t f = 0; f < owner.size(); ++f) {
    add(owner[f], neighbour[f], f);
    add(neighbour[f], owner[f], f);
  }
  return rows;
}

}  // namespace slipflow::linear_solvers
