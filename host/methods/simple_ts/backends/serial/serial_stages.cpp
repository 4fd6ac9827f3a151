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

template <class Visit>
void SerialOperations::over_places(const Visit& visit) {
  over_rows([&](int first, int last) {
    for (int j = first; j < last; ++j)
      for (int i = -mesh::kPad; i < layout_.nx + mesh::kPad; ++i) visit(i, j);
  });
}

void SerialOperations::begin_second_stage(const SecondStage& stage) {
  const SfMesh m = context().mesh;
  const SfSecondStage s = {static_cast<real>(stage.weight), static_cast<real>(stage.of_stage),
                           static_cast<real>(stage.of_last)};
  const SfLevel ended = level_of(*current_), before = level_of(*old_);
  const SfNewLevel combined = new_level_of(combined_), start = new_level_of(*next_);
  over_places([&](int i, int j) {
    sf_begin_second_stage(&m, sf_node(i, j), ended, before, combined, start, s);
  });
  std::swap(current_, next_);
  from_ = &combined_;
  dt_ = stage.dt_e;
  iteration_ = 0;
  impose_velocities();
}

// Largest values of measure(i, j) over all cells and the faces at their ends.
template <class Measure>
SfStepShape SerialOperations::largest_shape(const Measure& measure) {
  SfStepShape largest = {0, 0};
  std::mutex mutex;
  over_rows([&](int first, int last) {
    SfStepShape own = {0, 0};
    for (int j = std::max(first, 0); j < std::min(last, layout_.ny + 1); ++j)
      for (int i = 0; i <= layout_.nx; ++i) own = sf_larger_shape(own, measure(i, j));
    const std::lock_guard lock(mutex);
    largest = sf_larger_shape(largest, own);
  });
  return largest;
}

double SerialOperations::stage_fall() {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  return largest_shape([&](int i, int j) {
           const bool is_gas = i < layout_.nx && j < layout_.ny && !sf_tag(&c, sf_node(i, j));
           return SfStepShape{0, is_gas ? sf_stage_fall(&c, sf_node(i, j)) : 0};
         })
      .change;
}

StepShape SerialOperations::step_shape(double weight) {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const SfLevel combined = level_of(combined_);
  const SfStepShape largest = largest_shape([&](int i, int j) {
    return sf_step_shape(&c, combined, static_cast<real>(weight), sf_node(i, j));
  });
  return {largest.curvature, largest.change};
}

void SerialOperations::show_first_stage(double weight) {
  const SfMesh m = context().mesh;
  const SfLevel combined = level_of(combined_), before = level_of(*old_);
  const SfNewLevel to = new_level_of(*next_);
  over_places([&](int i, int j) {
    sf_restore_first_stage(&m, sf_node(i, j), combined, before, to, static_cast<real>(weight));
  });
  show_step();
}

void SerialOperations::show_step() { std::swap(current_, next_); }

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
