// The address of a device, which is the same in all processes of its host.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "slipflow/opencl/device.hpp"

namespace slipflow::opencl {

/// "PCI 0000:3b:00.0" or, without a PCI address, "uuid 00112233-4455-6677-8899-aabbccddeeff", as
/// the driver tells it; else empty.
std::string address_of(const Device& device);

/// Their texts.
std::string text_of_pci(const cl_device_pci_bus_info_khr& info);
std::string text_of_uuid(const std::array<std::uint8_t, CL_UUID_SIZE_KHR>& uuid);

}  // namespace slipflow::opencl
