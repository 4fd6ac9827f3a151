// The serial reference: every array in memory, every step a loop over the mesh.
#pragma once

#include <optional>
#include <vector>

#include "node_loops.hpp"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/simple_ts/backend.hpp"
#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

class SerialBackend : public Backend, public Measures {
 public:
  explicit SerialBackend(const Case& c);
  void upload(const State& s) override;
  State download() const override { return converted<double>(*current_); }
  void upload_old(const State& s, double dt) override;
  State download_old() const override { return converted<double>(*old_); }
  void impose(std::vector<ImposedVelocities> velocities) override {
    imposed_ = std::move(velocities);
  }
  void begin_time_step(double dt) override;
  void advance_inner_iteration() override;
  std::unique_ptr<HaloPort> halo(const mesh::HaloPlan& plan) override;
  Residuals residuals() override { return residuals_; }
  Residuals change_over_step() override;
  StepLimits step_limits() override;
  Measures& measures() override { return *this; }
  ExactLoads wall_loads() override;
  ExactTotals totals(Contents wanted) override;
  std::vector<NodeValues> nodes(const std::vector<int>& places) override;
  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override;
  double averaged_time() const override { return averaged_time_; }
  BackendInfo info() const override;

 private:
  friend class SerialHalo;
  using Array = std::vector<real>;
  using StoredFields = Fields<stored>;
  struct PseudoVelocities {
    Array star, d;
  };
  struct Moments {
    Array mean, squares;
  };

  // Nodes of the domain: cells; all faces normal to x and to y; and the faces where u and v are
  // stored, without those of a far boundary where the mesh continues.
  Nodes cells() const { return {0, layout_.nx, 0, layout_.ny}; }
  Nodes x_faces() const { return {0, layout_.nx + 1, 0, layout_.ny}; }
  Nodes y_faces() const { return {0, layout_.nx, 0, layout_.ny + 1}; }
  Nodes u_nodes() const { return {0, layout_.nx + !case_.continues(mesh::east), 0, layout_.ny}; }
  Nodes v_nodes() const { return {0, layout_.nx, 0, layout_.ny + !case_.continues(mesh::north)}; }
  // With the nodes before the first ones where another rank has them: their pseudo-velocities and
  // pressures are needed here too.
  Nodes widened(Nodes n) const {
    return {n.i0 - case_.is_neighbour(mesh::west), n.i1, n.j0 - case_.is_neighbour(mesh::south),
            n.j1};
  }

  SfContext context() const;
  // The relaxation factor (41) of a sweep, counted from 0 in the time step.
  real relaxation_of(int sweep) const;
  void allocate();
  // Once per time step, with explicit convection.
  void compute_explicit_convection();
  // Writes the velocities of this step into all sets, as any of them may be read next.
  void impose_velocities();
  // Fills the next set from the last two time levels.
  void extrapolate_start(const StoredFields& before, real ratio);
  // One of the three sets that is neither a nor b.
  StoredFields* set_beside(const StoredFields* a, const StoredFields* b);
  // The inner iteration, step by step. First the shared quantities (macros/simple_ts/context.h).
  void compute_shared();
  void compute_transport();
  void compute_shear_rates();
  void compute_conductances();
  void compute_mass_fluxes();
  void compute_carried();
  // Then the equations.
  void advance_temperature(const SfContext& c);
  void compute_pseudo_velocities();
  void advance_pressure();
  void extend_pressure();
  // With the pressures solved together, in place of temperature and pressure.
  void solve_temperature_and_pressure();
  void compute_responses();
  void sweep_temperatures();
  void assemble_pressures();
  void solve_pressures();
  void take_pressures();
  void extend_solved_pressure();
  SfFaceFlows flows_of(const SfContext& c, int i, int j) const;
  void correct_temperatures();
  void advance_velocities();
  void advance_density();
  void measure_residuals();
  // Largest |a - b|. p: the pressure of a; if null, it follows from density and temperature of a.
  Residuals largest_difference(const StoredFields& a, const StoredFields& b, const real* p) const;
  double bytes() const;  // allocated

  const Case& case_;
  mesh::Layout layout_;
  HostContext host_context_;
  NodeLoops loops_;
  StoredFields sets_[3];
  StoredFields* current_ = &sets_[0];  // iteration k-1
  StoredFields* next_ = &sets_[1];     // iteration k
  StoredFields* old_ = &sets_[0];      // time level n
  Array gamma_, shear2_, Dx_, Dy_, Rx_, Ry_, Fx_, Fy_;
  Array Hx_, Hy_, Uc_, Us_, Vc_, Vw_;    // empty with implicit upwind convection
  std::vector<stored> C_u_, C_v_, C_T_;  // empty unless convection is explicit
  PseudoVelocities pseudo_u_, pseudo_v_;
  Array p_;
  // With Case::splitting asking for solved pressures.
  struct SolvedPressure {
    linear_solvers::HostSolver7 system;
    Array response;         // theta of (65)
    std::vector<stored> T;  // of the first of two sweeps
  };
  std::optional<SolvedPressure> solved_;
  double dt_ = 0;
  std::vector<ImposedVelocities> imposed_;
  int iteration_ = 0;  // within the time step
  Residuals residuals_;
  std::vector<Moments> averages_;  // by field, of cells without ghosts
  double averaged_time_ = 0;
};

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
