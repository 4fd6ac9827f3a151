#include "backends/operations.hpp"

namespace slipflow::transport {

std::unique_ptr<Operations> make_device_operations(const Parts&, const opencl::Queue&,
                                                   const methods::Launch&) {
  throw Error(ExitStatus::no_device, "method transport runs with --backend serial only");
}

}  // namespace slipflow::transport
