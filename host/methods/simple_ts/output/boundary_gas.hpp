// Values of the gas on walls and boundaries; docs/methods/simple-ts.md (64).
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Whether the gas ends at a side of a gas cell, a mesh::Side: at a wall, a body or a boundary that
/// is not periodic.
bool ends_at(const Case& c, const std::array<int, 3>& cell, int side);

/// The gas on the sides of cells where it ends, in a state. Case and state must outlive it.
class BoundaryGas {
 public:
  BoundaryGas(const Case& c, const State& s);
  ~BoundaryGas();
  BoundaryGas(const BoundaryGas&) = delete;
  BoundaryGas& operator=(const BoundaryGas&) = delete;

  /// p, T or rho on a side of a cell; nothing where the gas does not end.
  std::optional<double> of_cell(double SampleValues::*field, const std::array<int, 3>& cell,
                                int side) const;
  /// The velocity along an axis, 0 for x, next to its node; nothing on a side across that axis,
  /// where the node itself lies.
  std::optional<double> of_node(int axis, const std::array<int, 3>& node, int side) const;

 private:
  class Equations;
  const Case& case_;
  std::unique_ptr<Equations> equations_;
};

}  // namespace slipflow::simple_ts
