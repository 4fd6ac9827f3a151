#include "device_speeds.hpp"

#include <bit>
#include <cstdint>

#include "slipflow/bench/ceilings.hpp"
#include "slipflow/parallel/agree.hpp"

namespace slipflow::app {

namespace {
// Values in each of the twelve arrays: together they are larger than the caches of GPUs.
constexpr std::size_t kCopiedValues = 1 << 20;
}  // namespace

bool have_equal_devices(parallel::Team& team, const opencl::Device& device) {
  std::uint64_t differs = parallel::text_of(team, 0, device.name) == device.name ? 0 : 1;
  team.maximum({&differs, 1});
  return differs == 0;
}

std::vector<double> speeds_of_devices(parallel::Team& team, const opencl::Device& device,
                                      setup::Precision precision, bool plain_kernels) {
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(team.size()));
  agree(team, [&] {
    const bench::Traffic traffic{8, 4, setup::bytes_stored(precision)};
    const double rate = bench::Ceilings(device, precision).copy_rate(traffic, kCopiedValues);
    bits[static_cast<std::size_t>(team.rank())] =
        std::bit_cast<std::uint64_t>(plain_kernels ? rate / 2 : rate);
  });
  team.bit_or(bits);
  std::vector<double> speeds;
  for (const std::uint64_t speed : bits) speeds.push_back(std::bit_cast<double>(speed));
  return speeds;
}

}  // namespace slipflow::app
