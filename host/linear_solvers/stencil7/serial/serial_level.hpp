// The rows of one level on the host, compiled for each kind of coefficients with and without a
// third direction, in double and in single precision, so that bits are those of kernels built the
// same way.
#pragma once

#include <array>
#include <memory>

#include "levels7.hpp"
#include "linear_solvers/level7.h"

namespace slipflow::linear_solvers {

/// Where a level has its coefficients; those that its kind does not have are null.
template <class Real>
struct LevelArrays {
  std::array<const Real*, 7> a{};
  std::array<const Real*, 3> sides{};
  std::array<Real, 3> constants{};
  const unsigned char* codes = nullptr;
  const Real* diagonals = nullptr;
  int periodic = 0;  ///< Box7::periodic as bits
};

/// Coefficients of a coarser level, to be stored: diagonal, then along x, y, z.
template <class Real>
struct CoarseArrays {
  std::array<Real*, 4> a{};
  std::array<Real*, 3> sides{};
};

/// The vectors of a level in a multigrid cycle; `from` is the residual that a smoother begins with.
template <class Real>
struct CycleVectors {
  const Real* from;
  Real *r, *d, *d_next, *x;
};

template <class Real>
class SerialLevel {
 public:
  SerialLevel() = default;
  virtual ~SerialLevel() = default;
  SerialLevel(const SerialLevel&) = delete;
  SerialLevel& operator=(const SerialLevel&) = delete;

  virtual Real diagonal(std::size_t p) const = 0;
  virtual void residual(const Real* f, const Real* x, Real* r) const = 0;
  virtual void multiply(const Real* x, Real* y) const = 0;
  virtual void multiply_symmetric(const Real* x, Real* y) const = 0;
  virtual void multiply_upper(const Real* x, Real* y) const = 0;
  virtual void sweep_lower(Real w, const Real* r, Real* y) const = 0;
  virtual void sweep_upper(Real w, const Real* y, Real* q) const = 0;
  /// A line of cells through (i,j,k) along an axis: the off-diagonal coefficients of A0.
  virtual Real line_coefficient(int axis, bool next, std::size_t p) const = 0;

  virtual void smooth(const CycleVectors<Real>& v, S7Smoothing how) const = 0;
  /// The last residual, and its sums over the agglomerates.
  virtual void restrict_to(const S7Level& coarser, const CycleVectors<Real>& v,
                           Real* coarse) const = 0;
  /// Adds the corrections of agglomerates to x, then step 0 of the smoother.
  virtual void prolong_from(const S7Level& coarser, const Real* coarse,
                            const CycleVectors<Real>& v) const = 0;
  virtual void coarsen(const Real* ratios, const S7Level& coarser,
                       const CoarseArrays<Real>& to) const = 0;
};

std::unique_ptr<SerialLevel<double>> make_serial_level(Coefficients7 kind, const S7Level& level,
                                                       const LevelArrays<double>& arrays);
/// In single precision; not of general coefficients.
std::unique_ptr<SerialLevel<float>> make_serial_level(Coefficients7 kind, const S7Level& level,
                                                      const LevelArrays<float>& arrays);

}  // namespace slipflow::linear_solvers
