// What the iterations of solve7.cpp are made of, on the host or on a device. Numbers stay there:
// macros/linear_solvers/krylov.h.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "linear_solvers/krylov.h"
#include "linear_solvers/level7.h"
#include "slipflow/linear_solvers/stencil7.hpp"

namespace slipflow::linear_solvers {

/// Vectors, with memory from their first use on. f and x are those of the system.
enum class Vector7 { f, x, r, z, p, q, s, t, v, y, shadow };
constexpr std::size_t kVectors7 = 11;

/// A sum over the cells becomes the number `number`; then what S7_THEN_* says.
struct Sum7 {
  int number;
  int then = S7_THEN_NOTHING;
};

/// Which part of the matrix: all, or A0 = (A + A^T)/2.
enum class Part7 { all, symmetric };

/// Vectors and numbers of iterations. Nothing is done once iterations have ended, but by what
/// begins new ones.
class VectorOperations7 {
 public:
  VectorOperations7() = default;
  virtual ~VectorOperations7() = default;
  VectorOperations7(const VectorOperations7&) = delete;
  VectorOperations7& operator=(const VectorOperations7&) = delete;

  /// @name Iterations
  /// New ones: nothing has ended, none is done.
  virtual void begin() = 0;
  virtual void set_number(int number, double value) = 0;
  /// Until they end, at most `max`.
  virtual void iterate(int max, const std::function<void()>& iteration) = 0;
  /// As many iterations, without waiting for the device. x becomes NaN if they break down.
  virtual void queue(int iterations, const std::function<void()>& iteration) = 0;
  virtual S7Progress progress() = 0;
  virtual double number(int number) = 0;
  /// Keeps what each iteration of the next iterate() found, of `most` at most; and that.
  virtual void record(int most) = 0;
  virtual std::vector<Iteration7> recorded() = 0;

  /// @name Vectors
  virtual void copy(Vector7 from, Vector7 to) = 0;
  virtual void sum_products(Vector7 a, Vector7 b, Sum7 sum) = 0;
  virtual void sum_values(Vector7 a, Sum7 sum) = 0;
  /// r = a - b.
  virtual void subtract(Vector7 a, Vector7 b, Vector7 r) = 0;

  /// @name Steps of the methods; krylov.h has their formulas
  virtual void set_cg_direction() = 0;                 ///< p from z
  virtual void advance_cg(Sum7 sum) = 0;               ///< x and r; (r,r)
  virtual void set_shadow_direction() = 0;             ///< p from r, p, v
  virtual void set_half_residual() = 0;                ///< s from r, v
  virtual void advance_full_step(Sum7 sum) = 0;        ///< x by y and z, r from s and t; (r,r)
  virtual void add_scaled(Vector7 q, int number) = 0;  ///< x += that number times q
  virtual void add(Vector7 z) = 0;                     ///< x += z
};

/// The rows of a matrix, with the vectors of VectorOperations7. Those of each kind of mesh have
/// what the solvers need that a choice for them may name; the rest throws std::logic_error.
class RowOperations7 {
 public:
  virtual ~RowOperations7() = default;
  virtual void find_residual(Sum7 sum) = 0;  ///< r = f - A x; (r,r)
  /// y = A x; (y,with).
  virtual void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) = 0;
  virtual void divide_by_diagonal(Vector7 r, Vector7 z) = 0;
  /// (D a,a), or (D^-1 a,a).
  virtual void sum_weighted(Vector7 a, bool inverse, Sum7 sum);
  /// a -= S7_SUM/S7_CELLS.
  virtual void take_mean_out(Vector7 a);
  virtual void multiply_upper(Vector7 x, Vector7 y);  ///< y = R2 x
  virtual void sweep_lower(Vector7 r, Vector7 y);     ///< (D + w R1) y = r
  virtual void sweep_upper(Vector7 y, Vector7 q);     ///< (D + w R2) q = D y
  /// z = the sum of the solutions of the systems of the lines along each of the axes.
  virtual void solve_lines(Vector7 r, Vector7 z);
  /// z = a V-cycle for r.
  virtual void cycle(Vector7 r, Vector7 z);
  /// The coefficients have changed: takes those of the levels of cycle(), of solve_lines().
  virtual void set_coarse_levels() {}
  virtual void set_lines() {}
};

/// Iterations that Choice7::record keeps at most.
std::size_t recorded_iterations(const Choice7& choice);

/// Whether the preconditioner is one of cg or bicgstab with this choice.
bool uses(const Choice7& choice, Preconditioner7 preconditioner);
/// Whether triangular systems are solved.
bool has_sweeps(const Choice7& choice);

/// A system to be solved again and again; keeps what depends on the matrix alone.
class Solve7 {
 public:
  Solve7(VectorOperations7& on, RowOperations7& rows, const Choice7& choice, Coefficients7 kind,
         bool singular, long cells)
      : on_(on), rows_(rows), choice_(choice), kind_(kind), singular_(singular), cells_(cells) {}

  /// The coefficients are new ones.
  void set_coefficients();
  void set_relative_tolerance(double tolerance) { choice_.relative_tolerance = tolerance; }
  void set_max(int iterations) { choice_.max = iterations; }
  /// Parameter of the preconditioner atm, found by the first solution with these coefficients; 0:
  /// not found yet.
  double omega() const { return omega_; }
  void set_omega(double omega);
  /// x from f, beginning with x. Throws Error(diverged) as solve() of the solvers.
  Result7 run();
  /// The same by cg, not preconditioned by atm. A device is not waited for; x becomes NaN if the
  /// iterations break down.
  void run_unchecked();

 private:
  void begin(double tolerance, double relative_tolerance);
  void set_given(int number, double value);
  void project(Vector7 a);
  void precondition(Vector7 from, Vector7 to);
  void find_omega();
  void cg_iteration();
  Result7 run_bicgstab();
  void bicgstab_iteration();
  bool is_solved_for_its_solution();
  bool has_residual_of_rounding();
  double true_residual();
  void iterate_multigrid();
  void iterate_matm(int max);
  // `curvature`: the number that may not have been positive; `done`: iterations before these.
  void require_going_on(int curvature, int done = 0);

  VectorOperations7& on_;
  RowOperations7& rows_;
  Choice7 choice_;
  const Coefficients7 kind_;
  const bool singular_;
  const long cells_;
  double omega_ = 0;             // of the preconditioner; 0: not known
  std::map<int, double> given_;  // numbers that have been set
};

}  // namespace slipflow::linear_solvers
