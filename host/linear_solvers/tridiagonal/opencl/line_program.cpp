#include "slipflow/linear_solvers/line_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace slipflow::linear_solvers {

namespace {
constexpr int kGroupOfPta = 64;
constexpr unsigned long kLeastLocalRows = 64;

// As SF_LINE_ALGORITHMS has it.
int number_of(LineAlgorithm algorithm) { return static_cast<int>(algorithm) - 1; }

// cr and pcr: the work-items of a line, which has up to `rows` rows.
int group_of_line(long rows, int largest) {
  const long rows_per_item = rows > 1024 ? 4 : rows > 256 ? 2 : 1;
  const auto wanted = static_cast<unsigned long>((rows + rows_per_item - 1) / rows_per_item);
  return static_cast<int>(std::clamp<unsigned long>(std::bit_ceil(wanted), 32, largest));
}

bool in_local_memory(const LineChoice& choice) {
  return choice.algorithm == LineAlgorithm::cr || choice.algorithm == LineAlgorithm::pcr;
}

// A few sizes, so that lines of many lengths have the same program.
long local_rows(const opencl::Device& device, const LinePlan& plan) {
  const int numbers = plan.choice.algorithm == LineAlgorithm::cr ? 4 : 3;
  const auto most = static_cast<long>(device.local_memory /
                                      (numbers * setup::bytes_computed(plan.choice.precision)));
  const auto rows = std::max(static_cast<unsigned long>(plan.lines.rows), kLeastLocalRows);
  return std::min(static_cast<long>(std::bit_ceil(rows)), most);
}

int wanted_group(const opencl::Device& device, const LinePlan& plan) {
  if (plan.choice.algorithm == LineAlgorithm::partition)
    return plan.choice.items * plan.choice.lines_abreast;
  const auto largest =
      static_cast<int>(std::bit_floor(static_cast<unsigned>(device.largest_work_group)));
  return in_local_memory(plan.choice) ? group_of_line(local_rows(device, plan), largest)
                                      : std::min(kGroupOfPta, largest);
}

std::string options(const opencl::Device& device, const LinePlan& plan) {
  const LineChoice& choice = plan.choice;
  std::string text = fmt::format("-cl-std=CL1.2{}{} -DSF_LINE_ALGORITHM={}",
                                 opencl::precision_options(choice.precision, device.exact_single),
                                 choice.parity ? " -DSF_PARITY" : "", number_of(choice.algorithm));
  if (choice.algorithm == LineAlgorithm::partition)
    text += fmt::format(" -DSF_ROWS_PER_ITEM={} -DSF_LINES_ABREAST={}", choice.rows_per_item,
                        choice.lines_abreast);
  if (in_local_memory(choice)) text += fmt::format(" -DSF_LINE_ROWS={}", local_rows(device, plan));
  if (plan.split()) text += " -DSF_PIECES";
  if (plan.has_factors()) text += " -DSF_FIXED";
  if (plan.shared_matrix && plan.of_arrays) text += " -DSF_SHARED_MATRIX";
  return text + ' ' + plan.rows.options;
}
}  // namespace

LineLimits limits_of(const opencl::Device& device) {
  return {device.name, device.cpu, device.largest_work_group, device.local_memory};
}

opencl::SizedProgram build_lines(const opencl::Queue& queue, const LineChoice& wanted,
                                 LinePlan& plan) {
  LineLimits limits = limits_of(queue.device);
  while (true) {
    const int group = wanted_group(queue.device, plan);
    auto built =
        opencl::build_for_groups(queue, plan.rows.file, options(queue.device, plan), group);
    if (built.group == group || plan.choice.algorithm != LineAlgorithm::partition) return built;
    limits.work_group = built.group;
    plan.choice = resolved(plan.lines, wanted, limits);
  }
}

}  // namespace slipflow::linear_solvers
