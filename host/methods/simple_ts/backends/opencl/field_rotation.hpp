// Which of the sets of fields an inner iteration reads and writes.
#pragma once

namespace slipflow::simple_ts {

/// The set of the old time level and that of the last inner iteration. The next iteration writes to
/// the third set, or to one of the two others when a step begins.
struct FieldRotation {
  static constexpr int kSets = 3;
  /// The set of the combined level of steps of second order, which does not rotate.
  static constexpr int kCombined = kSets;
  static constexpr int kKinds = 2 * kSets * kSets;  ///< different rotations

  int old = 0;
  int current = 0;
  bool from_combined = false;  ///< iterations advance from the combined level: second stage

  /// The set that the equations take for the old level.
  int level() const { return from_combined ? kCombined : old; }
  int next() const { return current == old ? (old + 1) % kSets : kSets - old - current; }
  /// From 0 to kKinds - 1.
  int number() const { return kSets * (kSets * from_combined + old) + current; }
  FieldRotation after_iteration() const { return {old, next(), from_combined}; }
  FieldRotation at_next_step() const { return {current, current}; }
  /// As at_next_step(), with the first iteration starting from values in the set that holds neither
  /// of the last two time levels.
  FieldRotation at_next_step_from_start() const { return {current, next()}; }
  /// The second stage, with the first iteration starting from values in the next set.
  FieldRotation at_second_stage() const { return {old, next(), true}; }
};

/// Where the inner iterations of a time step or stage are.
struct StepPlace {
  FieldRotation rotation;
  double dt = 0;
  int iteration = 0;  ///< the next one, from 0

  StepPlace after_iteration() const { return {rotation.after_iteration(), dt, iteration + 1}; }
};

}  // namespace slipflow::simple_ts
