// Comparing a device with the serial reference bit for bit.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "slipflow/simple_ts/opencl_operations.hpp"
#include "test_cases.hpp"
#include "test_device.hpp"

namespace slipflow::simple_ts {

/// How long both run: after each of these time steps they are compared.
struct Length {
  InnerControl control = {1e-9, 30};
  std::vector<int> steps = {1, 10, 100};
};

/// Enough for features that other combinations compare after 100 steps too.
inline const Length brief{{1e-5, 30}, {1, 10}};

/// The compared values after some steps.
struct Record {
  State state;
  Residuals residuals, change;
  ExactTotals totals;
  StepLimits limits;
  int inner = 0;
};

std::vector<Record> record_run(const Case& c, Operations& backend, const Length& length = {});

/// Checks every value of both.
void check_equal(const Record& device, const Record& serial);

/// How many values differ in a bit.
std::size_t different_bits(const std::vector<double>& a, const std::vector<double>& b);
std::size_t different_bits(const State& a, const State& b);

/// Every bit as text, so that a difference is reported with both values.
std::string bits_as_text(const Residuals& r);

/// A geometry and how the device runs it.
struct Combination {
  std::string name;  ///< of the geometry, in parity_cases.hpp
  KernelSet kernels;
  int work_group_size;
  int rows;
};

std::ostream& operator<<(std::ostream& out, const Combination& k);

using Combinations = std::vector<Combination>;

constexpr int kWhole = 1000;  // more rows than any mesh here

/// Compares the combinations with the serial reference, and restarts from time levels of the device
/// with its uninterrupted steps. `options` as of --set.
void compare(const std::string& convection, const std::string& time,
             const Combinations& combinations, const std::vector<std::string>& options = {},
             const Length& length = {});

}  // namespace slipflow::simple_ts
