#include "slipflow/bench/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "call_time.hpp"
#include "slipflow/bench/ceilings.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/tuning/room_for.hpp"
#include "sweep_fragments.hpp"
#include "sweep_system.hpp"

namespace slipflow::bench {

namespace {
using linear_solvers::Box7;
using linear_solvers::Coefficients7;
using linear_solvers::Schedule7;
using linear_solvers::Sweeps;
using linear_solvers::SweepShape;

constexpr Box7 kBoxOfStudy{640, 224, 448}, kBoxOfProcessors{160, 56, 112};
// Numbers of a cell that a sweep reads and writes: a0 and three coefficients, r and y.
constexpr int kNumbersOfCell = 6;
constexpr std::size_t kNumbersCopied = std::size_t{1} << 26, kCopiedByProcessor = 1 << 24;
constexpr double kSecondsOfSweeps = 0.05;
constexpr double kRounding = 1e-11;
// The study's fragments and its efficiencies, and more fragments: 117, as many as give 90 % with 14
// blocks by the formula, and 280.
constexpr int kBlocks[] = {1, 2, 7, 14};
constexpr SweepBlocks kPublished[] = {
    {4, 7, 1, 1.00}, {4, 7, 2, 0.95}, {4, 7, 7, 0.81}, {4, 7, 14, 0.68}};
constexpr std::pair<int, int> kMoreFragments[] = {{13, 9}, {20, 14}};
// Work-groups of the regression: tiles of as many rows along y and z, of as many cells.
constexpr std::pair<int, int> kGroupRows[] = {{2, 2}, {4, 2}, {4, 4}, {8, 4}, {8, 8}};
constexpr int kGroupColumns[] = {64, 128, 256, 512, 1024};
constexpr int kGroupRun = 4;
constexpr int kFewestSamples = 20, kMostSamples = 200;
constexpr double kSecondsOfSamples = 0.1;

/// Why a box does not fit; empty when it does.
std::string sweep_obstacle(const Box7& box, const opencl::Device& device) {
  const SweepBytes needed = bytes_of_sweep(box);
  if (needed.all > device.memory || needed.largest > device.largest_buffer)
    return fmt::format("{:.2f} GB of device memory, in arrays of {:.2f} GB, are more than '{}' has",
                       needed.all / 1e9, needed.largest / 1e9, device.name);
  const double on_host = needed.host + (device.cpu ? needed.all : 0);
  if (!tuning::host_has(on_host))
    return fmt::format("it needs {:.2f} GB of this machine's memory", on_host / 1e9);
  return "";
}

/// The value below which that part of the samples is.
double percentile(std::vector<double> samples, double part) {
  std::ranges::sort(samples);
  return samples[static_cast<std::size_t>(part * static_cast<double>(samples.size() - 1))];
}

class SweepBench {
 public:
  SweepBench(const SweepOptions& options, const TableEvents& events, SweepReport& report)
      : options_(options), events_(events), report_(report), workspace_(opencl::Queue(device())) {
    report_.device = device().name;
    report_.box = options.box.value_or(usual_sweep_box(device()));
    report_.parity = options.parity;
  }

  void run() {
    if (const auto reason = sweep_obstacle(report_.box, device()); !reason.empty())
      throw Error(ExitStatus::no_device, "the box of the sweeps does not fit: " + reason);
    opencl::guarded("measuring triangular sweeps", [&] {
      {
        SweepSystem system(workspace_, report_.box);
        measure_schedules(system);
        measure_blocks(system);
      }
      measure_groups();
    });
    events_.say(fit_lines(report_));
  }

 private:
  const opencl::Device& device() const { return options_.device; }

  Sweeps sweeps(const Box7& box, const SweepVariant& v) {
    return {workspace_, box, Coefficients7::symmetric, options_.parity, v.schedule, v.shape};
  }

  void measure_schedules(SweepSystem& system) {
    stage("serial sweep");
    const double serial = system.serial_seconds(options_.repeats);
    stage("rate of a copy");
    const double copy =
        Ceilings(device(), setup::Precision::in_double)
            .copy_rate({1, 1, sizeof(double)}, device().cpu ? kCopiedByProcessor : kNumbersCopied);
    events_.say(fmt::format("copy: {:.1f} GB/s\n\n{}", 1e-9 * copy, sweep_heading()));
    for (const SweepVariant& variant : options_.variants) {
      stage(name_of(variant.schedule));
      SweepResult result = timed(system, variant);
      result.bytes = sizeof(double) * kNumbersOfCell * static_cast<double>(report_.box.cells());
      result.copy_rate = copy;
      result.serial_seconds = serial;
      report_.results.push_back(result);
      events_.say(sweep_line(result));
    }
  }

