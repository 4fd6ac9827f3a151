#include "build_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>

#include "march_blocks.hpp"
#include "simple_ts/convection/schemes.h"
#include "simple_ts/march_layout.h"
#include "slipflow/methods/machines.hpp"
#include "slipflow/simple_ts/state.hpp"
#include "slipflow/support/error.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

bool has_corrections(const Case& c) {
  return !c.scheme.explicit_convection && c.scheme.convection != SF_UPWIND;
}

namespace {
// In space: work-items of a work-group, and lines of the piece of a column that one advances.
constexpr int kGroupInSpace = 64, kLinesInSpace = 16;
constexpr double kLocalBytesOfMarch = sizeof(double) * SF_BOX_NUMBERS;

bool has_uniform_axes(const Case& c) {
  return c.mesh.x.uniform && c.mesh.y.uniform && c.mesh.z.uniform;
}
}  // namespace

bool can_march(const Case& c) {
  return c.axes() == 3 && c.scheme.convection == SF_UPWIND && !c.scheme.explicit_convection &&
         c.run.precision == setup::Precision::in_double && c.mesh.layout().pitch() % 2 == 0;
}

bool marches_everywhere(const Case& c) {
  bool continues = true;
  for (int side = 0; side < c.side_count(); ++side)
    continues = continues && c.continues(mesh::Side(side));
  return can_march(c) && has_uniform_axes(c) && !c.mesh.any_solid() && !c.has_cut_walls() &&
         continues && c.run.kernels != KernelSet::plain;
}

int group_of_other_kernels(const Case& c, const Launch& options) {
  const bool marches = c.axes() == 3 && options.kernels == KernelSet::fused;
  return marches ? kGroupInSpace : options.work_group_size;
}

bool keeps_shared(const Case& c, bool is_cpu) {
  return is_cpu || c.mesh.any_solid() || c.scheme.convection != SF_UPWIND ||
         c.scheme.explicit_convection;
}

