// Flow through pressure boundaries, which is to be subsonic.
#pragma once

#include <string>
#include <vector>

#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Faces of pressure boundaries next to gas; their normal velocities and temperatures.
class PressureSideFlow {
 public:
  explicit PressureSideFlow(const Case& c);

  /// For each face the node of the normal velocity and that of the cell, as indices of arrays.
  const std::vector<int>& places() const { return places_; }
  /// A sentence on the face with the highest Mach number if that is above 1; else empty. `nodes`
  /// are the values at places().
  std::string warning(const std::vector<NodeValues>& nodes) const;
  std::string warning(const State& state) const;

 private:
  struct Face {
    int side;
    double x, y;
  };
  const Case& case_;
  std::vector<Face> faces_;
  std::vector<int> places_;
};

}  // namespace slipflow::simple_ts
