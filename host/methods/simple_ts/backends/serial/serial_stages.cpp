// Steps of second order in time, in the serial reference; docs/methods/simple-ts.md (87)-(91).
#include <mutex>
#include <utility>

#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

namespace {
SfNewLevel new_level_of(Fields<stored>& f) {
  return {f.u.data(), f.v.data(), f.T.data(), f.rho.data()};
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
  const SfNewLevel combined = new_level_of(combined_), start = new_level_of(*next_);
  SfStepShape largest = {0, 0, 0};
  std::mutex mutex;
  over_rows([&](int first, int last) {
    SfStepShape own = {0, 0, 0};
    for (int j = first; j < last; ++j)
      for (int i = -mesh::kPad; i < layout_.nx + mesh::kPad; ++i)
        own = sf_larger_shape(own, sf_begin_second_stage(&c, sf_node(i, j), combined, start, s));
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
  const SfLevel combined = {combined_.u.data(), combined_.v.data(), combined_.T.data(),
                            combined_.rho.data()};
  const SfNewLevel to = new_level_of(*next_);
  over_rows([&](int first, int last) {
    for (int j = first; j < last; ++j)
      for (int i = -mesh::kPad; i < layout_.nx + mesh::kPad; ++i)
        sf_restore_first_stage(&c, sf_node(i, j), combined, to, static_cast<real>(weight));
  });
  swap_stages();
}

void SerialOperations::swap_stages() { std::swap(current_, next_); }

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
