#include "slipflow/methods/launch.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "slipflow/opencl/device.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::methods {

void check_work_group_size(int size, int smallest, int largest, const opencl::Device& device) {
  if (size >= smallest && size <= largest && std::has_single_bit(static_cast<unsigned>(size)))
    return;
  throw Error(ExitStatus::bad_input,
              fmt::format("a work-group size of {} is not possible on '{}': it must be a power of "
                          "two from {} to {}",
                          size, device.name, smallest, largest));
}

void check_parity(setup::Precision precision, const Launch& launch, const opencl::Device& device) {
  if (launch.parity && !needs_double(precision) && !device.exact_single)
    throw Error(ExitStatus::bad_input,
                fmt::format("parity needs another device for run.precision = single: '{}' does not "
                            "round every division, root and small number of single precision "
                            "correctly",
                            device.name));
}

void check_fits(const opencl::Device& device, const mesh::Mesh& mesh, double all, double largest) {
  opencl::check_fits(
      device,
      [&](double part) {
        const double share = std::pow(part, mesh.axes());
        return opencl::MemoryNeed{share * all, share * largest};
      },
      [&](double part) {
        std::string text = fmt::format("{:.0f}", part * mesh.x.cells());
        for (int k = 1; k < mesh.axes(); ++k)
          text += fmt::format(" x {:.0f}", part * mesh.axis(k).cells());
        return text;
      });
}

}  // namespace slipflow::methods
