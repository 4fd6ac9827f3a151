// Arrays of numbers in device memory.
#pragma once

#include <cstddef>

#include "slipflow/opencl/opencl.hpp"

namespace slipflow::opencl {

struct Number;

/// Memory of structs or integers that host and device share; Workspace makes it.
using Buffer = cl::Buffer;

/// A kind of number: a double on the host, a double or a float on the device.
class Numbers {
 public:
  /// `bytes`: of a double or of a float.
  explicit Numbers(int bytes) : bytes_(static_cast<std::size_t>(bytes)) {}

  std::size_t bytes(std::size_t count) const { return count * bytes_; }
  bool are_doubles() const { return bytes_ == sizeof(double); }
  /// `value` as an argument of a kernel.
  Number number(double value) const;

 private:
  std::size_t bytes_;
};

/// A value of such a kind.
struct Number {
  Numbers kind;
  double value;
};

inline Number Numbers::number(double value) const { return {*this, value}; }

/// An array in device memory; Workspace makes it. A copy is the same array. An argument of a kernel
/// does not keep it alive.
struct Array {
  Numbers numbers{sizeof(double)};
  std::size_t count = 0;
  cl::Buffer buffer;
};

/// A box of numbers in an array whose rows are `pitch` numbers apart and whose layers are
/// `rows_of_layer` rows; in a plane a rectangle.
struct Box {
  std::size_t column = 0, row = 0, columns = 0, rows = 0, pitch = 0;
  std::size_t layer = 0, layers = 1, rows_of_layer = 0;
};

}  // namespace slipflow::opencl
