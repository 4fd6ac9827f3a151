#include "slipflow/opencl/memory.hpp"

#include <fmt/format.h>

#include "slipflow/support/error.hpp"

namespace slipflow::opencl {

namespace {
bool fits(const MemoryNeed& need, const Device& device) {
  return need.all <= device.memory && need.largest_array <= device.largest_buffer;
}

// The largest part of a case that fits.
double fitting_part(const Device& device, const std::function<MemoryNeed(double part)>& need) {
  double fitting = 0, too_much = 1;
  for (int k = 0; k < 30; ++k) {
    const double part = 0.5 * (fitting + too_much);
    (fits(need(part), device) ? fitting : too_much) = part;
  }
  return fitting;
}
}  // namespace

void check_fits(const Device& device, const std::function<MemoryNeed(double part)>& need,
                const std::function<std::string(double part)>& mesh) {
  const MemoryNeed whole = need(1);
  if (fits(whole, device)) return;
  const auto what =
      whole.all > device.memory
          ? fmt::format("the case needs {:.3g} GB, '{}' has {:.3g} GB", whole.all / 1e9,
                        device.name, device.memory / 1e9)
          : fmt::format("an array of the case needs {:.3g} GB, '{}' allows {:.3g} GB in one buffer",
                        whole.largest_array / 1e9, device.name, device.largest_buffer / 1e9);
  throw Error(ExitStatus::no_device,
              fmt::format("{}: the largest mesh of this shape that fits has {}; take that, another "
                          "device or --backend serial",
                          what, mesh(fitting_part(device, need))));
}

}  // namespace slipflow::opencl
