// The iterations, once for the host and for devices.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <stdexcept>

#include "operations7.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::linear_solvers {

namespace {
// Steps of MATM that find omega for the preconditioner.
constexpr int kStepsForOmega = 10;
constexpr int kMostRecorded = 100000;
// BiCGStab gives up after this many starts in a row that did not halve the residual.
constexpr int kMostInVain = 3;
// What rounding leaves of D^-1 r, compared with x.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
using V = Vector7;

[[noreturn]] void refuse() { throw std::logic_error("no solver of these rows does this"); }
}  // namespace

void RowOperations7::sum_weighted(Vector7, bool, Sum7) { refuse(); }
void RowOperations7::take_mean_out(Vector7) { refuse(); }
void RowOperations7::multiply_upper(Vector7, Vector7) { refuse(); }
void RowOperations7::sweep_lower(Vector7, Vector7) { refuse(); }
void RowOperations7::sweep_upper(Vector7, Vector7) { refuse(); }
void RowOperations7::solve_lines(Vector7, Vector7) { refuse(); }
void RowOperations7::cycle(Vector7, Vector7) { refuse(); }

std::size_t recorded_iterations(const Choice7& choice) {
  return static_cast<std::size_t>(std::clamp(choice.max, 1, kMostRecorded));
}

bool uses(const Choice7& choice, Preconditioner7 preconditioner) {
  const bool preconditioned = choice.solver == Solver7::cg || choice.solver == Solver7::bicgstab;
  return preconditioned && choice.preconditioner == preconditioner;
}

bool has_multigrid(const Choice7& choice) {
  return choice.solver == Solver7::multigrid || uses(choice, Preconditioner7::multigrid);
}

bool has_sweeps(const Choice7& choice) {
  return choice.solver == Solver7::matm || uses(choice, Preconditioner7::atm);
}

void Solve7::set_coefficients() {
  omega_ = 0;
  if (has_multigrid(choice_)) rows_.set_coarse_levels();
  if (uses(choice_, Preconditioner7::lines)) rows_.set_lines();
}

Result7 Solve7::run() {
  if (singular_) project(V::f);
  if (uses(choice_, Preconditioner7::atm) && omega_ == 0) find_omega();
  if (choice_.solver == Solver7::bicgstab) return run_bicgstab();
  if (choice_.record) on_.record(static_cast<int>(recorded_iterations(choice_)));
  switch (choice_.solver) {
    case Solver7::cg:
      begin(choice_.tolerance, choice_.relative_tolerance);
      on_.iterate(choice_.max, [&] { cg_iteration(); });
      break;
    case Solver7::bicgstab:
      break;  // above
    case Solver7::multigrid:
      iterate_multigrid();
      break;
    case Solver7::matm:
      on_.set_number(S7_W, 1.0);
      begin(choice_.tolerance, choice_.relative_tolerance);
      iterate_matm(choice_.max);
      break;
  }
  require_going_on(choice_.solver == Solver7::matm ? S7_AQQ : S7_CURVATURE);
  const S7Progress at = on_.progress();
  Result7 result{at.count, at.first, at.last, omega_, at.outcome == S7_CONVERGED, 0, {}};
  if (choice_.solver == Solver7::matm) {
    result.omega = on_.number(S7_W);
    result.outside = on_.number(S7_OUTSIDE);
  }
  if (choice_.record) result.history = on_.recorded();
  return result;
}

void Solve7::run_unchecked() {
  if (choice_.solver != Solver7::cg || choice_.preconditioner == Preconditioner7::atm)
    throw std::logic_error("only cg without atm runs unchecked");
  if (singular_) project(V::f);
  begin(choice_.tolerance, choice_.relative_tolerance);
  on_.queue(choice_.max, [&] { cg_iteration(); });
}

void Solve7::begin(double tolerance, double relative_tolerance) {
  set_given(S7_TOLERANCE, tolerance);
  set_given(S7_RELATIVE_TOLERANCE, relative_tolerance);
  on_.begin();
  if (choice_.of_right_hand_side && relative_tolerance > 0) on_.sum_products(V::f, V::f, {S7_FF});
  rows_.find_residual({S7_RR, S7_THEN_START});
}

// Only numbers that nothing but the host changes.
void Solve7::set_given(int number, double value) {
  const auto [known, is_new] = given_.try_emplace(number, value);
  if (!is_new && known->second == value) return;
  known->second = value;
  on_.set_number(number, value);
}

