// Seven-point systems A x = f on the cells of a box: where arrays have their values, how the
// coefficients are given, how a system is solved, and the result.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "slipflow/config/words.hpp"

namespace slipflow::linear_solvers {

/// The cells of a box in two (n3 = 1) or three dimensions. Arrays have a layer of ghosts around
/// them, none along z in two dimensions.
struct Box7 {
  int n1 = 1, n2 = 1, n3 = 1;
  /// Axes whose ends are joined: the cell after the last one is the first one.
  std::array<bool, 3> periodic{};

  bool flat() const { return n3 == 1; }
  int cells(int axis) const { return axis == 0 ? n1 : axis == 1 ? n2 : n3; }
  long cells() const { return static_cast<long>(n1) * n2 * n3; }
  int row() const { return n1 + 2; }  ///< places from a cell to the next one along y
  int plane() const { return row() * (n2 + 2); }
  std::size_t size() const {
    return static_cast<std::size_t>(row()) * (static_cast<std::size_t>(n2) + 2) *
           (flat() ? 1 : static_cast<std::size_t>(n3) + 2);
  }
  int at(int i, int j, int k = 0) const {
    return i + 1 + row() * (j + 1) + (flat() ? 0 : plane() * (k + 1));
  }
  int periodic_bits() const { return periodic[0] + 2 * periodic[1] + 4 * periodic[2]; }
  bool operator==(const Box7&) const = default;
};

/// How the coefficients are given; macros/linear_solvers/stencil7.h.
enum class Coefficients7 { free = 1, symmetric, general };

/// The matrix of a system, arrays by Box7::at(). A cell outside the domain has a0 = 0, and so do
/// ghosts; a coefficient that leads out of the domain is 0. Along a periodic axis the coefficient
/// after the last cell is that to the first one.
struct Matrix7 {
  Coefficients7 kind = Coefficients7::symmetric;
  Box7 box;
  /// symmetric: a[0], and in a[1], a[3], a[5] the coefficient between a cell and the next one along
  /// x, y, z. general: a[0] to a[6]. Arrays along z are empty in two dimensions.
  std::array<std::vector<double>, 7> a;
  /// Parts of a[0] from Dirichlet conditions on faces across x, y and z; empty: none.
  std::array<std::vector<double>, 3> sides;
  /// free: the coefficients along x, y and z, and of each cell s7_code().
  std::array<double, 3> constants{};
  std::vector<unsigned char> codes;
  /// Widths of the cells along each axis; empty: all alike.
  std::array<std::vector<double>, 3> widths;
  /// From the centre of a cell to a Dirichlet condition, in widths of the cell.
  double side_distance = 0.5;
  /// Mean coefficients along x, y and z, by which multigrid pairs cells; all 0: those of the
  /// arrays.
  std::array<double, 3> strengths{};
  /// Cells of the domain, of a singular matrix whose arrays are left open.
  long open_cells = 0;
  bool singular = false;  ///< constants are in its kernel: there is no Dirichlet condition
};

/// The matrix of a box with constant coefficients along x, y, z. All boundaries have Dirichlet
/// conditions or, if `given` is false, no flux. Cells where `solid` is true are holes, and no flux
/// passes their faces.
Matrix7 free_matrix(const Box7& box, const std::array<double, 3>& constants, bool given,
                    const std::vector<bool>& solid = {});
/// The same matrix with stored coefficients.
Matrix7 stored(const Matrix7& free);

enum class Solver7 { cg, bicgstab, multigrid, matm };
enum class Preconditioner7 { none, jacobi, atm, lines, multigrid };
/// How triangular systems are solved on a device; the bits are the same.
enum class Schedule7 { automatic, planes, tiles, pipeline };

constexpr config::Words<Solver7, 4> kSolvers7 = {{{"cg", Solver7::cg},
                                                  {"bicgstab", Solver7::bicgstab},
                                                  {"multigrid", Solver7::multigrid},
                                                  {"matm", Solver7::matm}}};
constexpr config::Words<Preconditioner7, 5> kPreconditioners7 = {
    {{"none", Preconditioner7::none},
     {"jacobi", Preconditioner7::jacobi},
     {"atm", Preconditioner7::atm},
     {"lines", Preconditioner7::lines},
     {"multigrid", Preconditioner7::multigrid}}};
constexpr config::Words<Schedule7, 4> kSchedules7 = {{{"auto", Schedule7::automatic},
                                                      {"planes", Schedule7::planes},
                                                      {"tiles", Schedule7::tiles},
                                                      {"pipeline", Schedule7::pipeline}}};

/// A method and its parameters.
struct Choice7 {
  Solver7 solver = Solver7::cg;
  Preconditioner7 preconditioner = Preconditioner7::multigrid;  ///< of cg and bicgstab
  double tolerance = 0;                                         ///< of the norm of the residual
  double relative_tolerance = 1e-6;  ///< of its norm at first; the larger of both counts
  bool limits_omega = false;         ///< bicgstab: for where convection prevails
  bool of_right_hand_side = false;   ///< the latter of the norm of f instead, unless that is 0
  int max = 1000;                    ///< iterations
  int degree = 3;                    ///< steps of the smoother, before and after
  bool single_multigrid = false;     ///< multigrid computes in single precision
  int twice_below = 1025;            ///< on polyhedra: levels of fewer cells are visited twice
  int parameters_every = 1;          ///< matm: steps for which omega is kept
  std::array<bool, 3> line_axes = {true, true, true};  ///< lines: axes along which they lie
  Schedule7 schedule = Schedule7::automatic;
  bool record = false;  ///< Result7::history
  bool parity = false;  ///< the device computes the bits of the serial reference
};

/// Whether multigrid solves or preconditions.
bool has_multigrid(const Choice7& choice);

/// Throws std::logic_error where the arrays do not fit the box, Error(bad_input) where the box has
/// no cells or more than can be counted, a choice does not suit the kind of matrix, or (`values`)
/// a diagonal is negative, or a coefficient is not finite or not one for single precision.
void check(const Matrix7& matrix, const Choice7& choice);

/// An iteration in the residual table: MATM's parameters are those that it used.
struct Iteration7 {
  double residual = 0, omega = 0, tau = 0;
};

/// How the iterations ended.
struct Result7 {
  int iterations = 0;          ///< BiCGStab: of all its starts
  double first = 0, last = 0;  ///< norms of the residual; at the end that of f - A x
  double omega = 0;            ///< of MATM and its preconditioner
  bool converged = false;
  double outside = 0;               ///< MATM: the most that its s^2 was outside of [0, 1]
  std::vector<Iteration7> history;  ///< of the first 100,000 iterations
};

/// A sentence on a MATM whose estimate was outside by more than rounding; else empty.
std::string outside_note(const Result7& result);

}  // namespace slipflow::linear_solvers
