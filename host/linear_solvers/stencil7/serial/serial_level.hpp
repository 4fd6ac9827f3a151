// The rows of one level on the host, compiled for each kind of coefficients with and without a
// third direction, so that bits are those of kernels built the same way.
#pragma once

#include <array>
#include <memory>

#include "levels7.hpp"
#include "linear_solvers/level7.h"

namespace slipflow::linear_solvers {

/// Where a level has its coefficients; those that its kind does not have are null.
struct LevelArrays {
  std::array<const double*, 7> a{};
  std::array<const double*, 3> sides{};
  std::array<double, 3> constants{};
  const unsigned char* codes = nullptr;
  const double* diagonals = nullptr;
  int periodic = 0;  ///< Box7::periodic as bits
};

/// Coefficients of a coarser level, to be stored: diagonal, then along x, y, z.
struct CoarseArrays {
  std::array<double*, 4> a{};
  std::array<double*, 3> sides{};
};

/// The vectors of a level in a multigrid cycle; `from` is the residual that a smoother begins with.
struct CycleVectors {
  const double* from;
  double *r, *d, *d_next, *x;
};

class SerialLevel {
 public:
  SerialLevel() = default;
  virtual ~SerialLevel() = default;
  SerialLevel(const SerialLevel&) = delete;
  SerialLevel& operator=(const SerialLevel&) = delete;

  virtual double diagonal(std::size_t p) const = 0;
  virtual void residual(const double* f, const double* x, double* r) const = 0;
  virtual void multiply(const double* x, double* y) const = 0;
  virtual void multiply_symmetric(const double* x, double* y) const = 0;
  virtual void multiply_upper(const double* x, double* y) const = 0;
  virtual void sweep_lower(double w, const double* r, double* y) const = 0;
  virtual void sweep_upper(double w, const double* y, double* q) const = 0;
  /// A line of cells through (i,j,k) along an axis: the off-diagonal coefficients of A0.
  virtual double line_coefficient(int axis, bool next, std::size_t p) const = 0;

  virtual void smooth(const CycleVectors& v, S7Smoothing how) const = 0;
  /// The last residual, and its sums over the agglomerates.
  virtual void restrict_to(const S7Level& coarser, const CycleVectors& v, double* coarse) const = 0;
  /// Adds the corrections of agglomerates to x, then step 0 of the smoother.
  virtual void prolong_from(const S7Level& coarser, const double* coarse,
                            const CycleVectors& v) const = 0;
  virtual void coarsen(const double* ratios, const S7Level& coarser,
                       const CoarseArrays& to) const = 0;
};

std::unique_ptr<SerialLevel> make_serial_level(Coefficients7 kind, const S7Level& level,
                                               const LevelArrays& arrays);

}  // namespace slipflow::linear_solvers
