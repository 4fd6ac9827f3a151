#include "slipflow/opencl/device_address.hpp"

#include <fmt/format.h>

#include "slipflow/opencl/errors.hpp"

namespace slipflow::opencl {

std::string text_of_pci(const cl_device_pci_bus_info_khr& info) {
  return fmt::format("PCI {:04x}:{:02x}:{:02x}.{:x}", info.pci_domain, info.pci_bus,
                     info.pci_device, info.pci_function);
}

std::string text_of_uuid(const std::array<std::uint8_t, CL_UUID_SIZE_KHR>& uuid) {
  std::string text = "uuid ";
  for (std::size_t n = 0; n < uuid.size(); ++n) {
    if (n == 4 || n == 6 || n == 8 || n == 10) text += '-';
    text += fmt::format("{:02x}", uuid[n]);
  }
  return text;
}

std::string address_of(const Device& device) {
  return guarded("asking for the address of " + device.name, [&]() -> std::string {
    const auto extensions = device.handle.getInfo<CL_DEVICE_EXTENSIONS>();
    if (extensions.find("cl_khr_pci_bus_info") != std::string::npos) {
      cl_device_pci_bus_info_khr info{};
      device.handle.getInfo(CL_DEVICE_PCI_BUS_INFO_KHR, &info);
      return text_of_pci(info);
    }
    if (extensions.find("cl_khr_device_uuid") != std::string::npos) {
      std::array<cl_uchar, CL_UUID_SIZE_KHR> uuid{};
      device.handle.getInfo(CL_DEVICE_UUID_KHR, &uuid);
      return text_of_uuid(uuid);
    }
    return "";
  });
}

}  // namespace slipflow::opencl
