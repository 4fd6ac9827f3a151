// Numbers in device memory: the host has doubles, a device doubles or floats.
#pragma once

#include <cstddef>
#include <vector>

#include "slipflow/opencl/opencl.hpp"

namespace slipflow::simple_ts {

/// A rectangle of numbers in an array whose rows are `pitch` numbers apart.
struct Rectangle {
  std::size_t column = 0, row = 0, columns = 0, rows = 0, pitch = 0;
};

/// How one kind of number stands in device memory.
class DeviceNumbers {
 public:
  /// `bytes`: of a double or of a float.
  explicit DeviceNumbers(int bytes) : bytes_(static_cast<std::size_t>(bytes)) {}

  std::size_t bytes(std::size_t count) const { return count * bytes_; }
  void write(const cl::CommandQueue& queue, const cl::Buffer& to,
             const std::vector<double>& values) const;
  /// The values row by row into a rectangle.
  void write(const cl::CommandQueue& queue, const cl::Buffer& to, const std::vector<double>& values,
             const Rectangle& where) const;
  std::vector<double> read(const cl::CommandQueue& queue, const cl::Buffer& from,
                           std::size_t count) const;
  /// What was read as bytes.
  std::vector<double> values(const std::vector<std::byte>& bytes) const;
  void set_argument(cl::Kernel& kernel, cl_uint index, double value) const;

 private:
  bool are_doubles() const { return bytes_ == sizeof(double); }

  std::size_t bytes_;
};

}  // namespace slipflow::simple_ts
