#include "slipflow/opencl/self_test.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/program.hpp"

namespace slipflow::opencl {

namespace {
constexpr int kGroup = 64;
constexpr int kValues = 16384;
constexpr int kRows = 20;
constexpr std::array<const char*, 6> kOperations = {"addition", "subtraction", "multiplication",
                                                    "division", "square root",
                                                    "uncontracted multiply-add"};

// Doubles of all magnitudes that matter in a flow, both signs, the same on every machine.
std::vector<double> test_values(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<double> values(kValues);
  for (double& value : values) {
    const double mantissa = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
    const int exponent = static_cast<int>(random() % 61) - 30;
    value = std::ldexp(random() % 2 ? mantissa : -mantissa, exponent);
  }
  return values;
}

cl::Buffer to_device(const Queue& q, const std::vector<double>& values) {
  cl::Buffer buffer(q.context, CL_MEM_READ_WRITE, values.size() * sizeof(double));
  q.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, values.size() * sizeof(double), values.data());
  return buffer;
}

/// What the device made of the test values.
struct Results {
  std::vector<double> arithmetic, march;
};

Results run_on_device(const Queue& q, const std::vector<double>& a, const std::vector<double>& b) {
  const auto program = build_programs(
      q, {"common/self_test.cl"},
      fmt::format("-cl-std=CL1.2 -DSF_PARITY -DSF_WORK_GROUP={}", kGroup))[0];
  cl::Kernel kernel(program, "test_device");
  Results results{std::vector<double>(6 * kValues), std::vector<double>(kValues)};
  // An argument does not keep its buffer alive.
  const cl::Buffer a_buffer = to_device(q, a), b_buffer = to_device(q, b);
  const cl::Buffer arithmetic = to_device(q, results.arithmetic);
  const cl::Buffer march = to_device(q, results.march);
  kernel.setArg(0, a_buffer);
  kernel.setArg(1, b_buffer);
  kernel.setArg(2, cl_int{kRows});
  kernel.setArg(3, arithmetic);
  kernel.setArg(4, march);
  q.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kValues), cl::NDRange(kGroup));
  const auto read = [&](const cl::Buffer& from, std::vector<double>& to) {
    q.queue.enqueueReadBuffer(from, CL_TRUE, 0, to.size() * sizeof(double), to.data());
  };
  read(arithmetic, results.arithmetic);
  read(march, results.march);
  return results;
}

bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }

std::string arithmetic_fault(const std::vector<double>& got, const std::vector<double>& a,
                             const std::vector<double>& b) {
  for (int k = 0; k < kValues; ++k) {
    const double product = a[k] * b[k];
    const double expected[] = {a[k] + b[k], a[k] - b[k], product,
                               a[k] / b[k], std::sqrt(std::abs(a[k])), product + a[k]};
    for (std::size_t n = 0; n < kOperations.size(); ++n)
      if (!same_bits(got[6 * k + n], expected[n]))
        return fmt::format("its {} of {:.17g} and {:.17g} gives {:.17g} instead of {:.17g}",
                           kOperations[n], a[k], b[k], got[6 * k + n], expected[n]);
  }
  return "";
}

// The march of test_device for one work-group.
void carry_on_host(const double* a, double* out) {
  std::array<double, kGroup> mine{}, carried{};
  std::copy(a, a + kGroup, mine.begin());
  for (int row = 0; row < kRows; ++row) {
    const auto shared = mine;
    for (int k = 0; k < kGroup; ++k) {
      const double received = shared[(k + 1) % kGroup];
      const double quotient = mine[k] / (1.0 + received * received);
      carried[k] = 0.5 * carried[k] + quotient;
      mine[k] = received - 0.25 * carried[k];
    }
  }
  std::copy(carried.begin(), carried.end(), out);
}

std::string barrier_fault(const std::vector<double>& got, const std::vector<double>& a) {
  std::vector<double> expected(kValues);
  for (int k = 0; k < kValues; k += kGroup) carry_on_host(&a[k], &expected[k]);
  for (int k = 0; k < kValues; ++k)
    if (!same_bits(got[k], expected[k]))
      return fmt::format("values it carries across barriers are wrong: {:.17g} instead of {:.17g}",
                         got[k], expected[k]);
  return "";
}
}  // namespace

std::optional<Error> find_arithmetic_fault(const Queue& queue) {
  const auto fault = [](const std::string& text) -> std::optional<Error> {
    if (text.empty()) return std::nullopt;
    return Error(ExitStatus::no_device, text);
  };
  try {
    const auto a = test_values(1), b = test_values(2);
    const Results got = run_on_device(queue, a, b);
    const auto wrong = arithmetic_fault(got.arithmetic, a, b);
    return fault(wrong.empty() ? barrier_fault(got.march, a) : wrong);
  } catch (const cl::Error& failure) {
    return to_error(failure, "the self-test");
  } catch (const Error& failure) {
    return failure;
  }
}

}  // namespace slipflow::opencl
