#include "slipflow/linear_solvers/sweeps.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "opencl/sweep_program.hpp"
#include "slipflow/opencl/errors.hpp"

namespace slipflow::linear_solvers {

namespace {
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
