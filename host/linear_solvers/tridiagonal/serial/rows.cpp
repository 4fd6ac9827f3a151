#include "serial/rows.hpp"

namespace slipflow::linear_solvers {
inline namespace SF_PRECISION {

SfRow load_row(const LineArrays& arrays, std::size_t at, bool first, bool last) {
  const auto rounded = [at](std::span<const double> values) {
    return static_cast<real>(values[at]);
  };
  return {first ? real(0) : rounded(arrays.a), rounded(arrays.b),
          last ? real(0) : rounded(arrays.c), rounded(arrays.d)};
}

std::vector<SfScaledRow> eliminate_inside(const Items& items, std::span<const SfRow> rows,
                                          const Pivots& pivots, std::vector<SfScaledRow>* down) {
  std::vector<SfScaledRow> scaled(items.rows * items.items);
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    const SfRow row = i < items.count ? rows[i] : sf_missing_row();
    const SfScaledRow before = i % items.rows > 0 ? scaled[i - 1] : sf_before_all();
    const real w = pivots.inverse(sf_pivot_down(row, before), std::min(i, items.count - 1));
    scaled[i] = sf_eliminate_before(row, before, w);
  }
  if (down) *down = scaled;
  for (std::size_t item = 0; item < items.items; ++item)
    for (std::size_t i = items.begin(item) + items.rows - 1; i-- > items.begin(item);)
      if (i + 2 < items.begin(item) + items.rows)
        scaled[i] = sf_eliminate_after(scaled[i], scaled[i + 1]);
  return scaled;
}

// An item of one row has no first row but its last, which has an equation of its own.
SfScaledRow first_of_next(const Items& items, const std::vector<SfScaledRow>& scaled,
                          std::size_t item) {
  const bool has_next = items.rows > 1 && item + 1 < items.items;
  return has_next ? scaled[items.begin(item + 1)] : sf_after_all();
}

std::vector<SfScaledRow> join_items(const Items& items, const std::vector<SfScaledRow>& scaled,
                                    const Pivots& pivots) {
  std::vector<SfScaledRow> own(items.items);
  for (std::size_t t = 0; t < items.items; ++t) {
    const SfScaledRow row = scaled[items.begin(t) + items.rows - 1];
    const SfScaledRow next = first_of_next(items, scaled, t);
    own[t] = sf_join(row, next, pivots.inverse(sf_pivot_join(row, next), items.last(t)));
  }
  return own;
}

std::vector<SfScaledRow> reduce_items(const Items& items, const std::vector<SfScaledRow>& own,
                                      std::size_t stride, const Pivots& pivots) {
  std::vector<SfScaledRow> next(own.size());
  for (std::size_t t = 0; t < own.size(); ++t) {
    const SfScaledRow before = t >= stride ? own[t - stride] : sf_before_all();
    const SfScaledRow after = t + stride < own.size() ? own[t + stride] : sf_after_all();
    const real w = pivots.inverse(sf_pivot_both(own[t], before, after), items.last(t));
    next[t] = sf_eliminate_both(own[t], before, after, w);
  }
  return next;
}

}  // namespace SF_PRECISION
}  // namespace slipflow::linear_solvers
