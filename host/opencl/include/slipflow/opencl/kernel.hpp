// Kernels and their arguments, which are checked against the parameters by name.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "slipflow/opencl/array.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::opencl {

/// A value for the parameter of that name, a literal.
class Argument {
 public:
  Argument(const char* name, int value);
  Argument(const char* name, long value);
  Argument(const char* name, const Number& value);
  /// A struct, by value: its bytes, at most kMostBytes.
  Argument(const char* name, std::span<const std::byte> value);
  Argument(const char* name, const cl::Buffer& buffer);
  Argument(const char* name, const Array& array) : Argument(name, array.buffer) {}
  Argument(const char* name, double value) = delete;  ///< Numbers::number() makes one of it

  const char* name() const { return name_; }
  void set(cl::Kernel& kernel, cl_uint index) const;
  /// Whether both set the same bytes.
  bool has_value_of(const Argument& other) const {
    return size_ == other.size_ && bytes_ == other.bytes_;
  }

 private:
  template <class Value>
  void keep(const Value& value);

  static constexpr std::size_t kMostBytes = 256;
  const char* name_;
  std::size_t size_ = 0;
  std::array<std::byte, kMostBytes> bytes_{};
};

/// Arguments in the order of the parameters.
class Arguments {
 public:
  Arguments() = default;
  Arguments(std::initializer_list<Argument> list) : list_(list) {}
  /// These, and `more` after them.
  Arguments with(const Arguments& more) const;
  const std::vector<Argument>& list() const { return list_; }

 private:
  std::vector<Argument> list_;
};

/// What is wrong with arguments of these names for the parameters of a kernel, in one sentence;
/// empty when they match. A parameter without a name matches every argument.
std::string argument_fault(const std::string& kernel, const std::vector<std::string>& parameters,
                           const Arguments& arguments);

/// A kernel and the size of the work-groups that it is launched in. A copy is the same kernel with
/// the same arguments.
class Kernel {
 public:
  Kernel() = default;
  Kernel(const cl::Program& program, const std::string& name, int group);
  Kernel(const SizedProgram& built, const std::string& name)
      : Kernel(built.program, name, built.group) {}

  /// Sets all arguments. Throws std::logic_error when there are more or fewer than parameters, or
  /// one of them does not have the name of its parameter. Where the driver does not report names,
  /// as some do not for a program from the cache, only the number is checked.
  void set(const Arguments& all);
  /// Sets one argument again, after all have been set.
  void set(const Argument& again);
  /// As set(), for arguments that differ from those of the last call; the others keep their
  /// values. Drivers take their time for each. All buffers must live as long as the kernel: a new
  /// one may look like one that is gone. Names are checked in the first call.
  void set_changed(const Arguments& all);

  const std::string& name() const { return name_; }
  const cl::Kernel& handle() const { return kernel_; }
  int group() const { return group_; }
  void set_group(int group) { group_ = group; }
  /// The largest work-group in which the device can run it.
  int largest_group(const Device& device) const;

 private:
  std::string name_;
  cl::Kernel kernel_;
  int group_ = 0;
  std::vector<std::string> parameters_;  // empty names: not reported, and not set so far
  std::vector<Argument> last_;           // of set_changed()
};

}  // namespace slipflow::opencl