void Solve7::project(Vector7 a) {
  set_given(S7_CELLS, static_cast<double>(cells_));
  on_.begin();
  on_.sum_values(a, {S7_SUM});
  rows_.take_mean_out(a);
}

void Solve7::precondition(Vector7 from, Vector7 to) {
  switch (choice_.preconditioner) {
    case Preconditioner7::none:
      return on_.copy(from, to);
    case Preconditioner7::jacobi:
      return rows_.divide_by_diagonal(from, to);
    case Preconditioner7::atm:
      rows_.sweep_lower(from, to);
      return rows_.sweep_upper(to, to);
    case Preconditioner7::lines:
      return rows_.solve_lines(from, to);
    case Preconditioner7::multigrid:
      return rows_.cycle(from, to);
  }
}

// A few steps of MATM. Their solution is dropped, so that the count of iterations is that of the
// preconditioned method alone.
void Solve7::find_omega() {
  on_.begin();  // the solution before has ended, and nothing would be copied
  on_.copy(V::x, V::y);
  on_.set_number(S7_W, 1.0);
  begin(0, 0);
  iterate_matm(kStepsForOmega);
  require_going_on(S7_AQQ);
  set_omega(on_.number(S7_W));
  on_.begin();
  on_.copy(V::y, V::x);
}

// So that no iteration is recorded with the parameters that find_omega() has left.
void Solve7::set_omega(double omega) {
  omega_ = omega;
  on_.set_number(S7_W, omega);
  on_.set_number(S7_W_USED, omega);
  on_.set_number(S7_TAU, 0);
}

void Solve7::cg_iteration() {
  precondition(V::r, V::z);
  on_.sum_products(V::r, V::z, {S7_RHO, S7_THEN_CG_BETA});
  on_.set_cg_direction();
  rows_.multiply(Part7::all, V::p, V::q, V::p, {S7_CURVATURE, S7_THEN_CG_ALPHA});
  on_.advance_cg({S7_RR, S7_THEN_COUNT});
}

void Solve7::bicgstab_iteration() {
  on_.sum_products(V::shadow, V::r, {S7_RHO, S7_THEN_SHADOW_BETA});
  on_.set_shadow_direction();
  precondition(V::p, V::y);
  rows_.multiply(Part7::all, V::y, V::v, V::shadow, {S7_CURVATURE, S7_THEN_SHADOW_ALPHA});
  on_.set_half_residual();
  precondition(V::s, V::z);
  rows_.multiply(Part7::all, V::z, V::t, V::s, {S7_TS});
  if (choice_.limits_omega) on_.sum_products(V::s, V::s, {S7_SS});
  on_.sum_products(V::t, V::t, {S7_TT, S7_THEN_OMEGA});
  on_.advance_full_step({S7_RR, S7_THEN_COUNT});
}

// Its residual is that of a recursion, so only f - A x tells whether it has converged. If not, or
// after a breakdown, it starts again from there, with another shadow residual.
Result7 Solve7::run_bicgstab() {
  Result7 result;
  result.omega = omega_;
  double best = std::numeric_limits<double>::infinity();
  begin(choice_.tolerance, choice_.relative_tolerance);
  if (singular_ && is_solved_for_its_solution()) {
    result.first = result.last = on_.progress().last;
    result.converged = true;
    return result;
  }
  for (int in_vain = 0; in_vain < kMostInVain && result.iterations < choice_.max;) {
    on_.copy(V::r, V::shadow);
    if (choice_.record)
      on_.record(static_cast<int>(recorded_iterations(choice_) - result.history.size()));
    on_.iterate(choice_.max - result.iterations, [&] { bicgstab_iteration(); });
    require_going_on(S7_CURVATURE, result.iterations);
    const S7Progress at = on_.progress();
    if (result.iterations == 0) result.first = at.first;
    result.iterations += at.count;
    if (choice_.record) std::ranges::copy(on_.recorded(), std::back_inserter(result.history));
    result.last = at.count > 0 ? true_residual() : at.last;
    result.converged = result.last <= at.enough || (singular_ && is_solved_for_its_solution());
    if (result.converged) break;
    in_vain = result.last <= best / 2 ? 0 : in_vain + 1;
    best = std::min(best, result.last);
    begin(at.enough, 0);
  }
  if (!result.converged) result.converged = has_residual_of_rounding();
  return result;
}

