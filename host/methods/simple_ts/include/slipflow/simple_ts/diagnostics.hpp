// Diagnostics of the state in a backend, computed on its device. Sums are exact sums, so they are
// the same on every device.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

using methods::Averages;

/// Faces in a row between gas and one side of a wall: those of the cells (i,j), (i,j+1), .. or, of
/// sides that look south or north, (i,j), (i+1,j), ..
struct WallRun {
  std::int32_t i = 0, j = 0, count = 0, side = 0;  ///< side: mesh::Side, where the faces look
  std::int32_t k = 0;                              ///< the layer of its cells
};

/// The runs of all walls, ordered by wall and side.
struct WallRuns {
  std::vector<WallRun> runs;
  std::vector<int> walls;  ///< the wall of each run, an index of Case::walls
};

/// All faces between gas and bodies or wall boundaries. They include faces of a body that look at
/// an image outside a periodic boundary, or at gas outside a boundary that the body touches.
WallRuns wall_runs(const Case& c);

/// Loads on one side of a wall, docs/methods/simple-ts.md (57), (58), (59), (60), (61): sums over
/// its faces, as doubles or as ExactSum; macros/simple_ts/wall_loads.h.
template <class Sum>
struct SideLoadsOf {
  Sum pressure{}, normal{}, friction{};
  Sum conduction{}, friction_heat{}, work{};
  Sum corner{};
  Sum limited{};         ///< number of faces whose prescribed heat flow is limited, (50)
  Sum friction_after{};  ///< in space: along the second axis after the normal; `friction`: the
                         ///< first

  SideLoadsOf& operator+=(const SideLoadsOf& more);
};
using SideLoads = SideLoadsOf<double>;

/// By wall, an index of Case::walls, and mesh::Side.
template <class Sum>
using WallLoadsOf = std::vector<std::array<SideLoadsOf<Sum>, 6>>;
using WallLoads = WallLoadsOf<double>;
using ExactLoads = WallLoadsOf<ExactSum>;

/// Adds the sums of the runs.
void add_runs(const WallRuns& runs, const std::vector<SideLoadsOf<ExactSum>>& sums,
              ExactLoads& loads);

/// Mass, momentum and energy in the domain, or their flow; macros/simple_ts/totals.h. The unit of
/// mass is rho0 L^2, that of its flow rho0 V0 L; in space another L in both.
template <class Sum>
struct TotalsOf {
  Sum mass{}, momentum_x{}, momentum_y{}, thermal{}, kinetic{};
  Sum momentum_z{};  ///< in space

  TotalsOf& operator+=(const TotalsOf& more);
};
using Totals = TotalsOf<double>;

template <class Sum>
struct DomainTotalsOf {
  TotalsOf<Sum> contents;
  /// Through the boundaries by mesh::Side, positive along the axes.
  std::array<TotalsOf<Sum>, 6> flow;
};
using DomainTotals = DomainTotalsOf<double>;
using ExactTotals = DomainTotalsOf<ExactSum>;

/// SideLoadsOf<ExactSum> or TotalsOf<ExactSum> from the limbs of their members in order; in a plane
/// those of the third axis, the last ones, are left out.
template <class Sums>
Sums from_limbs(std::span<const std::int64_t> limbs) {
  static_assert(std::is_trivially_copyable_v<Sums>);
  Sums sums;
  std::memcpy(static_cast<void*>(&sums), limbs.data(), std::min(sizeof sums, limbs.size_bytes()));
  return sums;
}

/// The nearest doubles.
WallLoads rounded(const Case& c, const ExactLoads& loads);
DomainTotals rounded(const Case& c, const ExactTotals& totals);

/// The limbs of all sums. Those of the parts of a domain add up to those of the whole.
std::span<std::int64_t> limbs(ExactLoads& loads);
std::span<std::int64_t> limbs(ExactTotals& totals);

/// Which contents of the domain are summed: the mass, which takes one field of the four, or all.
enum class Contents { mass, all };

/// The values of all fields at one index of mesh::Layout::at.
struct NodeValues {
  double u = 0, v = 0, T = 0, rho = 0;
  double w = 0;  ///< in space
};

/// The fields of averages, probes and profiles, in the order of columns and of the numbers SF_OF_P,
/// SF_OF_T, .. of the equations.
constexpr std::array<const char*, 6> kMeasuredFields = {"p", "T", "rho", "u", "v", "w"};
/// Those of a mesh of 2 or 3 axes.
constexpr std::span<const char* const> measured_fields(int axes) {
  return std::span(kMeasuredFields).first(axes == 3 ? 6 : 5);
}
/// Values of all of them at a point; w is one of a mesh of three axes.
struct SampleValues {
  double p = 0, T = 0, rho = 0, u = 0, v = 0, w = 0;
  /// All of them in the order of kMeasuredFields.
  std::array<double, kMeasuredFields.size()> all() const { return {p, T, rho, u, v, w}; }
};

/// That number of the field of that name.
int averaged_field(const std::string& name);

/// Diagnostics of the current state of a backend, and its averages.
class Diagnostics : public methods::Averaging {
 public:
  /// Builds the diagnostics of the case, so that a failure shows before a run has written anything.
  virtual void prepare() {}
  virtual ExactLoads wall_loads() = 0;
  /// With Contents::mass the other contents are 0; the flows are complete.
  virtual ExactTotals totals(Contents wanted = Contents::all) = 0;
  /// Values at these indices of the arrays.
  virtual std::vector<NodeValues> nodes(const std::vector<int>& places) = 0;
};

}  // namespace slipflow::simple_ts
