#include "slipflow/linear_solvers/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "opencl/kernels7.hpp"
#include "slipflow/linear_solvers/sweep_plan.hpp"
#include "slipflow/opencl/device_fence.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::linear_solvers {

namespace {
// The programs of triangular sweeps.

constexpr int kGroupOfPlane = 64;
// On a processor one work-item solves all rows; on other devices each solves one.
constexpr SweepShape kAlone{8, 8, 1, 64, 128}, kFlatAlone{16, 1, 1, 64, 128};
constexpr SweepShape kLanes{8, 8, 64, 8, 64}, kFlatLanes{64, 1, 64, 8, 64};

// Local memory of a work-group of sweep_march.h.
double local_bytes(const SweepShape& s, bool flat) {
  if (s.items == 1) return sizeof(double);
  const double pitch = s.run + 1, staged = (flat ? 4 : 5) * s.items * pitch;
  const double solved = 2 * (s.rows_y + 1) * (s.rows_z + 1) * pitch;
  return sizeof(double) * (staged + solved + 1);
}

// Leaves out half of the rows at a time, until at most `largest` work-items are left.
SweepShape shrunk(SweepShape s, bool flat, const opencl::Device& device, int largest) {
  while (s.items > 1 && (s.items > largest || local_bytes(s, flat) > device.local_memory)) {
    (s.rows_z > 1 ? s.rows_z : s.rows_y) /= 2;
    s.items = s.rows_y * s.rows_z;
    s.run = std::gcd(s.run, s.items);
  }
  return s;
}

const char* file_of(Schedule7 schedule) {
  return schedule == Schedule7::planes     ? "linear_solvers/sweep_planes.cl"
         : schedule == Schedule7::pipeline ? "linear_solvers/sweep_pipeline.cl"
                                           : "linear_solvers/sweep_tiles.cl";
}

std::string options_of(const opencl::Device& device, const SweepPlan& plan, bool upper) {
  const bool pipeline = plan.schedule == Schedule7::pipeline;
  std::string text = fmt::format("-cl-std={} -DS7_KIND={}{}{}{}",
                                 pipeline ? opencl::standard_with_fence(device) : "CL1.2",
                                 static_cast<int>(plan.kind), plan.parity ? " -DSF_PARITY" : "",
                                 options_of(plan.box), upper ? " -DS7_UPPER" : "");
  if (plan.schedule != Schedule7::planes)
    text += fmt::format(" -DS7_ROWS_Y={} -DS7_ROWS_Z={} -DS7_RUN={}", plan.shape.rows_y,
                        plan.shape.rows_z, plan.shape.run);
  return text;
}

/// The shape with all its parameters, which fits a device.
SweepShape resolved(const SweepShape& wanted, bool flat, const opencl::Device& device) {
  const bool alone = wanted.items > 0 ? wanted.items == 1 : device.cpu;
  const SweepShape& usual = alone ? (flat ? kFlatAlone : kAlone) : flat ? kFlatLanes : kLanes;
  SweepShape s = wanted;
  if (s.rows_y == 0) s.rows_y = usual.rows_y;
  if (s.rows_z == 0 || flat) s.rows_z = usual.rows_z;
  if (s.run == 0) s.run = usual.run;
  if (s.columns == 0) s.columns = usual.columns;
  s.items = alone ? 1 : s.rows_y * s.rows_z;
  if (!alone && s.items % s.run != 0)
    throw std::logic_error("the work-items of a sweep are no multiple of the cells of a run");
  return shrunk(s, flat, device, device.largest_work_group);
}

/// Builds the program of the schedule for one direction. Where registers allow only smaller
/// work-groups than planned, the shape of the plan becomes smaller.
opencl::SizedProgram build_sweep(const opencl::Queue& queue, SweepPlan& plan, bool upper) {
  const opencl::Device& device = queue.device;
  while (true) {
    const bool planes = plan.schedule == Schedule7::planes;
    const int group =
        planes ? std::min(kGroupOfPlane, device.largest_work_group) : plan.shape.items;
    auto built = opencl::build_for_groups(queue, file_of(plan.schedule),
                                          options_of(device, plan, upper), group);
    if (built.group == group || planes) return built;
    plan.shape = shrunk(plan.shape, plan.box.flat(), device, built.group);
  }
}

using opencl::Arguments;
using opencl::Array;
using opencl::Kernel;

int parts(int all, int size) { return (all + size - 1) / size; }

/// Tiles by their place along y and z: those that a tile waits for come before it.
std::vector<cl_int> order_of_tiles(int tiles_y, int tiles_z) {
  std::vector<cl_int> order;
  for (int diagonal = 0; diagonal <= tiles_y + tiles_z - 2; ++diagonal)
    for (int tz = std::max(0, diagonal - tiles_y + 1); tz <= std::min(diagonal, tiles_z - 1); ++tz)
      order.push_back(tz * tiles_y + diagonal - tz);
  return order;
}
}  // namespace

