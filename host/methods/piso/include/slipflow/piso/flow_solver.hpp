// Incompressible flow on a mesh of polyhedra, on the host, which is the serial reference, or on a
// device; in parity mode with the same bits.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "slipflow/piso/boundaries.hpp"
#include "slipflow/piso/flow_case.hpp"
#include "slipflow/piso/flow_mesh.hpp"
#include "slipflow/piso/flow_state.hpp"
#include "slipflow/piso/solution_limits.hpp"

namespace slipflow::opencl {
class Workspace;
}

namespace slipflow::piso {

class Operations;
class StepOperations;
struct FlowChecks;

/// Loads on each side of the mesh; forces and pressures over the density.
struct SideLoads {
  std::vector<SfVector> frictions;  ///< viscous forces, with their parts across the sides
  std::vector<double> pressures, fluxes;
};

class FlowSolver {
 public:
  /// Makes other operations of those that the solver would use, such as operations that are timed.
  using Wrap = std::function<std::unique_ptr<StepOperations>(StepOperations&)>;

  /// Serial. The mesh has to outlive the solver. Throws Error(bad_input) if the case has no patch
  /// for each one of the mesh, or its boundaries let in another flow than out.
  FlowSolver(const FlowMesh& mesh, const FlowCase& flow, const Wrap& wrap = {});
  /// On a device, whose workspace has to outlive the solver too. Throws the same,
  /// Error(kernel_build_failed) and Error(no_device).
  FlowSolver(opencl::Workspace& workspace, const FlowMesh& mesh, const FlowCase& flow,
             DeviceChoice choice = {}, const Wrap& wrap = {});
  ~FlowSolver();
  FlowSolver(const FlowSolver&) = delete;
  FlowSolver& operator=(const FlowSolver&) = delete;

  /// Sets velocities at time t, fluxes from them, and no pressure.
  void start(const std::vector<SfVector>& velocities, double t = 0);
  /// An iteration of simple or simplec. Throws Error(diverged), Error(bad_input) if the boundaries
  /// let in another flow than out.
  FlowReport iterate();
  /// A time step of piso of length dt to the time `end`; throws the same. The first one of bdf2 is
  /// one of Euler's; bdf2 is stable as long as steps do not grow by 1 + sqrt(2) time and again.
  FlowReport step(double dt, double end);
  FlowReport step(double dt) { return step(dt, time() + dt); }

  /// The state, from which resume() reproduces later steps bit for bit; `steps`: those done so far.
  FlowState state() const;
  void resume(const FlowState& state, double t, long steps);
  /// Linear systems for the velocity and the pressure that did not converge, in a row so far: the
  /// third one ends a run. What later steps depend on, too.
  std::array<double, 2> misses() const {
    return {static_cast<double>(velocity_limit_.misses()),
            static_cast<double>(pressure_limit_.misses())};
  }
  void resume_misses(const std::array<double, 2>& misses);

  SideLoads side_loads() const;
  /// The largest change of a component of the velocity in the last step or iteration.
  double largest_change() const;
  /// The Courant number of a step of length 1.
  double courant_rate() const;
  double last_step() const { return dt_; }  ///< length of the last time step; 0 before the first
  long steps() const { return steps_; }

  std::vector<SfVector> velocities() const;
  std::vector<double> pressures() const;  ///< of cells, over the density
  double time() const { return t_; }

 private:
  struct Goal;  // of a linear system
  /// `make`: the operations, from the boundaries.
  template <class Make>
  FlowSolver(const Make& make, const FlowMesh& mesh, const FlowCase& flow, const Wrap& wrap);
  void prescribe_velocities();
  void prescribe_pressures();
  // Their residuals are reported if they are the first ones.
  void predict(const Goal& goal, bool is_first, FlowReport& report);
  void correct(double tolerance, double last_relative, double alpha, bool is_first,
               FlowReport& report);
  void correct_step(double c0, double tolerance, bool is_first, FlowReport& report);
  FlowChecks checked() const;

  const FlowMesh& mesh_;
  const FlowCase flow_;
  const Boundaries boundaries_;
  const std::unique_ptr<Operations> arrays_;
  const std::unique_ptr<StepOperations> wrapped_;
  StepOperations* const on_;
  double t_ = 0;
  double dt_ = 0;  // of the last time step; 0 before the first
  long steps_ = 0;
  SolutionLimit velocity_limit_{"velocity", 200}, pressure_limit_{"pressure", flow_.linear.max};
  PrescribedValues prescribed_;
};

}  // namespace slipflow::piso
