// Which of the three sets of fields an inner iteration reads and writes.
#pragma once

namespace slipflow::simple_ts {

/// The set of the old time level and that of the last inner iteration. The next iteration writes to
/// the third set, or to one of the two others when a step begins.
struct FieldRotation {
  static constexpr int kSets = 3;
  static constexpr int kKinds = kSets * kSets;  ///< different rotations

  int old = 0;
  int current = 0;

  int next() const { return current == old ? (old + 1) % kSets : kSets - old - current; }
  int number() const { return kSets * old + current; }  ///< from 0 to kKinds - 1
  FieldRotation after_iteration() const { return {old, next()}; }
  FieldRotation at_next_step() const { return {current, current}; }
  /// As at_next_step(), with the first iteration starting from values in the set that holds neither
  /// of the last two time levels.
  FieldRotation at_next_step_from_start() const { return {current, next()}; }
};

/// Where the inner iterations of a time step are.
struct StepPlace {
  FieldRotation rotation;
  double dt = 0;
  int iteration = 0;  ///< the next one, from 0

  StepPlace after_iteration() const { return {rotation.after_iteration(), dt, iteration + 1}; }
};

}  // namespace slipflow::simple_ts
