#include "device_numbers.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "slipflow/opencl/wait.hpp"

namespace slipflow::simple_ts {

namespace {
std::vector<float> rounded(const std::vector<double>& values) {
  std::vector<float> floats;
  floats.reserve(values.size());
  for (const double value : values) floats.push_back(static_cast<float>(value));
  return floats;
}
}  // namespace

void DeviceNumbers::write(const cl::CommandQueue& queue, const cl::Buffer& to,
                          const std::vector<double>& values) const {
  const auto put = [&](const auto& numbers) {
    opencl::transfer_asleep(queue, [&](cl::Event* done) {
      queue.enqueueWriteBuffer(to, CL_FALSE, 0, bytes(numbers.size()), numbers.data(), nullptr,
                               done);
    });
  };
  are_doubles() ? put(values) : put(rounded(values));
}

void DeviceNumbers::write(const cl::CommandQueue& queue, const cl::Buffer& to,
                          const std::vector<double>& values, const Rectangle& where) const {
  const auto put = [&](const auto& numbers) {
    opencl::transfer_asleep(queue, [&](cl::Event* done) {
      queue.enqueueWriteBufferRect(to, CL_FALSE, {bytes(where.column), where.row, 0}, {0, 0, 0},
                                   {bytes(where.columns), where.rows, 1}, bytes(where.pitch), 0,
                                   bytes(where.columns), 0, numbers.data(), nullptr, done);
    });
  };
  are_doubles() ? put(values) : put(rounded(values));
}

std::vector<double> DeviceNumbers::read(const cl::CommandQueue& queue, const cl::Buffer& from,
                                        std::size_t count) const {
  const auto get = [&](auto& numbers) {
    opencl::transfer_asleep(queue, [&](cl::Event* done) {
      queue.enqueueReadBuffer(from, CL_FALSE, 0, bytes(count), numbers.data(), nullptr, done);
    });
  };
  if (are_doubles()) {
    std::vector<double> values(count);
    get(values);
    return values;
  }
  std::vector<float> floats(count);
  get(floats);
  return {floats.begin(), floats.end()};
}

std::vector<double> DeviceNumbers::values(const std::vector<std::byte>& bytes) const {
  const auto all = [&](auto number) {
    std::vector<double> values;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof number) {
      std::memcpy(&number, bytes.data() + at, sizeof number);
      values.push_back(number);
    }
    return values;
  };
  return are_doubles() ? all(double{}) : all(float{});
}

void DeviceNumbers::set_argument(cl::Kernel& kernel, cl_uint index, double value) const {
  if (are_doubles())
    kernel.setArg(index, value);
  else
    kernel.setArg(index, static_cast<float>(value));
}

}  // namespace slipflow::simple_ts
