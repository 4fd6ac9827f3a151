#include "tridiagonal.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "line_systems.hpp"
#include "memory_obstacle.hpp"
#include "slipflow/bench/ceilings.hpp"
#include "slipflow/opencl/errors.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::LineAlgorithm;

// Values of each of the two arrays that are copied for the rate of a copy: no cache holds them, and
// they take a small part of the memory.
constexpr double kCopied = 1 << 26, kCopiedByCpu = 1 << 24, kPartOfMemoryCopied = 0.25;
// Arrays of the size on the host at a time, while one is written.
constexpr int kArraysOnHost = 2;

std::size_t values_copied(const opencl::Device& device, int bytes) {
  return static_cast<std::size_t>(std::min(device.cpu ? kCopiedByCpu : kCopied,
                                           kPartOfMemoryCopied * device.memory / (2 * bytes)));
}

// Why the lines do not fit; empty when they do.
std::string obstacle(const LineSize& size, const TridiagonalOptions& options) {
  const LineBytes needed = bytes_of_lines(size, options.precision);
  return memory_obstacle(options.device, needed.all, needed.largest,
                         kArraysOnHost * sizeof(double) * size.all_rows());
}

std::string text_of(const LineSize& size) {
  return fmt::format("{} lines of {} rows", size.lines, size.rows);
}

class Tridiagonal {
 public:
  Tridiagonal(const TridiagonalOptions& options, const TableEvents& events,
              TridiagonalReport& report)
      : options_(options), events_(events), report_(report), queue_(options.device) {}

  void run() {
    stage({"rate of a copy"});
    const int bytes = setup::bytes_computed(options_.precision);
    copy_rate_ = Ceilings(options_.device, options_.precision)
                     .copy_rate({1, 1, bytes}, values_copied(options_.device, bytes));
    events_.say(fmt::format("copy: {:.1f} GB/s\n\n{}", 1e-9 * copy_rate_, tridiagonal_heading()));
    for (const LineSize& size : options_.sizes) {
      run_size(size);
      ++sizes_done_;
      variants_done_ = 0;
    }
  }

 private:
  void run_size(const LineSize& size) {
    stage({text_of(size)});
    if (const auto reason = obstacle(size, options_); !reason.empty()) return skip(size, reason);
    try {
      opencl::Workspace workspace(queue_);
      auto systems = opencl::guarded("solving tridiagonal systems", [&] {
        return LineSystems(workspace, size, options_.precision);
      });
      const double serial = systems.serial_seconds(options_.repeats);
      for (const LineVariant& variant : options_.variants)
        run_variant(systems, size, variant, serial);
    } catch (const Error& error) {
      if (error.status() != ExitStatus::no_device) throw;
      skip(size, error.what());
    }
  }

  void run_variant(LineSystems& systems, const LineSize& size, const LineVariant& variant,
                   double serial_seconds) {
    stage({text_of(size), text_of(linear_solvers::kLineAlgorithms, variant.algorithm)});
    TridiagonalResult result;
    try {
      result = opencl::guarded("solving tridiagonal systems", [&] {
        return systems.solve(variant, options_.parity, options_.repeats);
      });
    } catch (const Error& refused) {
      if (refused.status() != ExitStatus::bad_input) throw;
      result.device = options_.device.name;
      result.size = size;
      result.variant = variant;
      result.choice.algorithm = variant.algorithm;
      result.choice.precision = options_.precision;
      result.choice.parity = options_.parity;
      result.refusal = refused.what();
    }
    result.copy_rate = copy_rate_;
    result.serial_seconds = serial_seconds;
    ++variants_done_;
    report_.results.push_back(result);
    events_.say(tridiagonal_line(result));
  }

  void skip(const LineSize& size, const std::string& reason) {
    report_.skipped.push_back({size, reason});
    events_.say(tridiagonal_line(report_.skipped.back()));
  }

  void stage(const std::vector<std::string>& what) const {
    const auto variants = options_.variants.size();
    events_.stage_of(sizes_done_ * variants + variants_done_, options_.sizes.size() * variants,
                     what);
  }

  const TridiagonalOptions& options_;
  const TableEvents& events_;
  TridiagonalReport& report_;
  const opencl::Queue queue_;
  double copy_rate_ = kUnknown;
  std::size_t sizes_done_ = 0, variants_done_ = 0;
};
}  // namespace

std::vector<LineSize> usual_line_sizes() {
  return {{62, 62},     {126, 126},   {254, 254},   {510, 510},      {1022, 1022},
          {2046, 2046}, {4094, 4094}, {65536, 256}, {100'000, 1000}, {262'144, 512}};
}

std::vector<LineVariant> usual_line_variants() {
  std::vector<LineVariant> variants;
  for (const auto algorithm :
       {LineAlgorithm::partition, LineAlgorithm::pta, LineAlgorithm::pcr, LineAlgorithm::cr})
    for (const bool interleaved : {false, true}) variants.push_back({algorithm, interleaved});
  variants.push_back({LineAlgorithm::partition, false, true});
  variants.push_back({LineAlgorithm::pta, true, true});
  return variants;
}

void run_benchmark(const TridiagonalOptions& options, const TableEvents& events,
                   TridiagonalReport& report) {
  Tridiagonal(options, events, report).run();
}

std::optional<Error> fault_of(const TridiagonalReport& report) {
  const auto wrong = std::ranges::count_if(report.results, &TridiagonalResult::wrong);
  if (wrong > 0) {
    const auto& r = *std::ranges::find_if(report.results, &TridiagonalResult::wrong);
    return Error(
        ExitStatus::results_disagree,
        fmt::format("{} of the solutions cannot be used: that of {} by {} on '{}' differs from "
                    "the serial reference by {:.1e}, its residual is {:.1e}",
                    wrong, text_of(r.size),
                    text_of(linear_solvers::kLineAlgorithms, r.choice.algorithm), r.device,
                    r.difference, r.residual));
  }
  if (std::ranges::any_of(report.results, &TridiagonalResult::valid)) return std::nullopt;
  if (!report.results.empty()) return Error(ExitStatus::bad_input, report.results.front().refusal);
  return Error(ExitStatus::no_device,
               fmt::format("nothing could be measured: {}", report.skipped.front().reason));
}

}  // namespace slipflow::bench::studies
