#include "opencl/sweep_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "opencl/kernels7.hpp"
#include "slipflow/opencl/device_fence.hpp"

namespace slipflow::linear_solvers {

namespace {
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
}  // namespace

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

}  // namespace slipflow::linear_solvers
