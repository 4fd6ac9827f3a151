// Whether a device can run the pipeline of triangular sweeps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "linear_solvers/krylov.h"
#include "slipflow/linear_solvers/sweeps.hpp"
#include "slipflow/opencl/device_fence.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/opencl/wait.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace slipflow::linear_solvers {

namespace {
using opencl::Array;

constexpr Box7 kTestBox{100, 60, 70};
constexpr int kTestSweeps = 50;
constexpr double kTimesAsLong = 100, kLeastSeconds = 10;  // a driver may compile first

// Numbers of about `mean`, 0 in the ghosts.
std::vector<double> test_values(double mean, double frequency) {
  std::vector<double> values;
  values.reserve(kTestBox.size());
  for (int k = 0; k < kTestBox.n3 + 2; ++k)
    for (int j = 0; j < kTestBox.n2 + 2; ++j)
      for (int i = 0; i < kTestBox.n1 + 2; ++i) {
        const bool cell =
            i > 0 && j > 0 && k > 0 && i <= kTestBox.n1 && j <= kTestBox.n2 && k <= kTestBox.n3;
        const auto at = static_cast<double>(values.size());
        values.push_back(cell ? mean * (1 + 0.5 * std::sin(frequency * at)) : 0.0);
      }
  return values;
}

/// The box of the test on a device: a matrix and two right-hand sides.
class PipelineTest {
 public:
  explicit PipelineTest(const opencl::Device& device) : workspace_(opencl::Queue(device)) {
    a_[0] = array(6.0, 0.3);
    for (int d = 1; d < 4; ++d) a_[d] = array(1.0, 0.1 * d);
    for (int k = 0; k < 2; ++k) r_[k] = array(1.0, 0.7 + k);
    y_ = array(0.0, 0.0);
    std::vector<double> numbers(S7_NUMBERS);
    numbers[S7_W] = 5;
    numbers_ = workspace_.array(opencl::Numbers(sizeof(double)), numbers);
    progress_ = workspace_.buffer(std::vector<S7Progress>(1), CL_MEM_READ_WRITE);
  }

  /// The sweeps whose solutions are not those of `tiles`.
  int differences() {
    Sweeps tiles = sweeps(Schedule7::tiles);
    std::vector<double> expected[2];
    double seconds = 0;
    for (int k = 0; k < 2; ++k)
      seconds = seconds_of([&] { expected[k] = solved_by(tiles, r_[k]); });
    const opencl::WaitLimit limit(
        std::chrono::duration<double>(std::max(kTimesAsLong * seconds, kLeastSeconds)),
        "of the self-test of sweeps by pipeline");
    Sweeps pipeline = sweeps(Schedule7::pipeline);
    int found = 0;
    for (int n = 0; n < kTestSweeps; ++n) {
      // Each time another one: what the sweep before has left is no solution.
      const auto y = solved_by(pipeline, r_[n % 2]);
      found += std::memcmp(y.data(), expected[n % 2].data(), y.size() * sizeof(double)) != 0;
    }
    return found;
  }

 private:
  Array array(double mean, double frequency) {
    return workspace_.array(opencl::Numbers(sizeof(double)), test_values(mean, frequency));
  }

  Sweeps sweeps(Schedule7 schedule) {
    return {workspace_, {kTestBox, Coefficients7::symmetric, true, schedule}};
  }

  std::vector<double> solved_by(Sweeps& sweeps, const Array& r) {
    sweeps.sweep(false,
                 {{"begin", 0},
                  {"row", kTestBox.row()},
                  {"plane", kTestBox.plane()},
                  {"a0", a_[0]},
                  {"a1", a_[1]},
                  {"a3", a_[2]},
                  {"a5", a_[3]}},
                 numbers_, progress_, r, y_);
    return workspace_.read(y_);
  }

  opencl::Workspace workspace_;
  Array a_[4], r_[2], y_, numbers_;
  cl::Buffer progress_;
};

std::string find_pipeline_fault(const opencl::Device& device) {
  if (opencl::standard_with_fence(device).empty())
    return fmt::format(
        "'{}' has no fence that holds for the whole device, which sweeps by pipeline need",
        device.name);
  const int found = PipelineTest(device).differences();
  if (found == 0) return "";
  return fmt::format("on '{}' {} of {} sweeps by pipeline differed from those by tiles",
                     device.name, found, kTestSweeps);
}

/// Why sweeps must not be run by `pipeline`, in one sentence; empty when they may.
const std::string& pipeline_fault(const opencl::Device& device) {
  static std::map<std::pair<cl_device_id, std::string>, std::string> known;
  const std::pair key(device.handle(),
                      opencl::kernel_sources().expand("linear_solvers/sweep_pipeline.cl"));
  if (!known.contains(key)) known[key] = find_pipeline_fault(device);
  return known[key];
}
}  // namespace

SweepPlan checked(const opencl::Device& device, SweepPlan plan) {
  if (plan.schedule != Schedule7::pipeline) return plan;
  if (const std::string& fault = pipeline_fault(device); !fault.empty()) {
    plan.schedule = Schedule7::tiles;
    plan.warning = fault + ": tiles are used instead";
  }
  return plan;
}

}  // namespace slipflow::linear_solvers