namespace {
// Rows that the fused kernel marches for a sub-domain: three rows more, two at a time. Start and
// end of a march take as long as five rows.
int marched_rows(int rows) { return (rows + 4) / 2 * 2 + 5; }

// The rows that strips of columns are cut into, and the groups a device runs at a time.
struct Marches {
  int strips;
  int cells_y;
  bool walls;
  int groups_at_a_time;
};

// Time of an iteration with sub-domains of at most `rows` rows, in rows of one group. Groups run in
// turns. In a turn that does not fill the device, groups have more of their compute unit and
// advance faster, less so in the first turn, where all begin together. The numbers are a fit to the
// H200's times (docs/results/performance.md).
double rows_in_line(const Marches& m, int rows) {
  constexpr double near_walls = 3.75;  // time of a row there, relative to one elsewhere
  constexpr int rows_near_walls = 16;  // of a strip, marched at both ends
  constexpr double unevenness = 1.13;  // of the times groups take
  constexpr double first_turn = 0.9;   // least time of a first turn, relative to a full turn
  constexpr double last_turn = 0.7;
  constexpr double to_fill = 0.6;  // additional time of a full turn
  const int height = height_of_pieces(m.cells_y, rows, true);
  const int pieces = (m.cells_y + height - 1) / height;
  const double marched = marched_rows(height);
  const double all = marched * pieces + m.walls * near_walls * rows_near_walls;
  const double turns = unevenness * m.strips * all / (marched * m.groups_at_a_time);
  const double whole = std::floor(turns);
  const double rest = turns - whole;
  const double least = whole == 0 ? first_turn : last_turn;
  const double in_line = marched * (whole + least + to_fill * rest);
  return m.walls ? std::max(in_line, near_walls * marched_rows(std::min(rows, kRowsNearWalls)))
                 : in_line;
}

int fused_rows(const Case& c, const opencl::Device& device, int work_group_size) {
  if (!device.gpu) return 32;
  constexpr int smallest = 1, largest = 81;
  // The registers of a compute unit are filled by 256 work-items.
  const Marches marches{c.mesh.x.cells() / (work_group_size - kHaloColumns) + 1, c.mesh.y.cells(),
                        c.mesh.any_solid(),
                        device.compute_units * std::max(1, 256 / work_group_size)};
  int best = smallest;
  for (int rows = smallest; rows <= largest; rows += 2)
    if (rows_in_line(marches, rows) < rows_in_line(marches, best)) best = rows;
  return best;
}

// Wide groups repeat fewer of their neighbours' columns, and with more of them on a compute unit
// its groups run the same code more often; but there are fewer of them to share what is left at the
// end. On the H200 128 columns took up to 6 % less time on meshes from a million cells on where
// they leave fewer work-items idle, and TVD 4 to 13 % more where they leave as many. On small
// meshes upwind took 3 to 22 % less where they leave no more idle (docs/results/performance.md).
int fused_work_group(const Case& c, const opencl::Device& device) {
  constexpr int narrow = 64, wide = 128;
  const auto work_items = [&](int group) {
    return (c.mesh.x.cells() / (group - kHaloColumns) + 1) * group;
  };
  if (!device.gpu || c.scheme.explicit_convection) return narrow;
  const int saved = work_items(narrow) - work_items(wide);
  const bool is_large = c.cells() >= 1'000'000;
  const bool is_small = c.cells() >= 15'000 && c.cells() <= 250'000;
  const bool is_faster =
      is_large ? saved > 0 : is_small && c.scheme.convection == SF_UPWIND && saved >= 0;
  return is_faster ? wide : narrow;
}

// Measured with PoCL 5.0 on 2 to 16 cores of a Xeon: about 36 rows suit every mesh. Shorter
// sub-domains repeat more of their neighbours' rows; higher ones leave cores without work at the
// end, and do not fit into the caches. All have one height, so that none is nearly empty.
int plain_rows(const Case& c, const opencl::Device& device, int columns) {
  constexpr int best = 36, fewest = 8;
  const int cells_y = c.mesh.y.cells();
  const int strips = c.mesh.x.cells() / columns + 1;
  const int for_all_cores = std::min(device.compute_units / strips, cells_y / fewest);
  const int in_strip = std::max({1, (cells_y + best / 2) / best, for_all_cores});
  return std::max(fewest, (cells_y + in_strip - 1) / in_strip);
}

// A narrow sub-domain stays in a core's own cache. If the mesh itself does not fit into the caches,
// longer rows are read faster. 175,000 cells were 11 % faster with 64 columns, 600,000 cells 7 %
// faster with 128.
int plain_columns(const Case& c) {
  constexpr long cells_in_caches = 300000;
  return c.cells() < cells_in_caches ? 64 : 128;
}

// Most numbers in local memory: per work-item of the fused kernel, the members of its SharedRow;
// per column of the plain kernel, its SfRows (four rows each) and OwnRows, with adjacent columns.
constexpr double kFusedLocalNumbers = 11;
constexpr double kPlainLocalNumbers = 14 * 4 + 18;
constexpr int kColumnsBeside = 4;

// Most numbers of the tile kernel with tiles of `rows` rows, without its scratch for maxima.
double tile_local_numbers(const Case& c, int rows) {
  const bool corrects = has_corrections(c);
  const int shared = corrects ? 14 : 8;
  constexpr int own = 6;
  return kTileWidth * (shared * (rows + 4.0) + own * (rows + 2.0));
}

double local_numbers(const Case& c, const opencl::Device& device) {
  return device.local_memory / bytes_computed(c.run.precision);
}

// As high as local memory allows.
int most_tile_rows(const Case& c, const opencl::Device& device, int work_group_size) {
  constexpr int most = 64;
  int rows = 1;
  while (rows < most && tile_local_numbers(c, rows + 1) + SF_RESIDUALS * work_group_size <=
                            local_numbers(c, device))
    ++rows;
  return rows;
}

// The best of 3 to 12 rows and 64 to 512 work-items on an H100. With
// corrections there is local memory for fewer rows.
int tile_rows(const Case& c) { return c.scheme.convection == SF_UPWIND ? 8 : 4; }
int tile_work_group(const Case& c) { return c.scheme.convection == SF_UPWIND ? 256 : 128; }

// How the march runs: layers of a block, and steps that its work-groups take one after another.
// They run in turns, one on each compute unit, and the last turn should be a full one.
struct MarchPlan {
  int layers;
  long steps;
};
MarchPlan plan_march(const Case& c, const opencl::Device& device) {
  constexpr int repeated = 4;
  const auto pieces = [](int n, int most) { return (n + most - 1) / most; };
  const int cuts = c.is_neighbour(mesh::bottom) + c.is_neighbour(mesh::top);
  const int nz = std::max(1, c.mesh.z.cells() - cuts * kBorderOfMarch);
  const int units = std::max(1, device.compute_units);
  const long columns = static_cast<long>(pieces(c.mesh.x.cells(), SF_MARCH_COLUMNS)) *
                       pieces(c.mesh.y.cells(), SF_MARCH_ROWS);
  MarchPlan best{nz, 0};
  for (int cut = 1; cut <= nz; ++cut) {
    const int layers = pieces(nz, cut);
    const long turns = (columns * pieces(nz, layers) + units - 1) / units;
    const long steps = turns * (layers + repeated);
    if (best.steps == 0 || steps < best.steps) best = {layers, steps};
  }
  return best;
}

int usual_work_group(const Case& c, const opencl::Device& device, KernelSet kernels) {
  if (c.axes() == 3) return kernels == KernelSet::fused ? SF_MARCH_GROUP : kGroupInSpace;
  switch (kernels) {
    case KernelSet::fused:
      return fused_work_group(c, device);
    case KernelSet::tiles:
      return tile_work_group(c);
    default:
      return plain_columns(c);
  }
}

int usual_rows(const Case& c, const opencl::Device& device, const Launch& options) {
  if (c.axes() == 3)
    return options.kernels == KernelSet::fused ? plan_march(c, device).layers : kLinesInSpace;
  switch (options.kernels) {
    case KernelSet::fused:
      return fused_rows(c, device, options.work_group_size);
    case KernelSet::tiles:
      return tile_rows(c);
    default:
      return plain_rows(c, device, options.work_group_size);
  }
}

// The major compute capability of an NVIDIA GPU; 0 if the driver does not tell.
cl_uint compute_capability(const opencl::Device& device) {
  constexpr cl_device_info major = 0x4000;  // CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV
  cl_uint capability = 0;
  const cl_int status =
      clGetDeviceInfo(device.handle(), major, sizeof capability, &capability, nullptr);
  return status == CL_SUCCESS ? capability : 0;
}

// NVIDIA's driver reports less local memory than it grants: what a GPU of capability 9 or 10 has is
// enough, and that of all others is not.
bool has_memory_for_march(const opencl::Device& device) {
  if (device.platform_short != "NV") return device.local_memory >= kLocalBytesOfMarch;
  const cl_uint capability = compute_capability(device);
  return capability == 0 || capability == 9 || capability == 10;
}

// Measured on an H200: the plain kernels advance about 110 cells for each compute unit during a
// step of the march, and half as many where walls make them keep shared quantities in memory. On
// stretched axes without walls they are 15 % faster than the march. A mesh should not be near walls
// for the most part.
bool march_is_faster(const Case& c, const opencl::Device& device, const Launch& options) {
  const bool fits = options.work_group_size == 0 || options.work_group_size == SF_MARCH_GROUP;
  if (!fits || device.largest_work_group < SF_MARCH_GROUP || !has_memory_for_march(device))
    return false;
  const bool has_walls = c.mesh.any_solid() || c.has_cut_walls();
  if (!has_uniform_axes(c) && !has_walls) return false;
  const long cells_of_step = has_walls ? 55 : 110;
  const MarchPlan plan = plan_march(c, device);
  if (plan.steps * cells_of_step * device.compute_units > c.cells()) return false;
  long away = 0;
  for (const SfBlock& b : cut_for_march(c, SF_MARCH_COLUMNS, SF_MARCH_ROWS, plan.layers).away)
    away += static_cast<long>(b.i1 - b.i0) * (b.j1 - b.j0) * (b.k1 - b.k0);
  return away > c.cells() / 2;
}

// CPU implementations keep every private value in memory across a barrier, which makes the march
// slow there. On a GPU a march takes at least the sum of the times of its rows, and tiles, which
// repeat more nodes, are faster until the mesh fills the device: up to these numbers of cells for
// each compute unit of an H100.
KernelSet usual_kernels(const Case& c, const opencl::Device& device, const Launch& options) {
  const int cells_for_tiles = c.scheme.convection == SF_UPWIND ? 1200 : 2500;
  if (device.cpu) return KernelSet::plain;
  if (c.axes() == 3)
    return can_march(c) && march_is_faster(c, device, options) ? KernelSet::fused
                                                               : KernelSet::plain;
  const bool possible = options.work_group_size == 0 || options.work_group_size >= kTileWidth;
  const bool small = c.cells() <= static_cast<long>(cells_for_tiles) * device.compute_units;
  return possible && small && !c.scheme.explicit_convection ? KernelSet::tiles : KernelSet::fused;
}

// CT1 to CT3 as arguments make the fused kernel of implicit TVD, which fills the registers, 5 %
// slower on an H100; the other kernels are not (docs/results/performance.md).
bool energy_factors_are_constants(const Case& c, const Launch& options) {
  return options.kernels == KernelSet::fused && c.scheme.convection != SF_UPWIND &&
         !c.scheme.explicit_convection;
}
}  // namespace

