// Compiled for one kind of coefficients and precision: S7_KIND, S7_FLAT, SF_SINGLE, and
// S7_NAMESPACE, which holds everything that depends on them, so that equal names of two kinds do
// not meet.
#include "serial/serial_level.hpp"

#include "language.h"
#include "linear_solvers/level7.h"

namespace slipflow::linear_solvers::S7_NAMESPACE {

#include "linear_solvers/multigrid7.h"
#include "linear_solvers/stencil7.h"

namespace {
#ifdef S7_PERIODIC
#define S7_BOX_OF(l, from) (l).row, (l).plane, (l).plane > 0 ? (l).n[2] : (l).n[1], (from).periodic
#else
#define S7_BOX_OF(l, from) (l).row, (l).plane
#endif
#if S7_KIND == S7_FREE
S7Matrix matrix_of(const S7Level& l, const LevelArrays<real>& from) {
  const auto& c = from.constants;
  return {S7_BOX_OF(l, from), c[0], c[1], c[2], from.codes, from.diagonals};
}
#elif S7_KIND == S7_SYMMETRIC
S7Matrix matrix_of(const S7Level& l, const LevelArrays<real>& from) {
  const auto& a = from.a;
  return {S7_BOX_OF(l, from), a[0], a[1], a[3], a[5]};
}
#else
S7Matrix matrix_of(const S7Level& l, const LevelArrays<real>& from) {
  const auto& a = from.a;
  return {S7_BOX_OF(l, from), a[0], a[1], a[2], a[3], a[4], a[5], a[6]};
}
#endif

class LevelOfKind : public SerialLevel<real> {
 public:
  LevelOfKind(const S7Level& level, const LevelArrays<real>& arrays)
      : level_(level), matrix_(matrix_of(level, arrays)), m_(&matrix_) {
    for (int axis = 0; axis < 3; ++axis) sides_.along[axis] = arrays.sides[axis];
  }

  real diagonal(std::size_t p) const override { return S7_DIAGONAL(m_, p); }

  void residual(const real* f, const real* x, real* r) const override {
    for_cells([&](int p) { r[p] = f[p] - s7_times(m_, x, p); });
  }
  void multiply(const real* x, real* y) const override {
    for_cells([&](int p) { y[p] = s7_times(m_, x, p); });
  }
  void multiply_symmetric(const real* x, real* y) const override {
    for_cells([&](int p) { y[p] = s7_symmetric_times(m_, x, p); });
  }
  void multiply_upper(const real* x, real* y) const override {
    for_cells([&](int p) { y[p] = s7_upper_times(m_, x, p); });
  }

  void sweep_lower(real w, const real* r, real* y) const override {
    for_cells([&](int p) {
      y[p] = s7_lower_row(m_, w, r[p], y[p - 1], y[p - m_->row], y[p - m_->plane], p);
    });
  }
  void sweep_upper(real w, const real* y, real* q) const override {
    for (int k = level_.n[2] - 1; k >= 0; --k)
      for (int j = level_.n[1] - 1; j >= 0; --j)
        for (int i = level_.n[0] - 1; i >= 0; --i)
          if (const int p = s7_place(level_, i, j, k); S7_IS_CELL(m_, p))
            q[p] = s7_upper_row(m_, w, y[p], q[p + 1], q[p + m_->row], q[p + m_->plane], p);
  }

  real line_coefficient(int axis, bool next, std::size_t at) const override {
    const int p = static_cast<int>(at);
    const real s[6] = {S7_OPEN(m_, p, p + 1, S7_S1(m_, p)),
                       S7_OPEN(m_, p, p - 1, S7_S2(m_, p)),
                       S7_OPEN(m_, p, p + m_->row, S7_S3(m_, p)),
                       S7_OPEN(m_, p, p - m_->row, S7_S4(m_, p)),
                       S7_ALONG_Z(S7_OPEN(m_, p, p + m_->plane, S7_S5(m_, p))),
                       S7_ALONG_Z(S7_OPEN(m_, p, p - m_->plane, S7_S6(m_, p)))};
    return s[2 * axis + (next ? 0 : 1)];
  }

