// Steps of second order in time, in the serial reference; docs/methods/simple-ts.md (87)-(91).
#include <algorithm>
#include <mutex>
#include <utility>

#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

namespace {
SfLevel level_of(const Fields<stored>& f) {
  return {f.u.data(), f.v.data(), f.T.data(), f.rho.data()};
}

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

void SerialOperations::begin_second_stage(const SecondStage& stage) {
  const SfMesh m = context().mesh;
  const SfSecondStage s = {static_cast<real>(stage.weight), static_cast<real>(stage.of_stage),
                           static_cast<real>(stage.of_last)};
  const SfLevel ended = level_of(*current_), before = level_of(*old_);
  const SfNewLevel combined = new_level_of(combined_), start = new_level_of(*next_);
  over_rows([&](int first, int last) {
    for (int j = first; j < last; ++j)
      for (int i = -mesh::kPad; i < layout_.nx + mesh::kPad; ++i)
        sf_begin_second_stage(&m, i, j, ended, before, combined, start, s);
  });
  std::swap(current_, next_);
  from_ = &combined_;
  dt_ = stage.dt_e;
  iteration_ = 0;
  impose_velocities();
}

double SerialOperations::stage_fall() {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  real largest = 0;
  std::mutex mutex;
  over_rows([&](int first, int last) {
    real own = 0;
    for (int j = std::max(first, 0); j < std::min(last, layout_.ny); ++j)
      for (int i = 0; i < layout_.nx; ++i)
        if (!sf_tag(&c, i, j)) own = sf_max_keeping_nan(own, sf_stage_fall(&c, i, j));
    const std::lock_guard lock(mutex);
    largest = sf_max_keeping_nan(largest, own);
  });
  return largest;
}

StepShape SerialOperations::step_shape(double weight) {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const SfLevel combined = level_of(combined_);
  SfStepShape largest = {0, 0};
  std::mutex mutex;
  over_rows([&](int first, int last) {
    SfStepShape own = {0, 0};
    for (int j = std::max(first, 0); j < std::min(last, layout_.ny + 1); ++j)
      for (int i = 0; i <= layout_.nx; ++i)
        own = sf_larger_shape(own, sf_step_shape(&c, combined, static_cast<real>(weight), i, j));
    const std::lock_guard lock(mutex);
    largest = sf_larger_shape(largest, own);
  });
  return {largest.curvature, largest.change};
}

void SerialOperations::show_first_stage(double weight) {
  const SfMesh m = context().mesh;
  const SfLevel combined = level_of(combined_), before = level_of(*old_);
  over_rows([&](int first, int last) {
    for (int j = first; j < last; ++j)
      for (int i = -mesh::kPad; i < layout_.nx + mesh::kPad; ++i) {
        const SfPlaceValues stage =
            sf_first_stage(&m, i, j, combined, before, static_cast<real>(weight));
        const std::size_t at = layout_.at(i, j);
        next_->u[at] = static_cast<stored>(stage.u);
        next_->v[at] = static_cast<stored>(stage.v);
        next_->T[at] = static_cast<stored>(stage.T);
        next_->rho[at] = static_cast<stored>(stage.rho);
      }
  });
  std::swap(current_, next_);
}

void SerialOperations::show_step() { std::swap(current_, next_); }

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
