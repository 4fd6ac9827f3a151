// Settings of a run that every case has: when it ends, what it writes and how it computes.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/mesh.hpp"
#include "slipflow/setup/expressions.hpp"
#include "slipflow/setup/picture_options.hpp"
#include "slipflow/setup/precision.hpp"
#include "slipflow/setup/time_kind.hpp"

namespace slipflow::setup {

/// Times have the unit of the method's keys, such as L/V0.
struct TimeControl {
  TimeKind kind = TimeKind::physical;
  std::optional<double> step;     ///< fixed dt
  std::optional<double> courant;  ///< or dt from the previous time level
  std::optional<double> end;
  double steady = 0;     ///< stop when max |phi - phi_old|/dt is below it; 0: off
  long max_steps = 0;    ///< 0: no limit
  double max_hours = 0;  ///< of the wall clock; 0: no limit
};

/// A point whose values are written over time.
struct Probe {
  std::string name;
  double x = 0, y = 0, z = 0;
};

/// A line whose values are written at each output, at `points` equal distances.
struct Profile {
  std::string name;
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  int points = 2;
  double z0 = 0, z1 = 0;
};

/// A box or a line over which a field or expression is integrated: `pieces` equal parts of a line.
struct Integral {
  std::string name;
  std::string field;
  bool box = false;
  std::array<double, 3> from{}, to{};
  int pieces = 1;
};

/// A layer of cells of a mesh of three axes that is drawn, or a plane through polyhedra.
struct Slice {
  std::string name;  ///< in the names of pictures: "z", "z_2"; empty if the case names no slice
  int axis = 2;      ///< across it
  int cell = 0;      ///< of a box
  double position = 0;
};

/// The name of slice `number`, from 1 to kMostSlices, across an axis.
std::string slice_name(int axis, int number);
constexpr int kMostSlices = 9;

/// Files of the fields: rectilinear grids, or images.
enum class FrameFormat { vtr, vti };

struct OutputControl {
  std::filesystem::path directory;
  std::vector<std::string> fields;
  std::vector<std::string> pictures;
  std::vector<PictureOptions> picture_options;  ///< of each of these
  double every_time = 0;                        ///< 0: only the first and the last state
  long history_every = 10;
  long measures_every = 10;  ///< steps between lines of the other tables
  bool surfaces = false;     ///< numbers about boundaries and bodies are a table
  /// Pairs of surfaces whose mean pressures are subtracted.
  std::vector<std::array<std::string, 2>> pressure_drops;
  std::vector<std::string> averages;  ///< fields whose means and fluctuations are taken
  double average_from = 0;            ///< in the steps that end after this time
  ExpressionList expressions;         ///< their names may be among `fields`, `pictures`, `sampled`
  std::vector<Integral> integrals;    ///< written over time
  std::vector<std::string> sampled;   ///< fields of probes and profiles; empty: the measured ones
  /// Fields at points besides the measured ones, which these and integrals along lines need.
  std::vector<std::string> sampled_too;
  std::vector<Probe> probes;
  std::vector<Profile> profiles;
  std::vector<Slice> slices;  ///< of a mesh of three axes, at least one
  FrameFormat format = FrameFormat::vtr;
  /// Results are in SI units; null: in the units of the method.
  std::shared_ptr<const config::UnitSystem> units{};
};

/// When checkpoints are written, apart from requests; the run does not depend on it.
struct CheckpointControl {
  double every_seconds = 600;  ///< of the wall clock; 0: off
  long every_steps = 0;        ///< 0: off
  double every_time = 0;       ///< 0: off
  bool at_end = true;
};

enum class KernelSet { automatic, fused, plain, tiles };

/// "auto", "fused", "plain", "tiles", as in case files.
constexpr const char* name_of(KernelSet kernels) {
  switch (kernels) {
    case KernelSet::fused:
      return "fused";
    case KernelSet::plain:
      return "plain";
    case KernelSet::tiles:
      return "tiles";
    default:
      return "auto";
  }
}

/// The kernel set of that name, or none.
constexpr std::optional<KernelSet> kernel_set_named(std::string_view name) {
  for (const auto kernels :
       {KernelSet::automatic, KernelSet::fused, KernelSet::plain, KernelSet::tiles})
    if (name == name_of(kernels)) return kernels;
  return std::nullopt;
}

struct RunControl {
  Precision precision = Precision::in_double;
  KernelSet kernels = KernelSet::automatic;
  int work_group_size = 0;      ///< 0: chosen by the program
  int rows = 0;                 ///< rows per sub-domain; 0: chosen by the program
  double device_timeout = 120;  ///< s, of a command on the device; 0: no limit
};

/// The part of a case that all methods share.
struct Controls {
  std::string title;
  TimeControl time;
  OutputControl output;
  CheckpointControl checkpoint;
  RunControl run;
  std::vector<std::string>
      notes;  ///< what the user should know before the run, e.g. snapped bodies
};

/// A point: x, y and, in a domain of three axes, z.
using Position = std::array<double, 3>;

/// Where the flow is, for probes, profiles and slices. body_at() is called with points that the
/// domain contains.
struct Domain {
  int axes = 2;
  std::array<std::array<double, 2>, 3> extent{};  ///< by axis
  std::array<int, 3> cells{};                     ///< along each axis; 0 of polyhedra
  std::array<bool, 3> uniform{};                  ///< whether they have equal widths
  std::function<bool(const Position&)> contains;
  std::function<std::string(const Position&)> body_at;  ///< its name, empty for none
  /// The layer of cells across an axis at a position; polyhedra have none: 0.
  std::function<int(int axis, double position)> layer_at;
};

}  // namespace slipflow::setup
