// Steps of second order in time, in the serial reference; docs/methods/simple-ts.md (87)-(91).
#include <mutex>
#include <utility>

#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

namespace {
// An SfLevel, or an SfNewLevel of fields that are written.
template <class Level>
Level level_of(auto& f) {
  Level level;
  level.u = f.u.data(), level.v = f.v.data();
  SF_IN_SPACE(level.w = f.w.data();)
  level.T = f.T.data(), level.rho = f.rho.data();
  return level;
}

// Calls act(P) for all nodes of the lines [first, last), ghosts included.
template <class Act>
void for_nodes_of_lines(const mesh::Layout& layout, std::size_t first, std::size_t last, Act act) {
  for (std::size_t line = first; line < last; ++line) {
    const int j = static_cast<int>(line % layout.rows()) - mesh::kPad;
    [[maybe_unused]] const int k = static_cast<int>(line / layout.rows()) - mesh::kPad;
    for (int i = -mesh::kPad; i < layout.nx + mesh::kPad; ++i) act(SF_NODE(i, j, k));
  }
}
}  // namespace

void SerialOperations::begin_first_stage(double dt_e, double ratio) {
  old_ = from_ = current_;
  next_ = set_beside(old_, old_);
  dt_ = dt_e;
  iteration_ = 0;
  extrapolate_start(combined_, static_cast<real>(ratio));
  current_ = next_;
  next_ = set_beside(old_, current_);
  impose_velocities();
}

StepShape SerialOperations::begin_second_stage(const SecondStage& stage) {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const SfSecondStage s = {static_cast<real>(stage.weight), static_cast<real>(stage.of_stage),
                           static_cast<real>(stage.of_last), stage.extrapolates};
  const auto combined = level_of<SfNewLevel>(combined_), start = level_of<SfNewLevel>(*next_);
  SfStepShape largest = {0, 0, 0};
  std::mutex mutex;
  over_lines([&](std::size_t first, std::size_t last) {
    SfStepShape own = {0, 0, 0};
    for_nodes_of_lines(layout_, first, last, [&](SfNode P) {
      own = sf_larger_shape(own, sf_begin_second_stage(&c, P, combined, start, s));
    });
    const std::lock_guard lock(mutex);
    largest = sf_larger_shape(largest, own);
  });
  swap_stages();
  from_ = &combined_;
  dt_ = stage.dt_e;
  iteration_ = 0;
  impose_velocities();
  return {largest.fall, largest.curvature, largest.change};
}

void SerialOperations::show_first_stage(double weight) {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const auto combined = level_of<SfLevel>(combined_);
  const auto to = level_of<SfNewLevel>(*next_);
  over_lines([&](std::size_t first, std::size_t last) {
    for_nodes_of_lines(layout_, first, last, [&](SfNode P) {
      sf_restore_first_stage(&c, P, combined, to, static_cast<real>(weight));
    });
  });
  swap_stages();
}

void SerialOperations::swap_stages() { std::swap(current_, next_); }

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