int largest_work_group(const Case& c, const opencl::Device& device, KernelSet kernels) {
  const double numbers = local_numbers(c, device);
  // Whether a device grants the march its local memory is found by building it.
  if (c.axes() == 3 && kernels == KernelSet::fused)
    return std::min(device.largest_work_group, SF_MARCH_GROUP);
  const double in_local_memory = c.axes() == 3                 ? numbers / residual_count(c)
                                 : kernels == KernelSet::fused ? numbers / kFusedLocalNumbers
                                 : kernels == KernelSet::plain
                                     ? numbers / kPlainLocalNumbers - kColumnsBeside
                                     : (numbers - tile_local_numbers(c, 1)) / SF_RESIDUALS;
  int largest = std::min({device.largest_work_group, 1024, static_cast<int>(in_local_memory)});
  return static_cast<int>(std::bit_floor(static_cast<unsigned>(std::max(largest, 0))));
}

Launch resolve_options(const Case& c, const opencl::Device& device, Launch options) {
  options.exact_single = device.exact_single;
  methods::check_parity(c.run.precision, options, device);
  if (options.kernels == KernelSet::automatic) options.kernels = usual_kernels(c, device, options);
  const bool marches = c.axes() == 3 && options.kernels == KernelSet::fused;
  if (marches && !can_march(c))
    throw Error(ExitStatus::bad_input,
                "the fused kernels of a mesh of three axes need implicit upwind convection, double "
                "precision and an even number of cells along x, of each piece of several ranks; "
                "choose run.kernels = auto or plain");
  const int largest = largest_work_group(c, device, options.kernels);
  if (options.work_group_size == 0) {
    options.work_group_size = std::min(usual_work_group(c, device, options.kernels), largest);
    options.may_shrink = true;
  }
  methods::check_work_group_size(options.work_group_size,
                                 marches ? SF_MARCH_GROUP : smallest_work_group(options.kernels),
                                 largest, device);
  if (options.rows == 0) options.rows = usual_rows(c, device, options);
  if (options.kernels == KernelSet::tiles)
    options.rows = std::min(options.rows, most_tile_rows(c, device, options.work_group_size));
  return options;
}

