#include "slipflow/opencl/self_test.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <type_traits>
#include <vector>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/opencl/wait.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::opencl {

namespace {
constexpr int kTestGroup = 64;
constexpr int kValues = 16384;
constexpr int kRows = 20;
constexpr std::array<const char*, 8> kOperations = {"addition",       "subtraction",
                                                    "multiplication", "division",
                                                    "square root",    "uncontracted multiply-add",
                                                    "positive part",  "larger magnitude"};
constexpr std::size_t kResults = kOperations.size();

// Numbers of all magnitudes that matter in a flow, both signs, the same on every machine.
template <class Number>
std::vector<Number> test_values(unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<Number> values(kValues);
  for (Number& value : values) {
    const double mantissa = 1 + static_cast<double>(random() >> 12) * 0x1p-52;
    const int exponent = static_cast<int>(random() % 61) - 30;
    value = static_cast<Number>(std::ldexp(random() % 2 ? mantissa : -mantissa, exponent));
  }
  return values;
}

/// What the device made of the test values.
template <class Number>
struct Results {
  int group;  // work-items of a work-group, which march together
  std::vector<Number> arithmetic, march;
};

template <class Number>
Results<Number> run_on_device(const Queue& q, const std::string& precision_options,
                              const std::vector<Number>& a, const std::vector<Number>& b) {
  Kernel kernel(
      build_for_groups(q, "common/self_test.cl",
                       fmt::format("-cl-std=CL1.2{} -DSF_PARITY", precision_options), kTestGroup),
      "test_device");
  Workspace workspace(q);
  Results<Number> results{kernel.group(), std::vector<Number>(kResults * kValues),
                          std::vector<Number>(kValues)};
  // An argument does not keep its buffer alive.
  const auto on_device = [&](const std::vector<Number>& values) {
    return workspace.buffer(values, CL_MEM_READ_WRITE);
  };
  const cl::Buffer a_buffer = on_device(a), b_buffer = on_device(b);
  const cl::Buffer arithmetic = on_device(results.arithmetic), march = on_device(results.march);
  kernel.set({{"a", a_buffer},
              {"b", b_buffer},
              {"rows", kRows},
              {"arithmetic", arithmetic},
              {"march", march}});
  workspace.launch(kernel, kValues);
  const auto read = [&](const cl::Buffer& from, std::vector<Number>& to) {
    transfer_asleep(q.queue, [&](cl::Event* done) {
      q.queue.enqueueReadBuffer(from, CL_FALSE, 0, to.size() * sizeof(Number), to.data(), nullptr,
                                done);
    });
  };
  read(arithmetic, results.arithmetic);
  read(march, results.march);
  return results;
}

// The same bits, or nearly, on a device that need not round divisions and roots correctly.
template <class Number>
bool agree(const Queue& q, Number a, Number b) {
  if constexpr (std::is_same_v<Number, float>)
    if (!q.device.exact_single) return std::abs(a - b) <= 1e-5f * std::abs(b);
  // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): the bits are compared, not the values
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class Number>
std::string arithmetic_fault(const Queue& q, const std::vector<Number>& got,
                             const std::vector<Number>& a, const std::vector<Number>& b) {
  for (int k = 0; k < kValues; ++k) {
    const Number product = a[k] * b[k];
    const Number expected[] = {a[k] + b[k],
                               a[k] - b[k],
                               product,
                               a[k] / b[k],
                               std::sqrt(std::abs(a[k])),
                               product + a[k],
                               std::max(a[k], Number(0)),
                               std::max(std::abs(a[k]), std::abs(b[k]))};
    for (std::size_t n = 0; n < kResults; ++n)
      if (!agree(q, got[kResults * k + n], expected[n]))
        return fmt::format("its {} of {:.17g} and {:.17g} gives {:.17g} instead of {:.17g}",
                           kOperations[n], a[k], b[k], got[kResults * k + n], expected[n]);
  }
  return "";
}

// The march of test_device for one work-group.
template <class Number>
void carry_on_host(const Number* a, int group, Number* out) {
  std::vector<Number> mine(a, a + group), carried(mine.size());
  for (int row = 0; row < kRows; ++row) {
    const auto shared = mine;
    for (int k = 0; k < group; ++k) {
      const Number received = shared[(k + 1) % group];
      const Number quotient = mine[k] / (Number(1) + received * received);
      carried[k] = Number(0.5) * carried[k] + quotient;
      mine[k] = received - Number(0.25) * carried[k];
    }
  }
  std::copy(carried.begin(), carried.end(), out);
}

template <class Number>
std::string barrier_fault(const Queue& q, const Results<Number>& results,
                          const std::vector<Number>& a) {
  std::vector<Number> expected(kValues);
  for (int k = 0; k < kValues; k += results.group)
    carry_on_host(&a[k], results.group, &expected[k]);
  for (int k = 0; k < kValues; ++k)
    if (!agree(q, results.march[k], expected[k]))
      return fmt::format("values it carries across barriers are wrong: {:.17g} instead of {:.17g}",
                         results.march[k], expected[k]);
  return "";
}

template <class Number>
std::string fault_in(const Queue& q, const std::string& precision_options) {
  const auto a = test_values<Number>(1), b = test_values<Number>(2);
  const Results<Number> got = run_on_device(q, precision_options, a, b);
  const auto wrong = arithmetic_fault(q, got.arithmetic, a, b);
  return wrong.empty() ? barrier_fault(q, got, a) : wrong;
}
}  // namespace

std::optional<Error> find_arithmetic_fault(const Queue& queue, bool in_double) {
  try {
    const std::string fault =
        in_double ? fault_in<double>(queue, "")
                  : fault_in<float>(queue, precision_options(setup::Precision::in_single,
                                                             queue.device.exact_single));
    if (fault.empty()) return std::nullopt;
    return Error(ExitStatus::no_device, fault);
  } catch (const cl::Error& failure) {
    return to_error(failure, "the self-test");
  } catch (const Error& failure) {
    return failure;
  }
}

}  // namespace slipflow::opencl
