// Fields that follow from the state on the host; docs/methods/simple-ts.md (72) to (77), (93).
#pragma once

#include <string>
#include <vector>

#include "state_equations.hpp"

namespace slipflow::simple_ts {

/// The values of one of them in a state, or of none. The case and the state must outlive it.
class DerivedField {
 public:
  DerivedField(const Case& c, const State& s, const std::string& name);

  /// Whether the field is a derived one.
  explicit operator bool() const { return of_cell_ != nullptr; }
  /// In a gas cell.
  double at(const Cell& cell) const { return of_cell_(cell); }

 private:
  std::unique_ptr<StateEquations> equations_;
  StateEquations::OfCell of_cell_;
};

}  // namespace slipflow::simple_ts
