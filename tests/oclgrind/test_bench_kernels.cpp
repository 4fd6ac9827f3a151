// The kernels of the benchmark on Oclgrind's device, each with a few work-items, and that of the
// self-test.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <vector>

#include "slipflow/opencl/program.hpp"
#include "slipflow/opencl/self_test.hpp"

namespace slipflow::opencl::test_bench_kernels {

namespace {
constexpr int kItems = 64;

std::vector<double> values_of(const Queue& q, const cl::Buffer& buffer) {
  std::vector<double> values(kItems);
  q.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, kItems * sizeof(double), values.data());
  return values;
}

/// Runs a copying kernel on arrays filled with 1, 2, 4, ...; the arrays it wrote.
std::vector<std::vector<double>> copied(const Queue& q, int reads, int writes) {
  const auto program = build_programs(q, {"bench/copy_arrays.cl"}, "-cl-std=CL1.2")[0];
  cl::Kernel fill(program, "fill_array");
  cl::Kernel copy(program, fmt::format("copy_{}_to_{}", reads, writes).c_str());
  std::vector<cl::Buffer> arrays;
  for (int k = 0; k < reads + writes; ++k) {
    arrays.emplace_back(q.context, CL_MEM_READ_WRITE, kItems * sizeof(double));
    copy.setArg(static_cast<cl_uint>(k), arrays.back());
    if (k >= reads) continue;
    fill.setArg(0, arrays.back());
    fill.setArg(1, double(1 << k));
    q.queue.enqueueNDRangeKernel(fill, cl::NullRange, cl::NDRange(kItems));
  }
  q.queue.enqueueNDRangeKernel(copy, cl::NullRange, cl::NDRange(kItems), cl::NDRange(16));
  std::vector<std::vector<double>> written;
  for (int k = 0; k < writes; ++k) written.push_back(values_of(q, arrays[reads + k]));
  return written;
}

double sum_of_first(const std::vector<std::vector<double>>& arrays) {
  double sum = 0;
  for (const auto& values : arrays) {
    for (const double value : values) CHECK(value == values[0]);
    sum += values[0];
  }
  return sum;
}
}  // namespace

TEST_CASE("the copying kernels read every array and write every other") {
  const Queue q(choose_device("auto"));
  CHECK(sum_of_first(copied(q, 1, 1)) == 1);
  CHECK(sum_of_first(copied(q, 2, 2)) == (1 << 2) - 1);
  CHECK(sum_of_first(copied(q, 8, 4)) == (1 << 8) - 1);
  CHECK(sum_of_first(copied(q, 11, 4)) == (1 << 11) - 1);
  CHECK(sum_of_first(copied(q, 4, 3)) == (1 << 4) - 1 + 2 * 8);  // the last goes into each
}

// The chains of a work-item start from different values: compilers compute equal ones once.
TEST_CASE("the chains of multiply-adds do as many as they are said to, each with its own start") {
  const Queue q(choose_device("auto"));
  for (const int lanes : {2, 4, 8}) {
    const auto program = build_programs(q, {"bench/multiply_add.cl"},
                                        fmt::format("-cl-std=CL1.2 -DSF_LANES={}", lanes))[0];
    const cl::Buffer out(q.context, CL_MEM_READ_WRITE, kItems * sizeof(double));
    cl::Kernel kernel(program, "multiply_add");
    kernel.setArg(0, cl_int{2});
    kernel.setArg(1, 1.0);
    kernel.setArg(2, 1.0);  // so that each multiply-add counts one up
    kernel.setArg(3, out);
    q.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kItems), cl::NDRange(16));
    const auto values = values_of(q, out);
    for (int k = 0; k < kItems; ++k) {
      double sum = 0;
      for (int chain = 0; chain < 8 * lanes; ++chain) sum += k + chain + 2 * 16;
      CHECK(values[k] == sum);
    }
  }
}

TEST_CASE("the self-test's own kernel") {
  const auto fault = find_arithmetic_fault(Queue(choose_device("auto")), true);
  CHECK_MESSAGE(!fault, (fault ? fault->what() : ""));
}

}  // namespace slipflow::opencl::test_bench_kernels