std::size_t field_stride(const Case& c) {
  constexpr std::size_t multiple = 512;
  return (c.mesh.layout().size() + multiple - 1) / multiple * multiple;
}

std::string build_options_of_fields(const Case& c, const Launch& options) {
  std::string text = methods::build_options(c.run.precision, options);
  if (c.axes() == 3) text += " -D SF_AXES=3";
  if (options.kernels == KernelSet::tiles)
    text += fmt::format(" -D SF_FIELD_STRIDE={}", field_stride(c));
  return text;
}

std::string build_options(const Case& c, const Launch& options) {
  const auto layout = c.mesh.layout();
  const GasFactors gas = c.gas.factors();
  const bool in_float = !needs_double(c.run.precision);
  std::string text = build_options_of_fields(c, options);
  const auto integer = [&](const std::string& name, std::integral auto value) {
    text += fmt::format(" -D{}={}", name, value);
  };
  const auto number = [&](const std::string& name, double value) {
    text += fmt::format(" -D{}={:a}", name, in_float ? static_cast<float>(value) : value);
  };
  if (options.kernels == KernelSet::tiles) {
    integer("SF_TILE_WIDTH", kTileWidth);
    integer("SF_TILE_ROWS", options.rows);
  }
  integer("SF_NX", layout.nx);
  integer("SF_NY", layout.ny);
  integer("SF_PITCH", layout.pitch());
  if (c.axes() == 3) {
    integer("SF_NZ", layout.nz);
    integer("SF_PLANE", layout.pitch() * layout.rows());
  }
  integer("SF_VISCOSITY", c.gas.viscosity_sixteenths);
  integer("SF_CONVECTION", c.scheme.convection);
  integer("SF_EXPLICIT", c.scheme.explicit_convection);
  integer("SF_OUTFLOW_DIAGONAL", c.splitting.outflow_diagonal);
  integer("SF_RELAXES", c.splitting.relaxation_cycle);
  integer("SF_HAS_WALLS", c.mesh.any_solid() || c.has_cut_walls());
  integer("SF_CUT_WALLS", c.has_cut_walls());
  integer("SF_WALL_DENSITY", c.scheme.density_at_wall);
  integer("SF_NO_SLIP_AT_CORNERS", c.scheme.no_slip_at_corners);
  integer("SF_HEAT_FLOW", c.has_heat_flow());
  integer("SF_FRICTION_HEAT", c.has_friction_heat());
  integer("SF_HAS_SLIP_LAWS", c.has_slip_laws());
  integer("SF_WALLS_VARY", c.walls_vary());
  integer("SF_PRESCRIBED", prescribed_sides(c));
  const std::string sides[] = {"SF_WEST",  "SF_EAST",   "SF_SOUTH",
                               "SF_NORTH", "SF_BOTTOM", "SF_TOP"};  // by mesh::Side
  for (int side = 0; side < c.side_count(); ++side) {
    integer(sides[side], side_code(c.sides[side]));
    if (c.sides[side] != BoundaryKind::pressure) continue;
    integer(sides[side] + "_AT_GHOST", c.side_values[side].at_ghost);
  }
  number("SF_CREEP", c.gas.creep_coefficient);
  number("SF_GAS_A", gas.A);
  if (energy_factors_are_constants(c, options)) {
    number("SF_GAS_CT1", gas.CT1);
    number("SF_GAS_CT2", gas.CT2);
    number("SF_GAS_CT3", gas.CT3);
  }
  const double gravity[] = {gas.gravity_x, gas.gravity_y, gas.gravity_z};
  const std::string names[] = {"X", "Y", "Z"};
  for (int axis = 0; axis < c.axes(); ++axis) {
    integer("SF_HAS_GRAVITY_" + names[axis], gravity[axis] != 0);
    const mesh::Axis& of = c.mesh.axis(axis);
    if (!of.uniform) continue;
    number("SF_H" + names[axis], of.widths[0]);
    number("SF_RH" + names[axis], 1 / of.widths[0]);
  }
  return text;
}

}  // namespace slipflow::simple_ts