  SweepResult timed(SweepSystem& system, const SweepVariant& variant) {
    SweepResult result;
    Sweeps sweeps = this->sweeps(system.box(), variant);
    result.variant = {variant.schedule, sweeps.shape()};
    result.refusal = sweeps.warning();
    if (!result.refusal.empty()) return result;
    result.seconds = seconds_of_sweep(system, [&] { system.lower(sweeps); });
    result.difference = system.difference();
    result.wrong = !(result.difference <= most_difference());
    return result;
  }

  double most_difference() const { return options_.parity ? 0 : kRounding; }

  template <class Sweep>
  double seconds_of_sweep(SweepSystem& system, const Sweep& sweep) {
    system.forget();
    return seconds_per_call(workspace_, {options_.repeats, kSecondsOfSweeps}, sweep);
  }

  void measure_blocks(SweepSystem& system) {
    const SweepShape shape = sweeps(system.box(), {}).shape();
    SweepFragments fragments(workspace_, shape, options_.parity);
    events_.say(fmt::format("\n{}", blocks_heading()));
    for (const SweepBlocks& published : kPublished) measure(fragments, system, published);
    for (const auto& [fragments_x, fragments_z] : kMoreFragments)
      for (const int blocks : kBlocks)
        measure(fragments, system, {fragments_x, fragments_z, blocks});
  }

  void measure(SweepFragments& fragments, SweepSystem& system, SweepBlocks blocks) {
    stage(fmt::format("{} blocks", blocks.blocks));
    blocks.seconds = seconds_of_sweep(system, [&] { fragments.lower(system, blocks); });
    blocks.wrong = !(system.difference() <= most_difference());
    blocks.one_block = blocks.blocks == 1 ? blocks.seconds : report_.blocks.back().one_block;
    report_.blocks.push_back(blocks);
    events_.say(blocks_line(blocks));
  }

  void measure_groups() {
    events_.say(fmt::format("\n{}", groups_heading()));
    workspace_.time_launches(true);
    for (const auto& [rows_y, rows_z] : kGroupRows)
      for (const int columns : kGroupColumns) {
        stage(fmt::format("{} work-items", rows_y * rows_z));
        measure_group({columns, rows_y, rows_z});
      }
    workspace_.time_launches(false);
  }

  void measure_group(const Box7& box) {
    SweepGroup group{box.n2 * box.n3, box.n1};
    const SweepSystem system(workspace_, box);
    Sweeps one = sweeps(box, {Schedule7::tiles, {box.n2, box.n3, group.items, kGroupRun, box.n1}});
    std::vector<double> samples;
    double spent = 0;
    for (int n = -1; n < kMostSamples && (n < kFewestSamples || spent < kSecondsOfSamples); ++n) {
      system.lower(one);
      const double seconds = workspace_.launch_seconds();
      if (n >= 0) samples.push_back(1000 * seconds / static_cast<double>(box.cells()));
      spent += seconds;
    }
    group.median = percentile(samples, 0.5);
    group.percentile95 = percentile(samples, 0.95);
    report_.groups.push_back(group);
    events_.say(groups_line(group));
  }

  void stage(const std::string& what) const {
    const auto all = options_.variants.size() + 2 * std::size(kBlocks) +
                     std::size(kGroupRows) * std::size(kGroupColumns);
    events_.stage(static_cast<double>(report_.size()) / static_cast<double>(all), {what});
  }

  const SweepOptions& options_;
  const TableEvents& events_;
  SweepReport& report_;
  opencl::Workspace workspace_;
};
}  // namespace

Box7 usual_sweep_box(const opencl::Device& device) {
  return device.cpu ? kBoxOfProcessors : kBoxOfStudy;
}

void run_sweeps(const SweepOptions& options, const TableEvents& events, SweepReport& report) {
  SweepBench(options, events, report).run();
}

std::optional<Error> fault_of(const SweepReport& report) {
  const auto wrong = std::ranges::find_if(report.results, &SweepResult::wrong);
  if (wrong != report.results.end())
    return Error(ExitStatus::results_disagree,
                 fmt::format("the sweep by {} on '{}' differs from the serial sweep by {:.1e}",
                             name_of(wrong->variant.schedule), report.device, wrong->difference));
  const auto wrong_blocks = std::ranges::find_if(report.blocks, &SweepBlocks::wrong);
  if (wrong_blocks != report.blocks.end())
    return Error(ExitStatus::results_disagree,
                 fmt::format("the sweep by {} blocks of {} fragments on '{}' differs from the "
                             "serial sweep",
                             wrong_blocks->blocks, wrong_blocks->fragments(), report.device));
  if (std::ranges::any_of(report.results, &SweepResult::valid)) return std::nullopt;
  return Error(ExitStatus::no_device, report.results.front().refusal);
}

}  // namespace slipflow::bench
