#include "seven_point_systems.hpp"

#include <fmt/format.h>

#include <cmath>

#include "memory_obstacle.hpp"
#include "slipflow/bench/ceilings.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::Box7;
using linear_solvers::Coefficients7;
using linear_solvers::Matrix7;

constexpr std::size_t kLongCopy = std::size_t{1} << 26, kLongCopyOfProcessor = 1 << 24;

template <class Action>
void for_cells(const Box7& box, Action action) {
  for (int k = 0; k < box.n3; ++k)
    for (int j = 0; j < box.n2; ++j)
      for (int i = 0; i < box.n1; ++i) action(static_cast<std::size_t>(box.at(i, j, k)));
}

// The same matrix with a coefficient to each neighbour.
Matrix7 general(Matrix7 symmetric) {
  const Box7& box = symmetric.box;
  const std::size_t steps[] = {1, static_cast<std::size_t>(box.row()),
                               static_cast<std::size_t>(box.plane())};
  symmetric.kind = Coefficients7::general;
  for (std::size_t axis = 0; axis < (box.flat() ? 2U : 3U); ++axis) {
    const auto& next = symmetric.a[2 * axis + 1];
    auto& previous = symmetric.a[2 * axis + 2];
    previous.resize(box.size());
    for_cells(box, [&](std::size_t p) { previous[p] = next[p - steps[axis]]; });
  }
  return symmetric;
}
}  // namespace

std::string name_of(const Box7& box) { return fmt::format("{}x{}x{}", box.n1, box.n2, box.n3); }

std::string skipped_line(const SkippedBox& skipped) {
  return fmt::format("left out: {} cells: {}", name_of(skipped.box), skipped.reason);
}

std::string lines_of(const std::vector<SkippedBox>& skipped) {
  std::string text;
  for (const SkippedBox& s : skipped) text += '\n' + skipped_line(s) + '\n';
  return text;
}

output::Json json_of(const ReportHead& head, const output::Json& results,
                     const std::vector<SkippedBox>& skipped) {
  auto json = json_of(head, results);
  json["skipped"] = output::Json::array();
  for (const SkippedBox& s : skipped)
    json["skipped"].push_back({{"mesh", name_of(s.box)}, {"reason", s.reason}});
  return json;
}

const char* name_of(Coefficients7 kind) {
  return kind == Coefficients7::free        ? "free"
         : kind == Coefficients7::symmetric ? "symmetric"
                                            : "general";
}

Matrix7 matrix_of(const Box7& box, const std::array<double, 3>& constants, Coefficients7 kind) {
  Matrix7 free = linear_solvers::free_matrix(box, constants, false);
  if (kind == Coefficients7::free) return free;
  Matrix7 symmetric = linear_solvers::stored(free);
  return kind == Coefficients7::general ? general(std::move(symmetric)) : symmetric;
}

std::vector<double> scattered_numbers(const Box7& box) {
  std::vector<double> numbers(box.size());
  double sum = 0, count = 0;
  for_cells(box, [&](std::size_t p) {
    count += 1;
    const double value = std::sin(count) * 43758.5453;
    numbers[p] = value - std::floor(value) - 0.5;
    sum += numbers[p];
  });
  for_cells(box, [&](std::size_t p) { numbers[p] -= sum / count; });
  return numbers;
}

std::string box_obstacle(const Box7& box, const opencl::Device& device, int arrays_of_device,
                         int arrays_of_host) {
  const double array = sizeof(double) * static_cast<double>(box.size());
  return memory_obstacle(device, arrays_of_device * array, array, arrays_of_host * array);
}

double rate_of_long_copy(const opencl::Device& device) {
  return Ceilings(device, setup::Precision::in_double)
      .copy_rate({1, 1, sizeof(double)}, device.cpu ? kLongCopyOfProcessor : kLongCopy);
}

}  // namespace slipflow::bench::studies
