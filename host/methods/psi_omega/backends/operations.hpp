// What a step is made of. Host and devices carry it out, with the same bits in parity mode; the
// algorithm (solver/) calls it.
#pragma once

#include <memory>
#include <vector>

#include "case/lines.hpp"
#include "case/nodes.hpp"
#include "psi_omega/numbers.h"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::psi_omega {

/// Arrays with a value per node, by mesh::Layout.
enum class Field {
  psi,
  psi_old,  ///< before the last step of unsteady flow
  omega,
  omega_old,  ///< before the last step, with its vorticity at walls
  star        ///< omega between the two half steps; the new psi of lines
};
constexpr int kFields = 5;

struct LineControl {
  double dt = 0;          ///< of half steps
  double relaxation = 1;  ///< of steady lines
};

/// psi on free islands; IslandPsi calls it.
class IslandOperations {
 public:
  virtual ~IslandOperations() = default;
  /// Stores psi as the response of the next island.
  virtual void keep_response() = 0;
  /// Of psi, around each free island, equation (15).
  virtual std::vector<double> circulations() = 0;
  /// Sets the circulations that correct_islands() is to reach.
  virtual void want_circulations(const std::vector<double>& wanted) = 0;
  /// Wants the circulations after a step from psi, equation (16), whose vorticity was omega_old
  /// before it, star between its half steps and omega after it; or omega, with
  /// `of_omega_alone`.
  virtual void want_circulations_after(double dt, bool of_omega_alone) = 0;
  /// Adds to psi the responses times `inverse` (row-major) times what the circulations lack.
  virtual void correct_islands(const std::vector<double>& inverse) = 0;
};

class Operations {
 public:
  virtual ~Operations() = default;

  /// The numbers of psi_omega/numbers.h, once all operations so far are done.
  virtual std::vector<double> numbers() = 0;

  /// @name Arrays
  virtual void write(Field to, const std::vector<double>& values) = 0;
  virtual std::vector<double> read(Field from) const = 0;
  virtual void swap(Field a, Field b) = 0;
  virtual void copy(Field from, Field to) = 0;

  /// @name Flow
  /// From psi.
  virtual void set_velocities() = 0;
  /// From the velocities: PO_COURANT_RATE.
  virtual void find_courant_rate() = 0;
  /// Replaces a part of omega at walls; PO_WALL_CHANGE.
  virtual void set_wall_vorticity(double relaxation) = 0;
  /// Adds to omega at the nodes of the flow in [i0, i1] x [j0, j1].
  virtual void add_to_omega(const mesh::CellBox& nodes, double amount) = 0;
  /// Solves the lines of a family, made of psi, the velocities and the vorticity `omega`. The lines
  /// of the outlet have its nodes, and their result is psi; the others have all nodes, and their
  /// result is none of the arrays that they are made of.
  virtual void solve(Family family, Field omega, const LineControl& control, Field result) = 0;
  /// Computes the vorticity at the outlet after a step from omega; store_outlet_omega() sets it.
  virtual void keep_outlet_omega(double dt) = 0;
  virtual void store_outlet_omega() = 0;
  /// omega at the outlet becomes that of the column before it.
  virtual void copy_to_outlet() = 0;
  /// The largest |a - b| in the flow: PO_OMEGA_CHANGE.
  virtual void find_largest_change(Field a, Field b) = 0;

  /// Solves the equation of psi, (13), beginning with psi, until the residual is at most
  /// `tolerance` times the norm of the right-hand side. Throws Error(diverged) where a number is
  /// not finite.
  virtual linear_solvers::Result7 solve_psi(double tolerance) = 0;

  virtual IslandOperations& islands() = 0;
  virtual methods::Machine& machine() = 0;
};

/// The case as both backends need it; all of it must outlive them.
struct FlowParts {
  const Case& c;
  const Nodes& nodes;
};

/// Bytes of the arrays of a backend.
double bytes_of(const Case& c, const Nodes& nodes);

std::unique_ptr<Operations> make_serial_operations(const FlowParts& parts);
/// Throws Error(no_device), Error(kernel_build_failed) as Backends::on_device().
std::unique_ptr<Operations> make_device_operations(const FlowParts& parts,
                                                   const opencl::Queue& queue,
                                                   const methods::Launch& launch);

}  // namespace slipflow::psi_omega
