// The interface of a device or the serial reference to the solver: the steps of the algorithm.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "slipflow/mesh/halo_plan.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/inner_result.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

using methods::BackendInfo;
using methods::kUnknownFactor;
using methods::Launch;

/// The values at the borders of a piece of a mesh that ranks exchange, and the inner iterations in
/// parts, so that the exchange takes place while a device computes the other cells.
///
///     start_iteration(), until packed(): out() is sent and in() received, unpack()
///
/// The next iteration may start before the changes of the last one are known.
class HaloPort {
 public:
  virtual ~HaloPort() = default;
  /// Whether an iteration that has been started can be forgotten.
  virtual bool can_forget() const = 0;
  /// Starts an inner iteration, with the cells that other ranks need.
  virtual void start_iteration() = 0;
  /// Starts to pack the values of HaloPlan::out of the current state; start_iteration() does too.
  virtual void start_packing() = 0;
  /// Whether out() has them.
  virtual bool packed() = 0;
  /// The values of HaloPlan::out and HaloPlan::in, as they are stored. Always the same memory.
  virtual std::span<const std::byte> out() const = 0;
  virtual std::span<std::byte> in() = 0;
  /// Sets ghost values of the current state from in(), which may be written again when the next
  /// packed() is true.
  virtual void unpack() = 0;
  /// The changes of the first iteration whose changes have not been taken yet, when they are known.
  virtual std::optional<Residuals> take_changes() = 0;
  /// Forgets the iteration started last: the state and the changes are those before it.
  virtual void forget_iteration() = 0;
};

/// The second stage of a step of second order; docs/methods/simple-ts.md (88), (90).
struct SecondStage {
  double weight = 0;                 ///< of the combined level
  double dt_e = 0;                   ///< by which its inner iterations advance
  double of_stage = 0, of_last = 0;  ///< factors of the prediction
  bool extrapolates = true;          ///< its iterations start from the prediction
};

/// A step of second order as its first stage predicts it: (89), the largest ratio of density or
/// pressure before that stage to after it; largest curvature (91) and change.
struct StepShape {
  double fall = 0, curvature = 0, change = 0;
};

/// The stages of steps of second order, for a case that asks for them; TwoStages has the order of
/// the calls.
class StageOperations {
 public:
  virtual ~StageOperations() = default;
  /// Begins a step: old <- current, and the inner iterations advance by dt_e from it. `ratio`
  /// extrapolates the start of the first stage, (90).
  virtual void begin_first_stage(double dt_e, double ratio) = 0;
  /// After the first stage: forms the combined level; the inner iterations advance from it. Returns
  /// the shape of the step that `stage` predicts.
  virtual StepShape begin_second_stage(const SecondStage& stage) = 0;
  /// After a step: makes the end of its first stage the current state, for diagnostics. `weight`:
  /// SecondStage::weight of that step. Until swap_stages() nothing else may be called.
  virtual void show_first_stage(double weight) = 0;
  /// Makes the end of the step the current state again; after begin_second_stage() the end of the
  /// first stage, so that the second one can begin anew. Prescribed velocities are those imposed
  /// last.
  virtual void swap_stages() = 0;
};

/// One implementation of the inner iteration. It holds the state between calls.
class Operations {
 public:
  explicit Operations(const Case& c);
  virtual ~Operations() = default;
  /// Sets both time levels: current = old = s.
  virtual void upload(const State& s) = 0;
  /// The current state.
  virtual State download() const = 0;
  /// After upload(): sets the level of download_old(), a step of `dt` before, so that the next step
  /// starts as if that step had been done here.
  virtual void upload_old(const State& s, double dt) = 0;
  /// What the start of the next step needs besides the current state: the state before the last
  /// step, or with steps of second order their combined level; before the first step the current
  /// state.
  virtual State download_old() const = 0;
  /// Sets these velocities at the begin of every step or stage from the next one on. Until then
  /// those of inflows are those of the state.
  virtual void impose(std::vector<ImposedVelocities> velocities) = 0;
  /// old <- current; the step's inner iterations advance by dt.
  virtual void begin_time_step(double dt) = 0;
  /// Takes the current step back: current = old. The next step has no level before it.
  virtual void take_back_step() = 0;
  /// Whether the following steps solve the pressures of an iteration together, which the case must
  /// ask for. At first they do if it asks for multigrid.
  void solve_pressure(bool on) { solves_pressure_ = on; }
  bool solves_pressure() const { return solves_pressure_; }
  /// One inner iteration: T, pseudo-velocities, p, u, v, rho from the iteration before.
  virtual void advance_inner_iteration() = 0;
  /// Inner iterations until the estimated error is below the tolerance, a change is not finite, or
  /// the last one allowed is done; docs/methods/simple-ts.md (32). A backend may queue
  /// several at a time. It must stop after the same one and give the same bits as this
  /// implementation, which does them one by one.
  virtual InnerResult iterate(const InnerControl& control);
  /// For a piece of a mesh: after each inner iteration, ghost values of other ranks are to be set.
  /// The backend must outlive the port. The fields are numbered as in Fields::all(). `shared`: of
  /// Team::shared_memory(), the place of HaloPort::out() unless it is empty.
  virtual std::unique_ptr<HaloPort> halo(const mesh::HaloPlan& plan,
                                         std::span<std::byte> shared) = 0;
  /// Completes the fields after the iterations of a port, before anything else reads them.
  virtual void end_iterations() {}
  /// Largest changes of the last inner iteration.
  virtual Residuals residuals() = 0;
  /// Largest changes since the previous time level.
  virtual Residuals change_over_step() = 0;
  virtual StepLimits step_limits() = 0;
  virtual StageOperations& stages() = 0;
  /// Diagnostics of the current state.
  virtual Diagnostics& diagnostics() = 0;
  virtual methods::Machine& machine() = 0;
  /// The files that several ranks share; null on one.
  virtual methods::SharedFiles* shared_files() { return nullptr; }

 private:
  Precision precision_;
  int axes_;
  InnerSplitting splitting_;
  bool solves_pressure_;
};

/// Inner iterations after which the relaxation factors (41) recur.
int relaxation_period(const InnerSplitting& splitting, bool solves_pressure);

/// dt/dt_before of (42), or 0 for no extrapolation: there is no previous step, or it was so short
/// (it landed on an output) that its noise would be amplified.
double extrapolation_ratio(double dt, double dt_before);

/// The serial reference: plain C++, one method per step of the algorithm.
std::unique_ptr<Operations> make_serial_operations(const Case& c);

constexpr int kColumnsOfTile = 256;
/// The same steps and bits on several threads, which take tiles of the mesh of at most that many
/// columns; 0 threads: one for each processor that the process may use. Pressures that are solved
/// together are solved on one thread.
std::unique_ptr<Operations> make_threads_operations(const Case& c, int threads = 0,
                                                    int columns = kColumnsOfTile);

/// Bytes of memory the serial reference takes for the case.
double serial_bytes(const Case& c);
/// Compiler and target of the serial reference: "GCC 12.2.0 for x86-64-v3".
std::string serial_build();

}  // namespace slipflow::simple_ts
