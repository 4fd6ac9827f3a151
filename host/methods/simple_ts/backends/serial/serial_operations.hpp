// The serial reference: every array in memory, every step a loop over the mesh.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "host_cut_walls.hpp"
#include "host_steps.hpp"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/simple_ts/host_context.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "state/ghost_copies.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

/// Calls the function for parts [first, last) of all lines of the arrays, on the threads of a pool.
inline void share_lines(ThreadPool& pool, const mesh::Layout& layout,
                        const std::function<void(std::size_t first, std::size_t last)>& lines) {
  const auto parts = static_cast<std::size_t>(pool.threads()), all = layout.lines();
  pool.run(pool.threads(), [&](int part, int) {
    const auto p = static_cast<std::size_t>(part);
    lines(all * p / parts, all * (p + 1) / parts);
  });
}

class SerialOperations : public Operations,
                         public StageOperations,
                         public Diagnostics,
                         public methods::Machine {
 public:
  /// `has_arrays`: with arrays for the steps of an iteration on the whole mesh. `pool`: that of
  /// NodeLoops.
  explicit SerialOperations(const Case& c, bool has_arrays = true, ThreadPool* pool = nullptr);
  void upload(const State& s) override;
  State download() const override { return converted<double>(*current_); }
  void upload_old(const State& s, double dt) override;
  State download_old() const override {
    return converted<double>(case_.scheme.second_order ? combined_ : *old_);
  }
  void impose(std::vector<ImposedVelocities> velocities) override {
    imposed_ = std::move(velocities);
  }
  void begin_time_step(double dt) override;
  void take_back_step() override;
  void begin_first_stage(double dt_e, double ratio) override;
  StepShape begin_second_stage(const SecondStage& stage) override;
  void show_first_stage(double weight) override;
  void swap_stages() override;
  void advance_inner_iteration() override;
  std::unique_ptr<HaloPort> halo(const mesh::HaloPlan& plan, std::span<std::byte> shared) override;
  Residuals residuals() override { return residuals_; }
  Residuals change_over_step() override;
  StepLimits step_limits() override;
  Diagnostics& diagnostics() override { return *this; }
  StageOperations& stages() override { return *this; }
  methods::Machine& machine() override { return *this; }
  ExactLoads wall_loads() override;
  ExactTotals totals(Contents wanted) override;
  std::vector<NodeValues> nodes(const std::vector<int>& places) override;
  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override;
  double averaged_time() const override { return averaged_time_; }
  BackendInfo info() const override;

 protected:
  using StoredFields = Fields<stored>;

  SfContext context();
  // The relaxation factor (41) of a sweep, counted from 0 in the time step.
  real relaxation_of(int sweep) const;
  // Once per time step, with explicit convection.
  virtual void compute_explicit_convection();
  // Fills the next set from the last two time levels.
  void extrapolate_start(const StoredFields& before, real ratio);
  // Calls the function for parts [first, last) of all lines along x, those of ghosts included, in
  // the order of the arrays.
  using Lines = std::function<void(std::size_t first, std::size_t last)>;
  virtual void over_lines(const Lines& lines);
  // Sets the ghosts of the next set, which becomes the current one.
  void finish_iteration();
  double bytes() const;  // allocated

  const Case& case_;
  mesh::Layout layout_;
  HostContext host_context_;
  NodeLoops loops_;
  HostSteps steps_;
  HostCutWalls cut_walls_;
  StoredFields sets_[3];
  StoredFields* current_ = &sets_[0];  // iteration k-1
  StoredFields* next_ = &sets_[1];     // iteration k
  StoredFields* old_ = &sets_[0];      // time level n
  StoredFields combined_;              // of steps of second order, else empty
  StoredFields* from_ = old_;          // the old level of the equations: one of these two
  // Convective sums, by axis and of T; empty unless convection is explicit.
  std::array<std::vector<stored>, SF_AXES> C_q_;
  std::vector<stored> C_T_;
  double dt_ = 0;
  int iteration_ = 0;  // within the time step
  Residuals residuals_;

 private:
  friend class SerialHalo;
  using Array = std::vector<real>;
  struct PseudoVelocities {
    std::array<Array, SF_AXES> star, d;  // by axis

    void allocate(std::size_t size) {
      for (auto* arrays : {&star, &d})
        for (Array& array : *arrays) array.resize(size);
    }
    void give_to(StepArrays& arrays) {
      for (int axis = 0; axis < SF_AXES; ++axis)
        arrays.star[axis] = star[axis].data(), arrays.d[axis] = d[axis].data();
    }
    std::size_t values() const { return std::size_t{2} * SF_AXES * star[0].size(); }
  };
  struct Moments {
    Array mean, squares;
  };

  StepArrays arrays();
  void allocate(bool has_arrays);
  // Writes the velocities of this step into all sets, as any of them may be read next.
  void impose_velocities();
  std::array<stored*, SF_AXES> new_velocities() {
    std::array<stored*, SF_AXES> q;
    for (int axis = 0; axis < SF_AXES; ++axis) q[axis] = next_->velocity(axis).data();
    return q;
  }
  // Calls act(P) for the first layer of ghost cells outside a boundary.
  template <class Act>
  void for_ghosts(int side, Act act) const {
    mesh::for_cells(mesh::first_ghosts(layout_, side),
                    [&](int i, int j, [[maybe_unused]] int k) { act(SF_NODE(i, j, k)); });
  }
  // One of the three sets that is neither a nor b.
  StoredFields* set_beside(const StoredFields* a, const StoredFields* b);
  void extend_pressure();
  // With the pressures solved together, in place of pseudo-velocities, temperature and pressure.
  void sweep_velocities();
  void widen_pseudo_velocities(const StepArrays& sweep);
  void solve_temperature_and_pressure();
  void compute_responses();
  void sweep_temperatures();
  void assemble_pressures();
  void solve_pressures();
  void take_pressures();
  void extend_solved_pressure();
  void correct_temperatures();
  void measure_residuals();
  // Largest |a - b|. p: the pressure of a; if null, it follows from density and temperature of a.
  Residuals largest_difference(const StoredFields& a, const StoredFields& b, const real* p) const;

  Part whole_;
  GhostCopies ghosts_;
  // The shared quantities; the corrections are empty with implicit upwind convection.
  struct Shared {
#define SF_DECLARE(name) Array name;
    SF_SHARED_QUANTITIES(SF_DECLARE)
#undef SF_DECLARE
  } shared_;
  PseudoVelocities pseudo_;
  Array p_;
  // With Case::splitting asking for solved pressures.
  struct SolvedPressure {
    linear_solvers::HostSolver7 system;
    Array response;           // theta of (65)
    std::vector<stored> T;    // of the sweep before
    PseudoVelocities pseudo;  // of a sweep, where there are several
  };
  std::optional<SolvedPressure> solved_;
  std::vector<ImposedVelocities> imposed_;
  std::vector<Moments> averages_;  // by field, of cells without ghosts
  double averaged_time_ = 0;
};

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
