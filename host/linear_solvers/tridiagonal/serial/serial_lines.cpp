// The serial reference of tridiagonal systems: each algorithm in the order of operations of its
// kernel, one line after another.
#include "serial/serial_lines.hpp"

#include "serial/rows.hpp"

namespace slipflow::linear_solvers {
inline namespace SF_PRECISION {
namespace {

using Numbers = std::vector<real>;
using Rows = std::vector<SfRow>;

Numbers solve_thomas(const Rows& rows, const Pivots& pivots) {
  std::vector<SfScaledRow> scaled(rows.size());
  SfScaledRow before = {0, 0, 0};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const real w = pivots.inverse(sf_pivot_down(rows[i], before), i);
    scaled[i] = before = sf_eliminate_before(rows[i], before, w);
  }
  Numbers x(rows.size());
  real c = 0, after = 0;
  for (std::size_t i = rows.size(); i-- > 0; c = i > 0 ? scaled[i - 1].c : 0)
    x[i] = after = sf_up(c, scaled[i].d, after);
  return x;
}

Numbers solve_cr(Rows rows, const Pivots& pivots) {
  const std::size_t n = rows.size();
  const SfRow outside = {0, 0, 0, 0};
  for (std::size_t i = 0; i < n; i += 2) rows[i].b = pivots.inverse(rows[i].b, i);
  std::size_t stride = 1;
  for (; 2 * stride <= n; stride *= 2)
    for (std::size_t q = 0; 2 * stride * (q + 1) <= n; ++q) {
      const std::size_t i = 2 * stride * (q + 1) - 1;
      const SfRow after = i + stride < n ? rows[i + stride] : outside;
      rows[i] = sf_reduce(rows[i], rows[i - stride], after);
      if (q % 2 == 0) rows[i].b = pivots.inverse(rows[i].b, i);
    }
  Numbers x(n);
  for (; stride >= 1; stride /= 2)
    for (std::size_t i = stride - 1; i < n; i += 2 * stride) {
      const real before = i >= stride ? x[i - stride] : 0;
      const real after = i + stride < n ? x[i + stride] : 0;
      x[i] = sf_solve_reduced(rows[i], before, after);
    }
  return x;
}

Numbers d_of(const std::vector<SfScaledRow>& rows) {
  Numbers d;
  for (const SfScaledRow& row : rows) d.push_back(row.d);
  return d;
}

Numbers solve_pcr(const Rows& rows, const Pivots& pivots) {
  const Items items{1, rows.size(), rows.size()};
  std::vector<SfScaledRow> own(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    own[i] = sf_scale(rows[i], pivots.inverse(rows[i].b, i));
  for (std::size_t stride = 1; stride < rows.size(); stride *= 2)
    own = reduce_items(items, own, stride, pivots);
  return d_of(own);
}

/// A piece of a line as partition leaves it: all unknowns by the last one of their item and of the
/// item before.
struct Eliminated {
  std::vector<SfScaledRow> scaled, own;
};

Eliminated eliminate_piece(const Items& items, std::span<const SfRow> rows, const Pivots& pivots) {
  Eliminated e{eliminate_inside(items, rows, pivots), {}};
  e.own = join_items(items, e.scaled, pivots);
  for (std::size_t stride = 1; stride < items.used(); stride *= 2)
    e.own = reduce_items(items, e.own, stride, pivots);
  return e;
}

void solve_piece(const Items& items, std::span<const SfRow> rows, const Pivots& pivots, real* x) {
  const Eliminated e = eliminate_piece(items, rows, pivots);
  for (std::size_t i = 0; i < items.count; ++i) {
    const std::size_t t = i / items.rows;
    const real before = t > 0 ? e.own[t - 1].d : 0;
    x[i] = i % items.rows + 1 < items.rows ? sf_solve_scaled(e.scaled[i], before, e.own[t].d)
                                           : e.own[t].d;
  }
}

Numbers solve_partition(const Rows& rows, const LineChoice& choice, const Pivots& pivots);

/// A long line, cut into pieces with a row between two of them.
class SplitLine {
 public:
  SplitLine(Rows rows, const LineChoice& choice, const Pivots& pivots)
      : rows_(std::move(rows)), choice_(choice), pivots_(pivots) {}

  Numbers solve() {
    const Numbers between = solve_between();
    Numbers x(rows_.size());
    for (std::size_t k = 0; k < pieces(); ++k) {
      const Items items = items_of(k);
      const std::size_t first = k * length();
      if (k > 0) rows_[first] = sf_insert_before(rows_[first], between[k - 1]);
      if (k < joints()) {
        const std::size_t last = first + items.count - 1;
        rows_[last] = sf_insert_after(rows_[last], between[k]);
        x[last + 1] = between[k];
      }
      solve_piece(items, piece(k), pivots_of(k), &x[first]);
    }
    return x;
  }

 private:
  std::size_t length() const { return static_cast<std::size_t>(rows_at_once(choice_)) + 1; }
  std::size_t joints() const { return rows_.size() / length(); }
  std::size_t pieces() const { return (rows_.size() + length() - 1) / length(); }
  Items items_of(std::size_t k) const {
    return {static_cast<std::size_t>(choice_.rows_per_item),
            static_cast<std::size_t>(choice_.items),
            std::min(length() - 1, rows_.size() - k * length())};
  }
  std::span<const SfRow> piece(std::size_t k) const {
    return std::span(rows_).subspan(k * length(), items_of(k).count);
  }
  Pivots pivots_of(std::size_t k) const {
    return {pivots_.status, pivots_.line, pivots_.first + static_cast<long>(k * length())};
  }

  Numbers solve_between() const {
    std::vector<SfScaledRow> first, last;
    for (std::size_t k = 0; k < pieces(); ++k) {
      const Eliminated e = eliminate_piece(items_of(k), piece(k), pivots_of(k));
      first.push_back(choice_.rows_per_item > 1 ? sf_eliminate_after(e.scaled[0], e.own[0])
                                                : e.own[0]);
      last.push_back(e.own.back());
    }
    Rows between;
    for (std::size_t k = 0; k < joints(); ++k) {
      const SfScaledRow after = k + 1 < pieces() ? first[k + 1] : SfScaledRow{0, 0, 0};
      between.push_back(sf_between_pieces(rows_[(k + 1) * length() - 1], last[k], after));
    }
    LineStatus status;
    const Lines lines = Lines::contiguous(1, static_cast<long>(joints()));
    Numbers x = solve_partition(
        between, resolved(lines, between_pieces(choice_), {.local_memory = 0x1p60}), {status});
    pivots_.status.note(status.pivot, pivots_.line,
                        pivots_.first + (status.row + 1) * static_cast<long>(length()) - 1);
    return x;
  }

  Rows rows_;
  const LineChoice& choice_;
  const Pivots& pivots_;
};

Numbers solve_partition(const Rows& rows, const LineChoice& choice, const Pivots& pivots) {
  if (rows.size() > static_cast<std::size_t>(rows_at_once(choice)))
    return SplitLine(rows, choice, pivots).solve();
  Numbers x(rows.size());
  solve_piece({static_cast<std::size_t>(choice.rows_per_item),
               static_cast<std::size_t>(choice.items), rows.size()},
              rows, pivots, x.data());
  return x;
}

Numbers solve_line(const Rows& rows, const LineChoice& choice, const Pivots& pivots) {
  switch (choice.algorithm) {
    case LineAlgorithm::cr:
      return solve_cr(rows, pivots);
    case LineAlgorithm::pcr:
      return solve_pcr(rows, pivots);
    case LineAlgorithm::partition:
      return solve_partition(rows, choice, pivots);
    case LineAlgorithm::automatic:
    case LineAlgorithm::thomas:
    case LineAlgorithm::pta:
      break;
  }
  return solve_thomas(rows, pivots);
}
}  // namespace
}  // namespace SF_PRECISION

template <>
LineStatus solve_lines_of<setup::Precision::SF_PRECISION>(const Lines& lines,
                                                          const LineChoice& resolved,
                                                          const LineArrays& arrays) {
  LineStatus status;
  const auto place = [&](long line, std::size_t i) {
    return static_cast<std::size_t>(line * lines.line_stride +
                                    static_cast<long>(i) * lines.row_stride);
  };
  Rows rows(static_cast<std::size_t>(lines.rows));
  for (long line = 0; line < lines.lines; ++line) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      rows[i] = load_row(arrays, place(line, i), i == 0, i + 1 == rows.size());
    const Numbers x = solve_line(rows, resolved, {status, line});
    for (std::size_t i = 0; i < x.size(); ++i) arrays.x[place(line, i)] = static_cast<double>(x[i]);
  }
  return status;
}

}  // namespace slipflow::linear_solvers