template <class Action>
void Sweeps::guarded(const char* doing, Action action) const {
  opencl::guarded(fmt::format("{} triangular sweeps on {}", doing, workspace_.device().name),
                  action);
}

int Sweeps::tiles_x() const { return parts(box().n1, plan_.shape.columns); }
int Sweeps::tiles_y() const { return parts(box().n2, plan_.shape.rows_y); }
int Sweeps::tiles_z() const { return parts(box().n3, plan_.shape.rows_z); }

Sweeps::Sweeps(opencl::Workspace& workspace, const SweepPlan& plan)
    : workspace_(workspace), plan_(plan) {
  if (plan.schedule == Schedule7::automatic) plan_.schedule = Schedule7::tiles;
  plan_.shape = resolved(plan.shape, plan.box.flat(), workspace.device());
  guarded("preparing", [&] {
    build();
    if (plan_.schedule != Schedule7::pipeline) return;
    const auto order = order_of_tiles(tiles_y(), tiles_z());
    order_ = workspace_.buffer(order);
    done_ = workspace_.buffer(order, CL_MEM_READ_WRITE);
    ticket_ = workspace_.buffer(std::vector<cl_int>(1), CL_MEM_READ_WRITE);
  });
}

void Sweeps::sweep(bool upper, const Arguments& matrix, const Array& numbers,
                   const cl::Buffer& progress, const Array& right, const Array& solution) {
  const Arguments all = matrix.with(
      {{"progress", progress},
       {"numbers", numbers},
       {"right", right},
       {"solution", solution},
       {"first", upper ? box().at(box().n1 - 1, box().n2 - 1, box().n3 - 1) : box().at(0, 0, 0)},
       {"n1", box().n1},
       {"n2", box().n2},
       {"n3", box().n3}});
  Kernel& kernel = kernels_[upper];
  guarded("running", [&] {
    if (plan_.schedule == Schedule7::planes) return by_planes(kernel, all);
    if (plan_.schedule == Schedule7::pipeline) return by_pipeline(kernel, all);
    by_tiles(kernel, all);
  });
}

// The second program may need a smaller work-group than the first one: both have that.
void Sweeps::build() {
  const opencl::Queue& queue = workspace_.queue();
  opencl::SizedProgram lower = build_sweep(queue, plan_, false);
  const opencl::SizedProgram upper = build_sweep(queue, plan_, true);
  if (upper.group != lower.group) lower = build_sweep(queue, plan_, false);
  const std::string name = plan_.schedule == Schedule7::planes  ? "sweep_plane"
                           : plan_.schedule == Schedule7::tiles ? "sweep_tiles"
                                                                : "sweep_pipeline";
  kernels_[0] = Kernel(lower, name);
  kernels_[1] = Kernel(upper, name);
  if (plan_.schedule == Schedule7::pipeline) start_ = Kernel(lower, "start_pipeline");
}

void Sweeps::by_planes(Kernel& kernel, const Arguments& all) const {
  const int n1 = box().n1, n2 = box().n2, n3 = box().n3;
  kernel.set(all.with({{"sum", 0}, {"first_i", 0}, {"first_k", 0}}));
  for (int sum = 0; sum <= n1 + n2 + n3 - 3; ++sum) {
    const int first_i = std::max(0, sum - (n2 - 1) - (n3 - 1)), last_i = std::min(sum, n1 - 1);
    const int first_k = std::max(0, sum - (n1 - 1) - (n2 - 1)), last_k = std::min(sum, n3 - 1);
    kernel.set({"sum", sum});
    kernel.set({"first_i", first_i});
    kernel.set({"first_k", first_k});
    workspace_.launch(kernel, last_i - first_i + 1, last_k - first_k + 1);
  }
}

void Sweeps::by_tiles(Kernel& kernel, const Arguments& all) const {
  kernel.set(all.with({{"tile_columns", plan_.shape.columns},
                       {"tiles_y", tiles_y()},
                       {"diagonal", 0},
                       {"first_z", 0}}));
  for (int diagonal = 0; diagonal <= tiles_x() + tiles_y() + tiles_z() - 3; ++diagonal) {
    const int first_z = std::max(0, diagonal - (tiles_x() - 1) - (tiles_y() - 1));
    const int last_z = std::min(diagonal, tiles_z() - 1);
    kernel.set({"diagonal", diagonal});
    kernel.set({"first_z", first_z});
    workspace_.launch_groups(kernel, tiles_y() * (last_z - first_z + 1));
  }
}

void Sweeps::by_pipeline(Kernel& kernel, const Arguments& all) {
  const int tiles = tiles_y() * tiles_z();
  start_.set({{"tiles", tiles}, {"ticket", ticket_}, {"done", done_}});
  workspace_.launch(start_, tiles);
  kernel.set(
      all.with({{"tiles_y", tiles_y()}, {"order", order_}, {"ticket", ticket_}, {"done", done_}}));
  workspace_.launch_groups(kernel, tiles);
}

}  // namespace slipflow::linear_solvers
