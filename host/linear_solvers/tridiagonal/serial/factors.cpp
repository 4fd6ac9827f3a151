// The tables of matrices that have been eliminated, in the order of operations of the algorithms.
#include "serial/rows.hpp"
#include "serial/serial_lines.hpp"

namespace slipflow::linear_solvers {
inline namespace SF_PRECISION {
namespace {

std::vector<SfRow> matrix_rows(const LineArrays& line) {
  std::vector<SfRow> rows;
  for (std::size_t i = 0; i < line.b.size(); ++i)
    rows.push_back(load_row(line, i, i == 0, i + 1 == line.b.size()));
  return rows;
}

std::vector<double> factors_of_pta(const std::vector<SfRow>& rows, const Pivots& pivots) {
  std::vector<double> table;
  SfScaledRow scaled = {0, 0, 0};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const real w = pivots.inverse(sf_pivot_down(rows[i], scaled), i);
    scaled = sf_eliminate_before(rows[i], scaled, w);
    for (const real factor : {rows[i].a, w, scaled.c}) table.push_back(factor);
  }
  return table;
}

/// The table of partition while it is filled.
class PartitionTable {
 public:
  PartitionTable(const Items& items, const Pivots& pivots) : items_(items), pivots_(pivots) {}

  std::vector<double> of(const std::vector<SfRow>& rows) {
    std::vector<SfScaledRow> down;
    const auto up = eliminate_inside(items_, rows, pivots_, &down);
    for (std::size_t i = 0; i < up.size(); ++i) {
      const SfRow row = i < rows.size() ? rows[i] : sf_missing_row();
      const SfScaledRow before = i % items_.rows > 0 ? down[i - 1] : sf_before_all();
      put_row(i, {row.a, SF_RECIPROCAL(sf_pivot_down(row, before)), down[i].c, up[i].a, up[i].c});
    }
    put_steps(up);
    return std::move(table_);
  }

 private:
  void put(int at, real value) {
    const auto size = static_cast<std::size_t>(at) + 1;
    if (table_.size() < size) table_.resize(size);
    table_[size - 1] = static_cast<double>(value);
  }

  void put_row(std::size_t i, std::initializer_list<real> factors) {
    const int rows = static_cast<int>(items_.rows), items = static_cast<int>(items_.items);
    const int at = static_cast<int>(i);
    int factor = 0;
    for (const real value : factors)
      put(sf_at_row_factor(factor++, at % rows, at / rows, rows, items), value);
  }

  void put_step(int step, std::size_t item, std::initializer_list<real> factors) {
    const int rows = static_cast<int>(items_.rows), items = static_cast<int>(items_.items);
    int factor = 0;
    for (const real value : factors)
      put(sf_at_item_factor(step, factor++, static_cast<int>(item), rows, items), value);
  }

  void put_steps(const std::vector<SfScaledRow>& up) {
    for (std::size_t t = 0; t < items_.items; ++t) {
      const SfScaledRow row = up[items_.begin(t) + items_.rows - 1];
      const SfScaledRow next = first_of_next(items_, up, t);
      put_step(0, t, {0, SF_RECIPROCAL(sf_pivot_join(row, next)), row.c});
    }
    auto own = join_items(items_, up, pivots_);
    int step = 1;
    for (std::size_t stride = 1; stride < items_.used(); stride *= 2, ++step) {
      for (std::size_t t = 0; t < own.size(); ++t) {
        const SfScaledRow before = t >= stride ? own[t - stride] : sf_before_all();
        const SfScaledRow after = t + stride < own.size() ? own[t + stride] : sf_after_all();
        put_step(step, t,
                 {own[t].a, SF_RECIPROCAL(sf_pivot_both(own[t], before, after)), own[t].c});
      }
      own = reduce_items(items_, own, stride, pivots_);
    }
  }

  const Items items_;
  const Pivots& pivots_;
  std::vector<double> table_;
};
}  // namespace
}  // namespace SF_PRECISION

template <>
std::vector<double> line_factors_of<setup::Precision::SF_PRECISION>(const LineChoice& resolved,
                                                                    const LineArrays& line,
                                                                    LineStatus& status) {
  const auto rows = matrix_rows(line);
  const Pivots pivots{status};
  if (resolved.algorithm == LineAlgorithm::pta) return factors_of_pta(rows, pivots);
  const Items items{static_cast<std::size_t>(resolved.rows_per_item),
                    static_cast<std::size_t>(resolved.items), rows.size()};
  return PartitionTable(items, pivots).of(rows);
}

}  // namespace slipflow::linear_solvers