// The right-hand side of a singular system may be 0 but for rounding. Then the residual is compared
// with D x: (D^-1 r,r) <= relative_tolerance^2 (D x,x).
bool Solve7::is_solved_for_its_solution() {
  rows_.sum_weighted(V::r, true, {S7_RHO});
  rows_.sum_weighted(V::x, false, {S7_TS});
  const double relative = choice_.relative_tolerance;
  return on_.number(S7_RHO) <= relative * relative * on_.number(S7_TS);
}

// A first residual that is rounding already, as in a flow that does not change, cannot shrink. With
// a vector and sums that no iteration passes to these kernels: devices keep their arguments.
bool Solve7::has_residual_of_rounding() {
  rows_.divide_by_diagonal(V::r, V::t);
  on_.sum_products(V::t, V::t, {S7_UU});
  on_.sum_products(V::x, V::x, {S7_DQQ});
  return on_.number(S7_UU) <= kRounding * kRounding * on_.number(S7_DQQ);
}

double Solve7::true_residual() {
  on_.begin();
  rows_.find_residual({S7_RR});
  return std::sqrt(on_.number(S7_RR));
}

void Solve7::iterate_multigrid() {
  begin(choice_.tolerance, choice_.relative_tolerance);
  on_.iterate(choice_.max, [&] {
    rows_.cycle(V::r, V::z);
    on_.add(V::z);
    rows_.find_residual({S7_RR, S7_THEN_COUNT});
  });
}

void Solve7::iterate_matm(int max) {
  set_given(S7_KEEP_W, choice_.solver == Solver7::matm ? choice_.parameters_every : 1);
  on_.set_number(S7_OUTSIDE, 0);
  on_.set_number(S7_BSS, 0);
  on_.iterate(max, [&] {
    rows_.sweep_lower(V::r, V::q);
    rows_.sweep_upper(V::q, V::q);
    if (singular_) {
      on_.sum_values(V::q, {S7_SUM});
      rows_.take_mean_out(V::q);
    }
    rows_.multiply(Part7::symmetric, V::q, V::z, V::q, {S7_AQQ});
    on_.sum_products(V::r, V::q, {S7_RQ});
    rows_.sweep_lower(V::z, V::p);
    rows_.sweep_upper(V::p, V::p);
    on_.sum_products(V::p, V::z, {S7_BAA});
    if (kind_ == Coefficients7::general) {
      rows_.multiply(Part7::all, V::q, V::p, V::q, {S7_SUM});
      on_.subtract(V::p, V::z, V::s);
      rows_.sweep_lower(V::s, V::p);
      rows_.sweep_upper(V::p, V::p);
      on_.sum_products(V::p, V::s, {S7_BSS});
    }
    rows_.multiply_upper(V::q, V::p);
    rows_.sum_weighted(V::p, true, {S7_UU});
    rows_.sum_weighted(V::q, false, {S7_DQQ, S7_THEN_MATM});
    on_.add_scaled(V::q, S7_TAU);
    rows_.find_residual({S7_RR, S7_THEN_COUNT});
  });
}

void Solve7::require_going_on(int curvature, int done) {
  const S7Progress at = on_.progress();
  if (at.outcome != S7_NOT_POSITIVE && at.outcome != S7_NOT_FINITE) return;
  const auto end = [&](const char* what, double value, const char* advice) {
    throw Error(
        ExitStatus::diverged,
        fmt::format("the linear solver {} broke down in iteration {}: {} is {:g}; {}",
                    text_of(kSolvers7, choice_.solver), done + at.count + 1, what, value, advice));
  };
  if (at.outcome == S7_NOT_FINITE)
    end("the norm of the residual", at.last, "check the coefficients and the right-hand side");
  end("the product of a direction with the matrix and itself", on_.number(curvature),
      "the matrix has to be positive definite");
}

std::string outside_note(const Result7& result) {
  constexpr double kRoundingOfEstimate = 1e-10;  // a distance of s^2 from [0, 1]
  if (!(result.outside > kRoundingOfEstimate)) return "";
  return fmt::format("MATM's estimate s^2 was outside of [0, 1] by up to {:.2g}", result.outside);
}

}  // namespace slipflow::linear_solvers
