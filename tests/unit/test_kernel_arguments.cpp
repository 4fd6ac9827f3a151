// Arguments of kernels are checked by name.
#include <doctest/doctest.h>

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "slipflow/opencl/workspace.hpp"

namespace slipflow::opencl::test_kernel_arguments {

namespace {
const char* const kSource = R"(
  __kernel void subtract(__global const float* a, __global const float* b, const int count,
                         const float factor, __global float* difference) {
    const int k = get_global_id(0);
    if (k < count) difference[k] = factor * (a[k] - b[k]);
  })";

// The kernel above and three arrays for it.
struct Subtraction {
  Subtraction() : workspace(Queue(choose_device("auto"))) {
    cl::Program program(workspace.queue().context, kSource);
    program.build({workspace.device().handle}, "-cl-std=CL1.2 -cl-kernel-arg-info");
    kernel = {program, "subtract", 1};
    a = workspace.array(floats, {5, 7, 9});
    b = workspace.array(floats, {1, 2, 3});
    difference = workspace.array(floats, 3);
  }

  Numbers floats{sizeof(float)};
  Workspace workspace;
  Kernel kernel;
  Array a, b, difference;
};
}  // namespace

TEST_CASE("a struct that is passed by value keeps all its bytes, or is refused") {
  std::vector<std::byte> bytes(256);
  const Argument zeros("numbers", bytes);
  bytes.back() = std::byte{1};
  CHECK(!Argument("numbers", bytes).has_value_of(zeros));
  bytes.resize(257);
  CHECK_THROWS_AS(Argument("numbers", bytes), std::logic_error);
}

TEST_CASE("a kernel takes the arguments that have the names of its parameters" *
          doctest::test_suite("opencl")) {
  Subtraction s;
  s.kernel.set({{"a", s.a},
                {"b", s.b},
                {"count", 3},
                {"factor", s.floats.number(1)},
                {"difference", s.difference}});
  s.workspace.launch(s.kernel, 3);
  CHECK(s.workspace.read(s.difference) == std::vector<double>{4, 5, 6});
  s.kernel.set({"factor", s.floats.number(-2)});
  s.workspace.launch(s.kernel, 3);
  CHECK(s.workspace.read(s.difference) == std::vector<double>{-8, -10, -12});
}

TEST_CASE("a kernel refuses arguments that were exchanged, are missing or too many" *
          doctest::test_suite("opencl")) {
  Subtraction s;
  const Argument a("a", s.a), b("b", s.b), count("count", 3), factor("factor", s.floats.number(1)),
      difference("difference", s.difference);
  CHECK_THROWS_WITH_AS(s.kernel.set({b, a, count, factor, difference}),
                       "argument 1 of kernel subtract is 'b', the parameter there is 'a'",
                       std::logic_error);
  CHECK_THROWS_WITH_AS(s.kernel.set({a, b, factor, difference}),
                       "argument 3 of kernel subtract is 'factor', the parameter there is 'count'",
                       std::logic_error);
  CHECK_THROWS_WITH_AS(s.kernel.set({a, b, count, factor}),
                       "argument 5 of kernel subtract, 'difference', is missing", std::logic_error);
  CHECK_THROWS_WITH_AS(
      s.kernel.set({a, b, count, factor, difference, {"more", 1}}),
      "argument 6 of kernel subtract, 'more', is one too many: it has 5 parameters",
      std::logic_error);
  CHECK_THROWS_WITH_AS(s.kernel.set({"facto", 1}), "kernel subtract has no parameter 'facto'",
                       std::logic_error);
}

TEST_CASE("where a driver reports no names the number of arguments is checked") {
  const std::vector<std::string> unnamed(3);
  CHECK(argument_fault("sum", unnamed, {{"x", 1}, {"y", 2}, {"z", 3}}) == "");
  CHECK(argument_fault("sum", unnamed, {{"x", 1}, {"y", 2}}) ==
        "argument 3 of kernel sum is missing");
  CHECK(argument_fault("sum", unnamed, {{"x", 1}, {"y", 2}, {"z", 3}, {"n", 4}}) ==
        "argument 4 of kernel sum, 'n', is one too many: it has 3 parameters");
}

}  // namespace slipflow::opencl::test_kernel_arguments
