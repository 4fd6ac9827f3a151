// Flow through outflow boundaries, which is to be supersonic, and pressure boundaries, which is to
// be subsonic.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "slipflow/simple_ts/diagnostics.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Faces between gas and the outside on boundaries of a kind, with their normal velocities and the
/// density and temperature of the gas that passes.
class SideFaces {
 public:
  enum class Gas { inside, outside };  ///< of which cell are density and temperature
  SideFaces(const Case& c, const std::vector<BoundaryKind>& kinds, Gas gas);

  struct Face {
    int side;
    std::array<double, 3> centre;
    double area;
    bool far;  ///< of an upper boundary: gas leaves in the direction of the axis
  };
  const std::vector<Face>& all() const { return faces_; }
  /// For each face the node of the normal velocity and that of the cell, as indices of arrays.
  const std::vector<int>& places() const { return places_; }

 private:
  std::vector<Face> faces_;
  std::vector<int> places_;
};

/// Mass flow through boundaries in one direction, its subsonic part, and the sum of the subsonic
/// part times the Mach number.
struct PassingGas {
  double mass = 0, subsonic = 0, subsonic_times_mach = 0;
  bool is_subsonic() const { return subsonic > 0.5 * mass; }
  /// Mean Mach number of the subsonic part.
  double mach() const { return subsonic_times_mach / subsonic; }
};

/// Judges whether gas leaves through outflow boundaries below the speed of sound: then nothing
/// gives its pressure.
class OutflowSideFlow {
 public:
  explicit OutflowSideFlow(const Case& c);
  /// SideFaces::places().
  const std::vector<int>& places() const { return faces_.places(); }
  /// A sentence on the boundary through which more than half of the mass leaves below the speed of
  /// sound; empty if there is none. `nodes` are the values at places().
  std::string warning(const std::vector<NodeValues>& nodes) const;
  /// A sentence on a prescribed inflow that is subsonic, from the initial state; empty if there is
  /// none, or no outflow boundary.
  std::string warning_of_inflow(const State& state) const;
  /// The time in which sound crosses the domain a few times: before it a flow may still become
  /// supersonic.
  double settling_time() const;

 private:
  const Case& case_;
  SideFaces faces_;
};

/// Judges the flow through pressure boundaries.
class PressureSideFlow {
 public:
  explicit PressureSideFlow(const Case& c);
  /// SideFaces::places().
  const std::vector<int>& places() const { return faces_.places(); }
  /// A sentence on the face with the highest Mach number if that is above 1; else empty. `nodes`
  /// are the values at places().
  std::string warning(const std::vector<NodeValues>& nodes) const;
  std::string warning(const State& state) const;

 private:
  const Case& case_;
  SideFaces faces_;
};

}  // namespace slipflow::simple_ts
