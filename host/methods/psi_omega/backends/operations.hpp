// What a step is made of. Host and devices carry it out, with the same bits in parity mode; the
// algorithm (solver/) calls it.
#pragma once

#include <memory>
#include <vector>

#include "case/nodes.hpp"
#include "slipflow/linear_solvers/lines.hpp"
#include "slipflow/methods/launch.hpp"
#include "slipflow/opencl/program.hpp"
#include "state/levels.hpp"

namespace slipflow::psi_omega {

/// Arrays with a value per node, by mesh::Layout.
enum class Field {
  psi,
  omega,
  omega_old,   ///< before the last step, with its vorticity at walls
  star,        ///< between the two half steps, and the result of lines
  right_side,  ///< of the equation of psi, and its residual
  residual,
  direction,  ///< of conjugate gradients, and its product with the matrix
  product,
  correction  ///< what multigrid makes of the residual
};
constexpr int kFields = 9;

/// Families of lines, PO_HALF_X and so on of psi_omega/rows.h.
enum class Family { half_x, half_y, psi, steady, outlet };
constexpr int kFamilies = 5;

struct LineControl {
  double dt = 0;          ///< of half steps
  double relaxation = 1;  ///< of steady lines
};

class Operations {
 public:
  virtual ~Operations() = default;

  /// @name Arrays
  virtual void write(Field to, const std::vector<double>& values) = 0;
  virtual std::vector<double> read(Field from) const = 0;
  virtual void swap(Field a, Field b) = 0;

  /// @name Flow
  /// From psi.
  virtual void set_velocities() = 0;
  /// Of the velocities.
  virtual double largest_courant_rate() = 0;
  /// Replaces a part of omega at walls; returns the largest difference from the formula.
  virtual double set_wall_vorticity(double relaxation) = 0;
  /// Adds to omega at the nodes of the flow in [i0, i1] x [j0, j1].
  virtual void add_to_omega(const mesh::CellBox& nodes, double amount) = 0;
  /// Solves the lines of a family, made of psi, the velocities and the vorticity `omega`; values
  /// that no line has stay. `result` is none of these arrays.
  virtual void solve(Family family, Field omega, const LineControl& control, Field result) = 0;
  /// The vorticity at the outlet after a step from omega is kept, and stored later.
  virtual void keep_outlet_omega(double dt) = 0;
  virtual void store_outlet_omega() = 0;
  /// omega at the outlet becomes that of the column before it.
  virtual void copy_to_outlet() = 0;
  /// The largest |a - b| in the flow.
  virtual double largest_change(Field a, Field b) = 0;

  /// @name Equation of psi
  /// Right side and residual of psi and omega.
  virtual void set_residual() = 0;
  /// The sum of a b, in the order of ordered_sum().
  virtual double product(Field a, Field b) = 0;
  /// direction = correction + beta direction, and its product with the matrix.
  virtual void find_direction(double beta) = 0;
  /// psi += alpha direction, residual -= alpha product.
  virtual void advance_solution(double alpha) = 0;
  /// Step k of the smoother on a level; the first one from zero ignores what was there.
  virtual void smooth(std::size_t level, int k, bool from_zero) = 0;
  /// The residual of a level to the next coarser one, and the correction of that one back.
  virtual void restrict_from(std::size_t level) = 0;
  virtual void prolong_to(std::size_t level) = 0;
  virtual void solve_last_level() = 0;
  /// The residual of the finest level becomes Field::residual.
  virtual void begin_cycle() = 0;

  /// @name Islands
  /// psi becomes the response of the next island.
  virtual void keep_response() = 0;
  virtual void add_response(std::size_t island, double factor) = 0;
  /// Of each free island, equation (16).
  virtual std::vector<double> defects() = 0;

  virtual methods::BackendInfo info() const = 0;
  virtual void finish() {}
  virtual void time_kernels(bool) {}
  virtual double kernel_seconds() { return 0; }
};

/// What both backends compute with.
struct FlowParts {
  const Case& c;
  const Nodes& nodes;
  const Levels& levels;
};

/// The number of lines of a family and of rows of each.
linear_solvers::Lines lines_of(const Case& c, Family family);

/// How the serial reference and devices in parity mode solve the lines of a family.
linear_solvers::LineChoice reference_lines(const Case& c, Family family);

/// Bytes of the arrays of a backend.
double bytes_of(const Case& c, const Nodes& nodes);

std::unique_ptr<Operations> make_serial_operations(const FlowParts& parts);
/// Throws Error(no_device), Error(kernel_build_failed) as Problem::on_device().
std::unique_ptr<Operations> make_device_operations(const FlowParts& parts,
                                                   const opencl::Queue& queue,
                                                   const methods::Launch& launch);

}  // namespace slipflow::psi_omega
