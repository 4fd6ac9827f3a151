// --device: which device a word names.
#include <doctest/doctest.h>

#include "slipflow/opencl/device_address.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::opencl::test_device_choice {

namespace {
Device device(int index, const std::string& name, const std::string& platform,
              const std::string& platform_short, bool gpu) {
  Device d;
  d.index = index;
  d.name = name;
  d.platform = platform;
  d.platform_short = platform_short;
  d.gpu = gpu;
  d.double_precision = true;
  d.local_memory = 48 * 1024;
  d.compute_units = gpu ? 100 : 200;
  return d;
}

const std::vector<Device> devices = {
    device(0, "pthread-EPYC", "Portable Computing Language", "POCL", false),
    device(1, "NVIDIA H200", "NVIDIA CUDA", "NV", true),
    device(2, "NVIDIA A30", "NVIDIA CUDA", "NV", true)};
}  // namespace

TEST_CASE(
    "a device is named by an index, or by part of its name, of its platform's or of the short "
    "one") {
  for (const auto& [wanted, index] : {std::pair("0", 0),
                                      {"2", 2},
                                      {"h200", 1},
                                      {"A30", 2},
                                      {"epyc", 0},
                                      {"portable", 0},
                                      {"pocl", 0},
                                      {"PoCL", 0}}) {
    CAPTURE(wanted);
    CHECK(choose_device(devices, wanted).index == index);
  }
  CHECK(choose_device(devices, "auto").gpu);
}

TEST_CASE("part of a name may be that of several devices") {
  const auto indices = [](const std::string& part) {
    std::vector<int> found;
    for (const auto& device : devices_called(devices, part)) found.push_back(device.index);
    return found;
  };
  CHECK(indices("NVIDIA") == std::vector<int>{1, 2});
  CHECK(indices("a30") == std::vector<int>{2});
  CHECK(indices("radeon").empty());
}

TEST_CASE("a device that is not there, or one of several: the candidates are listed") {
  CHECK_THROWS_WITH_AS(
      choose_device(devices, "nvidia"),
      "'nvidia' matches several devices: 1 'NVIDIA H200' (NVIDIA CUDA), 2 'NVIDIA A30' (NVIDIA "
      "CUDA); give an index or more of the name",
      Error);
  CHECK_THROWS_WITH_AS(choose_device(devices, "radeon"),
                       "no device matches 'radeon'; there are 0 'pthread-EPYC' (Portable Computing "
                       "Language), 1 'NVIDIA H200' (NVIDIA CUDA), 2 'NVIDIA A30' (NVIDIA CUDA)",
                       Error);
}

TEST_CASE("the address of a device is its PCI address, or else its uuid") {
  CHECK(text_of_pci({0x10000, 0x3b, 0x1f, 7}) == "PCI 10000:3b:1f.7");
  CHECK(text_of_pci({0, 1, 0, 0}) == "PCI 0000:01:00.0");
  std::array<std::uint8_t, CL_UUID_SIZE_KHR> uuid{};
  for (std::size_t n = 0; n < uuid.size(); ++n)
    uuid[n] = static_cast<std::uint8_t>(0x0f + 0x11 * n);
  CHECK(text_of_uuid(uuid) == "uuid 0f203142-5364-7586-97a8-b9cadbecfd0e");
}

}  // namespace slipflow::opencl::test_device_choice
