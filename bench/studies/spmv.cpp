#include "spmv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rows7.hpp"
#include "seven_point_systems.hpp"
#include "slipflow/bench/ceilings.hpp"
#include "slipflow/opencl/errors.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::Box7;
using linear_solvers::Coefficients7;
using linear_solvers::Matrix7;

constexpr Box7 kBoxOfRows{256, 256, 256}, kBoxOfRowsOfProcessors{64, 64, 64};
// At most: seven coefficients, three parts of the diagonal and six vectors; on the host, besides,
// what is made of them and what comes back.
constexpr int kArraysOfRows = 16, kArraysOfRowsOnHost = 26;
constexpr double kRoundingOfRows = 1e-13;
constexpr int kVectorsOfRows = 5;  // from and x (of A x: x and y), d, r, d_next

// The largest difference over the largest number expected.
double relative_difference(const std::vector<double>& values, const std::vector<double>& expected) {
  double difference = 0, scale = 0;
  for (std::size_t p = 0; p < values.size(); ++p) {
    if (std::isnan(values[p])) return kUnknown;
    difference = std::max(difference, std::abs(values[p] - expected[p]));
    scale = std::max(scale, std::abs(expected[p]));
  }
  return difference / scale;
}

/// The vectors of both operations, the same numbers on the host and on the device.
struct VectorsOfRows {
  VectorsOfRows(opencl::Workspace& workspace, const Box7& box) {
    const opencl::Numbers doubles(sizeof(double));
    const auto numbers = scattered_numbers(box);
    for (int v = 0; v < kVectorsOfRows; ++v) {
      host[v] = v == 1 || v > 2 ? std::vector<double>(numbers.size()) : numbers;
      device[v] = workspace.array(doubles, host[v]);
    }
  }
  SmootherVectors<std::vector<double>> on_host() {
    return {host[0], host[2], host[3], host[4], host[1]};
  }
  SmootherVectors<const opencl::Array> on_device() const {
    return {device[0], device[2], device[3], device[4], device[1]};
  }

  std::vector<double> host[kVectorsOfRows];
  opencl::Array device[kVectorsOfRows];
};

class SpmvBench {
 public:
  SpmvBench(const SpmvOptions& options, const TableEvents& events, SpmvReport& report)
      : options_(options), events_(events), report_(report), queue_(options.device) {
    boxes_ = options.boxes;
    if (boxes_.empty()) boxes_ = {usual_spmv_box(options.device)};
  }

  void run() {
    stage({"rate of a copy"});
    copy_rate_ = rate_of_long_copy(options_.device);
    events_.say(fmt::format("copy: {:.1f} GB/s\n\n{}", 1e-9 * copy_rate_, spmv_heading()));
    for (const Box7& box : boxes_) {
      const auto reason = box_obstacle(box, options_.device, kArraysOfRows, kArraysOfRowsOnHost);
      if (reason.empty()) {
        for (const Coefficients7 kind : options_.kinds)
          opencl::guarded("multiplying by a matrix", [&] { measure(box, kind); });
        continue;
      }
      report_.skipped.push_back({box, reason});
      events_.say(skipped_line(report_.skipped.back()));
    }
  }

 private:
  void measure(const Box7& box, Coefficients7 kind) {
    opencl::Workspace workspace(queue_);
    VectorsOfRows vectors(workspace, box);
    const Matrix7 matrix = matrix_of(box, {1, 2, 3}, kind);
    const HostRows7 host(matrix);
    DeviceRows7 device(workspace, matrix, options_.parity);
    for (const bool smoother : {false, true}) {
      stage({name_of(box), name_of(kind)});
      SpmvResult result;
      result.box = box;
      result.kind = kind;
      result.smoother = smoother;
      result.copy_rate = copy_rate_;
      const auto on_host = [&] {
        smoother ? host.smooth(vectors.on_host()) : host.multiply(vectors.host[0], vectors.host[1]);
      };
      const auto on_device = [&] {
        smoother ? device.smooth(vectors.on_device())
                 : device.multiply(vectors.device[0], vectors.device[1]);
      };
      compare(workspace, vectors, on_host, on_device, result);
      std::vector<double> seconds;
      for (int r = 0; r < options_.repeats; ++r) seconds.push_back(seconds_of(on_host));
      result.serial_seconds = median(seconds);
      result.seconds = seconds_per_call(workspace, {.repeats = options_.repeats}, on_device);
      report_.results.push_back(result);
      events_.say(spmv_line(result));
    }
  }

  // Once on the host and on the device, beginning with y or x = 0.
  template <class OnHost, class OnDevice>
  void compare(opencl::Workspace& workspace, VectorsOfRows& vectors, const OnHost& on_host,
               const OnDevice& on_device, SpmvResult& result) const {
    std::ranges::fill(vectors.host[1], 0.0);
    workspace.write(vectors.device[1], vectors.host[1]);
    on_host();
    on_device();
    result.difference = relative_difference(workspace.read(vectors.device[1]), vectors.host[1]);
    result.wrong = !(result.difference <= (options_.parity ? 0 : kRoundingOfRows));
  }

  void stage(const std::vector<std::string>& what) const {
    events_.stage_of(report_.size(), 2 * options_.kinds.size() * boxes_.size(), what);
  }

  const SpmvOptions& options_;
  const TableEvents& events_;
  SpmvReport& report_;
  const opencl::Queue queue_;
  std::vector<Box7> boxes_;
  double copy_rate_ = kUnknown;
};
}  // namespace

void run_benchmark(const SpmvOptions& options, const TableEvents& events, SpmvReport& report) {
  SpmvBench(options, events, report).run();
}

double SpmvResult::bytes_per_cell() const {
  const double matrix = kind == Coefficients7::free        ? 1
                        : kind == Coefficients7::symmetric ? 4 * sizeof(double)
                                                           : 7 * sizeof(double);
  return matrix + (smoother ? 6 : 2) * sizeof(double);
}

Box7 usual_spmv_box(const opencl::Device& device) {
  return device.cpu ? kBoxOfRowsOfProcessors : kBoxOfRows;
}

std::optional<Error> fault_of(const SpmvReport& report) {
  const auto wrong = std::ranges::find_if(report.results, &SpmvResult::wrong);
  if (wrong != report.results.end())
    return Error(
        ExitStatus::results_disagree,
        fmt::format("{} with {} coefficients on '{}' differs from the serial reference by {:.1e}",
                    wrong->smoother ? "a step of the smoother" : "A x", name_of(wrong->kind),
                    report.device, wrong->difference));
  if (!report.results.empty()) return std::nullopt;
  return Error(ExitStatus::no_device,
               fmt::format("nothing could be measured: {}", report.skipped.front().reason));
}

}  // namespace slipflow::bench::studies
