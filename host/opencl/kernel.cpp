#include "slipflow/opencl/kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace slipflow::opencl {

namespace {
// Names stay empty where the driver has CL_KERNEL_ARG_INFO_NOT_AVAILABLE.
std::vector<std::string> parameters_of(const cl::Kernel& kernel) {
  std::vector<std::string> names(kernel.getInfo<CL_KERNEL_NUM_ARGS>());
  try {
    for (cl_uint k = 0; k < names.size(); ++k)
      names[k] = kernel.getArgInfo<CL_KERNEL_ARG_NAME>(k).c_str();
  } catch (const cl::Error&) {
    std::fill(names.begin(), names.end(), "");
  }
  return names;
}
}  // namespace

template <class Value>
void Argument::keep(const Value& value) {
  static_assert(sizeof value <= sizeof bytes_);
  size_ = sizeof value;
  std::memcpy(bytes_.data(), &value, size_);
}

Argument::Argument(const char* name, int value) : name_(name) { keep(cl_int{value}); }
Argument::Argument(const char* name, long value) : name_(name) { keep(cl_long{value}); }

Argument::Argument(const char* name, const Number& number) : name_(name) {
  if (number.kind.are_doubles())
    keep(number.value);
  else
    keep(static_cast<float>(number.value));
}

Argument::Argument(const char* name, std::span<const std::byte> value)
    : name_(name), size_(value.size()) {
  if (size_ > kMostBytes)
    throw std::logic_error(fmt::format("argument '{}' has more than {} bytes", name, kMostBytes));
  std::ranges::copy(value, bytes_.begin());
}

Argument::Argument(const char* name, const cl::Buffer& buffer) : name_(name) { keep(buffer()); }

void Argument::set(cl::Kernel& kernel, cl_uint index) const {
  kernel.setArg(index, size_, bytes_.data());
}

Arguments Arguments::with(const Arguments& more) const {
  Arguments all;
  all.list_.reserve(list_.size() + more.list_.size());
  all.list_ = list_;
  all.list_.insert(all.list_.end(), more.list_.begin(), more.list_.end());
  return all;
}

std::string argument_fault(const std::string& kernel, const std::vector<std::string>& parameters,
                           const Arguments& arguments) {
  const auto& given = arguments.list();
  for (std::size_t k = 0; k < std::min(given.size(), parameters.size()); ++k)
    if (!parameters[k].empty() && given[k].name() != parameters[k])
      return fmt::format("argument {} of kernel {} is '{}', the parameter there is '{}'", k + 1,
                         kernel, given[k].name(), parameters[k]);
  if (given.size() > parameters.size())
    return fmt::format("argument {} of kernel {}, '{}', is one too many: it has {} parameters",
                       parameters.size() + 1, kernel, given[parameters.size()].name(),
                       parameters.size());
  if (given.size() < parameters.size()) {
    const std::string& name = parameters[given.size()];
    return fmt::format("argument {} of kernel {}{} is missing", given.size() + 1, kernel,
                       name.empty() ? "" : ", '" + name + "',");
  }
  return "";
}

Kernel::Kernel(const cl::Program& program, const std::string& name, int group)
    : name_(name),
      kernel_(program, name.c_str()),
      group_(group),
      parameters_(parameters_of(kernel_)) {}

void Kernel::set(const Arguments& all) {
  if (const auto fault = argument_fault(name_, parameters_, all); !fault.empty())
    throw std::logic_error(fault);
  for (cl_uint k = 0; k < parameters_.size(); ++k) {
    all.list()[k].set(kernel_, k);
    parameters_[k] = all.list()[k].name();
  }
}

void Kernel::set(const Argument& again) {
  const auto found = std::find(parameters_.begin(), parameters_.end(), again.name());
  if (found == parameters_.end())
    throw std::logic_error(fmt::format("kernel {} has no parameter '{}'", name_, again.name()));
  again.set(kernel_, static_cast<cl_uint>(found - parameters_.begin()));
}

void Kernel::set_changed(const Arguments& all) {
  auto last = std::exchange(last_, {});  // after a failure none of them is known
  if (last.size() != all.list().size()) {
    set(all);
    last = all.list();
  }
  for (cl_uint k = 0; k < last.size(); ++k)
    if (const Argument& given = all.list()[k]; !given.has_value_of(last[k])) {
      given.set(kernel_, k);
      last[k] = given;
    }
  last_ = std::move(last);
}

int Kernel::largest_group(const Device& device) const {
  return static_cast<int>(kernel_.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device.handle));
}

}  // namespace slipflow::opencl
