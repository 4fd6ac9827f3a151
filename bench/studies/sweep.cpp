#include "sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "memory_obstacle.hpp"
#include "seven_point_systems.hpp"
#include "slipflow/bench/ceilings.hpp"
#include "slipflow/opencl/errors.hpp"
#include "sweep_fragments.hpp"
#include "sweep_system.hpp"

namespace slipflow::bench::studies {

namespace {
using linear_solvers::Box7;
using linear_solvers::Coefficients7;
using linear_solvers::Schedule7;
using linear_solvers::Sweeps;
using linear_solvers::SweepShape;

constexpr Box7 kBoxOfStudy{640, 224, 448}, kBoxOfProcessors{160, 56, 112};
// Numbers of a cell that a sweep reads and writes: a0 and three coefficients, r and y.
constexpr int kNumbersOfCell = 6;
constexpr double kSecondsOfSweeps = 0.05;
constexpr double kRounding = 1e-11;
// The study's fragments and its efficiencies, and more fragments: 117, as many as give 90 % with 14
// blocks by the formula, and 280.
constexpr int kBlocks[] = {1, 2, 7, 14};
constexpr SweepBlocks kPublished[] = {
    {4, 7, 1, 1.00}, {4, 7, 2, 0.95}, {4, 7, 7, 0.81}, {4, 7, 14, 0.68}};
constexpr std::pair<int, int> kMoreFragments[] = {{13, 9}, {20, 14}};

class SweepBench {
 public:
  SweepBench(const SweepOptions& options, const TableEvents& events, SweepReport& report)
      : options_(options), events_(events), report_(report), workspace_(opencl::Queue(device())) {
    report_.box = options.box.value_or(usual_sweep_box(device()));
  }

  void run() {
    const SweepBytes needed = bytes_of_sweep(report_.box);
    if (const auto reason = memory_obstacle(device(), needed.all, needed.largest, needed.host);
        !reason.empty())
      throw Error(ExitStatus::no_device, "the box of the sweeps does not fit: " + reason);
    opencl::guarded("measuring triangular sweeps", [&] {
      SweepSystem system(workspace_, report_.box);
      measure_schedules(system);
      measure_blocks(system);
    });
  }

 private:
  const opencl::Device& device() const { return options_.device; }

  Sweeps sweeps(const Box7& box, const SweepVariant& v) {
    return {workspace_, linear_solvers::checked(device(), {box, Coefficients7::symmetric,
                                                           options_.parity, v.schedule, v.shape})};
  }

  void measure_schedules(SweepSystem& system) {
    stage("serial sweep");
    const double serial = system.serial_seconds(options_.repeats);
    stage("rate of a copy");
    const double copy = rate_of_long_copy(device());
    events_.say(fmt::format("copy: {:.1f} GB/s\n\n{}", 1e-9 * copy, sweep_heading()));
    for (const SweepVariant& variant : options_.variants) {
      stage(text_of(linear_solvers::kSchedules7, variant.schedule));
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
    result.variant = {variant.schedule, sweeps.plan().shape};
    result.refusal = sweeps.plan().warning;
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
    const SweepShape shape = sweeps(system.box(), {}).plan().shape;
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

  void stage(const std::string& what) const {
    events_.stage_of(report_.size(), options_.variants.size() + 3 * std::size(kBlocks), {what});
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

void run_benchmark(const SweepOptions& options, const TableEvents& events, SweepReport& report) {
  SweepBench(options, events, report).run();
}

std::optional<Error> fault_of(const SweepReport& report) {
  const auto wrong = std::ranges::find_if(report.results, &SweepResult::wrong);
  if (wrong != report.results.end())
    return Error(ExitStatus::results_disagree,
                 fmt::format("the sweep by {} on '{}' differs from the serial sweep by {:.1e}",
                             text_of(linear_solvers::kSchedules7, wrong->variant.schedule),
                             report.device, wrong->difference));
  const auto wrong_blocks = std::ranges::find_if(report.blocks, &SweepBlocks::wrong);
  if (wrong_blocks != report.blocks.end())
    return Error(ExitStatus::results_disagree,
                 fmt::format("the sweep by {} blocks of {} fragments on '{}' differs from the "
                             "serial sweep",
                             wrong_blocks->blocks, wrong_blocks->fragments(), report.device));
  if (std::ranges::any_of(report.results, &SweepResult::valid)) return std::nullopt;
  return Error(ExitStatus::no_device, report.results.front().refusal);
}

}  // namespace slipflow::bench::studies
