// Diagnostics of the state in a backend, computed on its device. Sums have a fixed order, so they
// are the same on every device.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

using methods::Averages;

/// Faces in a row between gas and one side of a wall: those of the cells (i,j), (i,j+1), .. or, of
/// sides that look south or north, (i,j), (i+1,j), ..
struct WallRun {
  std::int32_t i = 0, j = 0, count = 0, side = 0;  ///< side: mesh::Side, where the faces look
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
/// its faces; macros/simple_ts/wall_loads.h.
struct SideLoads {
  double pressure = 0, normal = 0, friction = 0, heat = 0, work = 0;
  double corner = 0;
  double limited = 0;  ///< number of faces whose prescribed heat flow is limited, (50)
};
constexpr std::size_t kSideLoads = 7;

/// By wall, an index of Case::walls, and mesh::Side.
using WallLoads = std::vector<std::array<SideLoads, 4>>;

/// Adds the sums of the runs, kSideLoads each, in their order.
WallLoads add_runs(const Case& c, const WallRuns& runs, const std::vector<double>& sums);

/// Mass, momentum and energy in the domain, or their flow; macros/simple_ts/totals.h. The unit of
/// mass is rho0 L^2, that of its flow rho0 V0 L.
struct Totals {
  double mass = 0, momentum_x = 0, momentum_y = 0, thermal = 0, kinetic = 0;
};
struct DomainTotals {
  Totals contents;
  std::array<Totals, 4> flow;  ///< through the boundaries by mesh::Side, positive along +x and +y
};

/// Which contents of the domain are summed: the mass, which takes one field of the four, or all.
enum class Contents { mass, all };

/// The number of lines of a mesh. Line k is column k and row k.
inline int lines_of_totals(const Case& c) { return std::max(c.mesh.x.cells(), c.mesh.y.cells()); }
/// Numbers of a line: 5 Totals, of its column, both ends of its row and both ends of its column.
constexpr std::size_t kTotalsOfLine = sizeof(DomainTotals) / sizeof(double);

/// Adds sums of lines, kTotalsOfLine numbers for each.
DomainTotals add_lines(const std::vector<double>& sums);

/// The values of all fields at one index of mesh::Layout::at.
struct NodeValues {
  double u = 0, v = 0, T = 0, rho = 0;
};

/// The fields of averages, probes and profiles, in the order of columns and of the SF_AVERAGE_
/// numbers.
constexpr std::array<const char*, 5> kMeasuredFields = {"p", "T", "rho", "u", "v"};
/// The SF_AVERAGE_ number of the field of that name.
int averaged_field(const std::string& name);

/// Diagnostics of the current state of a backend.
class Measures {
 public:
  virtual ~Measures() = default;
  /// Builds the diagnostics of the case, so that a failure shows before a run has written anything.
  virtual void prepare() {}
  virtual WallLoads wall_loads() = 0;
  /// With Contents::mass the other contents are 0; the flows are complete.
  virtual DomainTotals totals(Contents wanted = Contents::all) = 0;
  /// Values at these indices of the arrays.
  virtual std::vector<NodeValues> nodes(const std::vector<int>& places) = 0;
  /// Resumes from the averages `from`, or begins new ones if they are empty.
  virtual void start_averages(const Averages& from) = 0;
  /// Adds the current state to the averages, weighted with a time.
  virtual void add_to_averages(double time) = 0;
  virtual Averages averages() const = 0;
};

}  // namespace slipflow::simple_ts
