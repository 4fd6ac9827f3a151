#include "backends/opencl/device_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "linear_solvers/line_algorithms.h"
#include "linear_solvers/tridiagonal.h"
#include "slipflow/linear_solvers/line_solver.hpp"

namespace slipflow::psi_omega {

namespace {
using linear_solvers::LineAlgorithm;
using linear_solvers::LineChoice;

constexpr int kGroupOfPta = 64;
constexpr const char* kFile = "psi_omega/rows.cl";

int group_of(const LineChoice& choice) {
  return choice.algorithm == LineAlgorithm::partition ? choice.items * choice.lines_abreast
                                                      : kGroupOfPta;
}
}  // namespace

DeviceLines::DeviceLines(opencl::Workspace& workspace, const FlowParts& parts,
                         const std::string& options)
    : workspace_(workspace), parts_(parts) {
  const auto add = [&](Family family) {
    lines_[static_cast<std::size_t>(family)] = build(family, options);
  };
  if (parts.c.scheme.time == TimeScheme::rows) {
    add(Family::psi);
    add(Family::steady);
  } else {
    add(Family::half_x);
    add(Family::half_y);
  }
  if (parts.c.has_outlet()) add(Family::outlet);
  long kept = 1;
  for (const auto& lines : lines_)
    if (lines) kept = std::max(kept, lines->layout.lines * lines->layout.rows);
  kept_ = workspace.array(opencl::Numbers(sizeof(double)), static_cast<std::size_t>(kept));
  faults_ = workspace.buffer(std::vector<cl_uint>(SF_PIVOT_KINDS), CL_MEM_READ_WRITE);
}

DeviceLines::Lines DeviceLines::build(Family family, const std::string& options) const {
  Lines lines{lines_of(parts_.c, family), parts_.lines, {}};
  lines.choice.lines_abreast = lines.layout.row_stride == 1 || lines.layout.lines == 1 ? 1 : 8;
  const bool partition = lines.choice.algorithm == LineAlgorithm::partition;
  const int largest = workspace_.device().largest_work_group;
  while (partition && lines.choice.lines_abreast > 1 && group_of(lines.choice) > largest)
    lines.choice.lines_abreast /= 2;
  std::string all = fmt::format("{} -DPO_FAMILY={} -DPO_CONVECTION={} -DSF_LINE_ALGORITHM={}",
                                options, static_cast<int>(family),
                                static_cast<int>(parts_.c.scheme.convection),
                                partition ? SF_LINE_PARTITION : SF_LINE_PTA);
  if (partition)
    all += fmt::format(" -DSF_ROWS_PER_ITEM={} -DSF_LINES_ABREAST={}", lines.choice.rows_per_item,
                       lines.choice.lines_abreast);
  const int group = std::min(group_of(lines.choice), largest);
  lines.kernel = opencl::Kernel(
      opencl::build_for_groups(workspace_.queue(), kFile, all, group, partition ? group : 1),
      "solve_lines");
  return lines;
}

void DeviceLines::solve(Family family, const opencl::Arguments& nodes, const LineControl& control,
                        const opencl::Array& result) {
  Lines& lines = lines_[static_cast<std::size_t>(family)].value();
  const opencl::Numbers reals(sizeof(double));
  const int count = static_cast<int>(lines.layout.lines);
  const auto hooks = nodes.with({{"reynolds", reals.number(parts_.c.reynolds)},
                                 {"time_step", reals.number(control.dt)},
                                 {"relaxation", reals.number(control.relaxation)},
                                 {"result", result},
                                 {"rows", static_cast<int>(lines.layout.rows)},
                                 {"lines", count}});
  if (lines.choice.algorithm == LineAlgorithm::partition) {
    lines.kernel.set(hooks.with({{"faults", faults_}}));
    const int abreast = lines.choice.lines_abreast;
    workspace_.launch_groups(lines.kernel, (count + abreast - 1) / abreast);
  } else {
    lines.kernel.set(hooks.with({{"kept_c", kept_}, {"faults", faults_}}));
    workspace_.launch(lines.kernel, count);
  }
}

}  // namespace slipflow::psi_omega
