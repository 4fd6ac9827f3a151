// What iterations and time steps are made of, on the host or on a device. Formulas: macros/piso.
#pragma once

#include <memory>
#include <vector>

#include "piso/momentum.h"
#include "piso/pressure.h"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/piso/boundaries.hpp"
#include "slipflow/piso/flow_state.hpp"

namespace slipflow::opencl {
class Workspace;
}

namespace slipflow::piso {

/// How large the parts of a flow out of cells and the fluxes are.
struct FlowChecks {
  double net = 0, all = 0;  ///< sums over the cells of |net flow| and of all |fluxes|
  double courant = 0;       ///< of a step of length 1
};

/// Velocities from which explicit parts come.
enum class ExplicitFrom {
  old,
  extrapolated,  ///< from U_older and U_old, as keep_old() has it
  present
};

/// Values at each side: the viscous force, as vectors; the pressure of its cell; the flux.
struct SideValues {
  std::vector<double> frictions, pressures, fluxes;
};

/// The parts of a step. The gradient of the pressure is always that of the present pressure.
class StepOperations {
 public:
  StepOperations() = default;
  virtual ~StepOperations() = default;
  StepOperations(const StepOperations&) = delete;
  StepOperations& operator=(const StepOperations&) = delete;

  /// The present velocities, pressures and fluxes become the old ones. Convecting fluxes are the
  /// old ones, or with w = dt/dt_before > 0 are extrapolated from the older ones by (8).
  virtual void keep_old(double w) = 0;
  /// The momentum equations. The explicit part, of oblique faces and of second order in space,
  /// comes from velocities `from`. If these are the present ones, the present fluxes convect.
  virtual void assemble(const SfMomentumTerms& terms, ExplicitFrom from) = 0;
  virtual double momentum_residual() = 0;  ///< normalised
  /// Until the residual is that part of the first one, or `most` iterations.
  virtual linear_solvers::Result7 solve_momentum(double relative_tolerance, int most) = 0;
  /// H/a_P, r and r'; phi*; then H/a_P + (r' - r) grad p. In a time step c0 is that over dt, in an
  /// iteration 0.
  virtual void find_fluxes(double c0, bool consistent) = 0;

  virtual void set_pressure_coefficients() = 0;
  /// Sets the right-hand side. Normalised.
  virtual double pressure_residual() = 0;
  virtual linear_solvers::Result7 solve_pressure(double relative_tolerance, int most) = 0;
  virtual void find_pressure_gradient() = 0;
  /// Computes the fluxes of the new pressure, relaxes the pressure by the factor `alpha`, shifts it
  /// to 0 in the first cell if no boundary condition prescribes a pressure, and sets
  /// U = H/a_P - r' grad p.
  virtual void correct(double alpha) = 0;
  virtual FlowChecks check() = 0;
};

/// The host or a device: its arrays and what computes with them. Vectors are arrays of their
/// components.
class Operations : public StepOperations {
 public:
  /// Velocities and pressures of cells; fluxes, old and older values follow from them.
  virtual void start(const std::vector<double>& U, const std::vector<double>& p) = 0;
  virtual void prescribe(const PrescribedValues& values) = 0;
  virtual FlowState state() = 0;
  virtual void resume(const FlowState& state) = 0;
  virtual std::vector<double> velocities() = 0;
  virtual std::vector<double> pressures() = 0;
  virtual double largest_change() = 0;  ///< of a component of U since keep_old()
  virtual SideValues side_values() = 0;
};

/// A part of the sum of all |fluxes|: the residual of the pressure has no size of its own in a flow
/// that is parallel everywhere.
constexpr double kLeastOfFluxes = 1e-6;
constexpr double kLeastScale = 1e-300;

/// All of these have to outlive the operations.
std::unique_ptr<Operations> make_serial_operations(const FlowMesh& mesh, const FlowCase& flow,
                                                   const Boundaries& boundaries);
/// In parity mode with the bits of the serial ones. Throws Error(kernel_build_failed),
/// Error(no_device).
std::unique_ptr<Operations> make_device_operations(opencl::Workspace& workspace,
                                                   const FlowMesh& mesh, const FlowCase& flow,
                                                   const Boundaries& boundaries,
                                                   DeviceChoice choice);

}  // namespace slipflow::piso
