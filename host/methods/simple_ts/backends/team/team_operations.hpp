// A backend whose mesh is cut into pieces, one for each rank of a team.
//
// Rank 0 leads: it runs the program, and each of its calls of this backend is first told to the
// other ranks, which follow(). So the time loop and all output are those of a run on one rank, and
// see the whole mesh.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "look_ahead.hpp"
#include "slipflow/output/array_file.hpp"
#include "slipflow/parallel/requests.hpp"
#include "slipflow/parallel/team.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/simple_ts/piece.hpp"

namespace slipflow::simple_ts {

/// A call of the backend, as rank 0 tells it to the others: its number and its arguments.
enum class Action {
  end,
  upload,
  upload_old,
  download,
  download_old,
  impose,
  begin_time_step,
  take_back_step,
  begin_first_stage,
  begin_second_stage,
  show_first_stage,
  swap_stages,
  advance_inner_iteration,
  iterate,
  change_over_step,
  step_limits,
  prepare,
  wall_loads,
  totals,
  nodes,
  start_averages,
  add_to_averages,
  averages,
  store,
  restore,
  finish,
  rank_times,
};

class TeamOperations final : public Operations,
                             public StageOperations,
                             public Diagnostics,
                             public methods::Machine,
                             public methods::SharedFiles {
 public:
  using MakeOperations = std::function<std::unique_ptr<Operations>(const Case& piece)>;

  /// Collective. Throws the Error of the lowest rank that cannot make its backend. The case and the
  /// team must outlive it.
  TeamOperations(const Case& whole, parallel::Team& team, mesh::Decomposition pieces,
                 const MakeOperations& make, parallel::RequestBox* requests);
  /// On rank 0, ends follow() on the others.
  ~TeamOperations() override;

  /// On ranks other than 0: does what rank 0 does, until it destroys its backend.
  void follow();

  void upload(const State& s) override;
  State download() const override;
  void upload_old(const State& s, double dt) override;
  State download_old() const override;
  void impose(std::vector<ImposedVelocities> velocities) override;
  void begin_time_step(double dt) override;
  void take_back_step() override;
  void begin_first_stage(double dt_e, double ratio) override;
  StepShape begin_second_stage(const SecondStage& stage) override;
  void show_first_stage(double weight) override;
  void swap_stages() override;
  void advance_inner_iteration() override;
  InnerResult iterate(const InnerControl& control) override;
  std::unique_ptr<HaloPort> halo(const mesh::HaloPlan& plan, std::span<std::byte> shared) override;
  Residuals residuals() override { return changes_; }
  Residuals change_over_step() override;
  StepLimits step_limits() override;
  Diagnostics& diagnostics() override { return *this; }
  StageOperations& stages() override { return *this; }
  methods::Machine& machine() override { return *this; }
  methods::SharedFiles* shared_files() override { return this; }

  BackendInfo info() const override { return info_; }
  void finish() override;
  void time_kernels(bool on) override { backend_->machine().time_kernels(on); }
  double kernel_seconds() override { return backend_->machine().kernel_seconds(); }
  std::optional<methods::RankTimes> rank_times() const override;
  std::optional<methods::StoredRows> store(const methods::ArrayPlaces& to) override;
  bool restore(const methods::ArrayPlaces& from, double averaged_time, double dt) override;
  std::string note_on_files() const override { return note_on_files_; }

  void prepare() override;
  ExactLoads wall_loads() override;
  ExactTotals totals(Contents wanted) override;
  std::vector<NodeValues> nodes(const std::vector<int>& places) override;
  void start_averages(const Averages& from) override;
  void add_to_averages(double time) override;
  Averages averages() const override;
  double averaged_time() const override { return backend_->diagnostics().averaged_time(); }

 private:
  /// While it lives, rank 0 has told the others what to do.
  class Told {
   public:
    Told(const TeamOperations& backend, Action action, const std::vector<double>& arguments);
    ~Told() { --backend_.depth_; }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;

   private:
    const TeamOperations& backend_;
  };

  void carry_out(Action action, const std::vector<double>& arguments);
  // A local action. After one that has failed on this rank, none is carried out until settle().
  void attempt(const std::function<void()>& action) const;
  // Collective: throws the Error of the lowest rank where an action has failed.
  void settle() const;
  // Collective: attempt(), then settle().
  void together(const std::function<void()>& action) const {
    attempt(action);
    settle();
  }
  // Each number, not negative or NaN, becomes the largest of all ranks. Passes requests on. Until
  // the others have theirs, it calls `meanwhile`.
  void take_largest(std::vector<double*> numbers, const std::function<void()>& meanwhile = {});
  // The parts of an iteration; the exchange is that of the iteration begun last.
  void begin_iteration();
  bool serve_exchange();
  bool is_packed();
  void poll_changes();
  void wait_for_exchange();
  void wait_for_changes(bool ahead);
  Residuals largest_changes(bool ahead);
  State part_for(const State& whole) const;
  State whole_of(const State& part) const;
  BackendInfo collect_info() const;
  // The place in the piece's arrays of a place in those of the whole mesh, if it is this rank's.
  std::optional<int> own_place(int place) const;
  // Collective: whether every rank can do this with the file of a checkpoint. If not, rank 0 is to
  // read or write it alone, and note_on_files_ says why.
  bool can_all(const std::function<void()>& action);
  std::vector<std::vector<double>> own_arrays(methods::ArrayGroup group) const;
  // Collective: writes the arrays of a group. `file`: of the ranks that write.
  methods::StoredRows store_group(const methods::ArrayPlaces& to, methods::ArrayGroup group,
                                  const std::optional<output::ArrayFile>& file);
  // Collective: whether all ranks see the same file, and its arrays have their checksums.
  bool finds_whole(const methods::ArrayPlaces& from, const output::ArrayFile& file);

  const Case& whole_;
  parallel::Team& team_;
  parallel::RequestBox* requests_;
  mesh::Decomposition pieces_;
  mesh::CellBox cells_;  // of this rank
  std::unique_ptr<Case> piece_;
  std::unique_ptr<Operations> backend_;
  std::unique_ptr<HaloPort> halo_;
  std::vector<std::unique_ptr<parallel::Channel>> channels_;
  enum class Exchange { packing, sending, done } exchange_ = Exchange::done;
  std::optional<Residuals> own_changes_;  // of this rank in the last iteration, when known
  Residuals changes_;                     // the largest of all ranks
  bool can_look_ahead_ = false;           // on all ranks
  LookAhead look_ahead_;
  // Of this rank, as in methods::RankTimes.
  double seconds_ = 0, waiting_halo_ = 0, waiting_decision_ = 0;
  long iterations_ = 0, in_vain_ = 0;
  BackendInfo info_;
  std::string note_on_files_;
  mutable std::optional<Error> failure_;
  mutable int depth_ = 0;  // of calls, of which rank 0 tells the first
};

}  // namespace slipflow::simple_ts