  void smooth(const CycleVectors<real>& v, S7Smoothing how) const override {
    const S7Chebyshev factors = s7_chebyshev(how.number);
    const bool from_zero = s7_from_zero(how), is_last = s7_is_last(how);
    for_cells([&](int p) {
      const real r = from_zero ? v.from[p] : v.from[p] - s7_symmetric_times(m_, v.d, p);
      if (!from_zero && !is_last) v.r[p] = r;
      const real direction = s7_next_direction(m_, factors, r, from_zero ? real{0} : v.d[p], p);
      s7_add_directions(how, v.x, v.d_next, v.d, direction, p);
      if (!is_last) v.d_next[p] = direction;
    });
  }

  void restrict_to(const S7Level& coarser, const CycleVectors<real>& v,
                   real* coarse) const override {
    for_cells_of(coarser, [&](int i, int j, int k) {
      real sums[2] = {0.0, 0.0};  // of the cells with even and odd numbers along x
      for_members(i, j, k, [&](int fi, int fj, int fk) {
        const int p = s7_place(level_, fi, fj, fk);
        if (!S7_IS_CELL(m_, p)) return;
        v.r[p] = v.from[p] - s7_symmetric_times(m_, v.d, p);
        sums[level_.shift[0] & fi] += v.r[p];
      });
      coarse[s7_place(coarser, i, j, k)] = sums[0] + sums[1];
    });
  }

  void prolong_from(const S7Level& coarser, const real* coarse,
                    const CycleVectors<real>& v) const override {
    const S7Chebyshev factors = s7_chebyshev(0);
    for_cells_of(level_, [&](int i, int j, int k) {
      const S7Copied copied = s7_copied_to(level_, coarser, coarse, i, j, k);
      const int p = copied.p;
      if (!S7_IS_CELL(m_, p)) return;
      v.r[p] -= s7_times_copied(m_, &copied, level_, coarser);
      v.d_next[p] = s7_next_direction(m_, factors, v.r[p], 0.0, p);
      v.x[p] = v.x[p] + coarse[copied.from] + v.d_next[p];
    });
  }

  void coarsen(const real* ratios, const S7Level& coarser,
               const CoarseArrays<real>& to) const override {
    for_cells_of(coarser, [&](int i, int j, int k) {
      S7Coarse sum = {};
      for_members(i, j, k, [&](int fi, int fj, int fk) {
        s7_add_to_coarse(m_, sides_, level_, ratios, fi, fj, fk, &sum);
      });
      const int p = s7_place(coarser, i, j, k);
      to.a[0][p] = sum.a0;
      for (int axis = 0; axis < 3; ++axis) {
        to.a[axis + 1][p] = sum.next[axis];
        to.sides[axis][p] = sum.sides[axis];
      }
    });
  }

 private:
  template <class F>
  static void for_cells_of(const S7Level& level, F f) {
    for (int k = 0; k < level.n[2]; ++k)
      for (int j = 0; j < level.n[1]; ++j)
        for (int i = 0; i < level.n[0]; ++i) f(i, j, k);
  }
  template <class F>
  void for_cells(F f) const {
    for_cells_of(level_, [&](int i, int j, int k) {
      if (const int p = s7_place(level_, i, j, k); S7_IS_CELL(m_, p)) f(p);
    });
  }
  // The cells of an agglomerate.
  template <class F>
  void for_members(int i, int j, int k, F f) const {
    const int at[3] = {i, j, k};
    int first[3], end[3];
    for (int axis = 0; axis < 3; ++axis) {
      first[axis] = at[axis] << level_.shift[axis];
      const int all = first[axis] + 1 + level_.shift[axis];
      end[axis] = all < level_.n[axis] ? all : level_.n[axis];
    }
    for (int fk = first[2]; fk < end[2]; ++fk)
      for (int fj = first[1]; fj < end[1]; ++fj)
        for (int fi = first[0]; fi < end[0]; ++fi) f(fi, fj, fk);
  }

  const S7Level level_;
  const S7Matrix matrix_;
  const S7Matrix* const m_;
  S7Sides sides_{};
};
}  // namespace

std::unique_ptr<SerialLevel<real>> make_level(const S7Level& level,
                                              const LevelArrays<real>& arrays) {
  return std::make_unique<LevelOfKind>(level, arrays);
}

}  // namespace slipflow::linear_solvers::S7_NAMESPACE
