// slipflow verify: compares a device with the serial reference.
#include <fmt/format.h>

#include <algorithm>

#include "case_options.hpp"
#include "command_table.hpp"
#include "host_memory.hpp"
#include "opencl_start.hpp"
#include "ranks.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/log.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using methods::Simulation;
using setup::FieldComparison;

po::options_description verify_options() {
  auto options = case_options();
  add_no_tuning(options);
  add_backend_options(options);
  options.add_options()("steps", po::value<long>()->default_value(10)->value_name("N"),
                        "time steps before the comparison");
  add_rank_options(options);
  return options;
}

// Iterations of both over all steps.
std::pair<long, long> advance_both(Simulation& serial, Simulation& device, long steps) {
  struct Side {
    methods::Stepper& stepper;
    long inner = 0;
    double factor = methods::kUnknownFactor;
  };
  Side sides[] = {{serial.stepper()}, {device.stepper()}};
  double time = 0;
  for (long n = 0; n < steps; ++n) {
    const double dt = serial.stepper().time_step();
    time += dt;
    for (Side& side : sides) {
      const auto result = side.stepper.advance(dt, time, side.factor);
      side.inner += result.inner;
      side.factor = result.factor;
    }
  }
  return {sides[0].inner, sides[1].inner};
}

void print_field(const FieldComparison& f, int axes) {
  const auto place = fmt::format("({}, {}{})", f.i, f.j, axes > 2 ? fmt::format(", {}", f.k) : "");
  fmt::print("{:<4} {:>12} {:>20} {:>10.1e}   {}\n", f.name, f.different,
             f.ulps == UINT64_MAX ? "NaN" : fmt::format("{}", f.ulps), f.relative,
             f.ulps == 0 ? "-" : fmt::format("{}: {:.17g}, serial {:.17g}", place, f.a, f.b));
}

bool print_verdict(const std::vector<FieldComparison>& fields, bool parity, bool same_iterations,
                   setup::Precision precision) {
  const bool agree = (same_iterations || !parity) &&
                     std::all_of(fields.begin(), fields.end(),
                                 [&](const auto& f) { return f.agrees(parity, precision); });
  if (parity)
    fmt::print("verdict: {}\n", agree ? "the same bits" : "the bits DIFFER");
  else
    fmt::print("verdict: {} {:.0e} of each field's largest value\n",
               agree ? "within" : "NOT within", setup::round_off(precision));
  return agree;
}

LoadedCase load(const po::variables_map& values) {
  auto loaded = load_case(values["case"].as<std::string>(), overrides_from(values));
  // The same work on both, independent of rounding.
  if (!values["parity"].as<bool>()) loaded.problem->fix_iterations(30);
  return loaded;
}
}  // namespace

CommandLine verify_line() {
  return {verify_options(),
          "case",
          {"slipflow verify CASE.cfg [options]",
           "Runs the serial reference and a device, or --backend threads, and prints, per field, "
           "how many values\n"
           "differ, the largest difference in units in the last place (ulp) and over the "
           "field's largest\n"
           "value, and the cell. With --parity every bit must be equal; without, "
           "differences must stay\n"
           "at round-off, with 30 inner iterations in every step. Under a launcher such "
           "as mpirun, the\n"
           "device is those of all ranks, each with a piece of the mesh. Writes nothing.",
           "slipflow verify configs/quickstart.cfg --parity --steps 100"}};
}

int verify_command(const Call& call) {
  apply_kernel_dir(call.values);
  const long steps = steps_from(call.values);
  const ChosenBackend backend = backend_from(call.values, call.team.local_size());
  // Rank 0 reads the case first, and compares.
  std::optional<LoadedCase> loaded;
  agree(call.team, [&] {
    if (call.team.rank() > 0) return;
    loaded.emplace(load(call.values));
    require_host_memory(*loaded->problem, {.serial = true, .device_arrays = backend.threads > 0});
  });
  if (call.team.rank() > 0) {
    follow_rank_0([&] { return load(call.values); }, call.values, backend, call.team, nullptr);
    return 0;
  }
  const auto& problem = *loaded->problem;
  const auto& run = problem.controls().run;
  const DeviceLimit limit(run.device_timeout);
  const bool parity = call.values["parity"].as<bool>();
  Log log;
  const auto warn = [&](const std::string& text) { log.warn(text); };
  std::optional<RankedCase> ranked;
  if (call.team.size() > 1) ranked.emplace(*loaded, call.values, backend, call.team, nullptr, warn);
  const auto device = ranked ? ranked->lead()
                      : backend.on_host()
                          ? simulate_on_host(problem, backend)
                          : simulate_on(opencl::Queue(device_from(*loaded, call.values, warn)),
                                        *loaded, call.values, warn);
  const auto serial = problem.backends().on_host();
  device->state().start();
  serial->state().start();
  const auto [in_serial, on_device] = advance_both(*serial, *device, steps);
  const auto info = device->machine().info();
  fmt::print("{}: {} kernels, {} mode, {} precision, {} steps of {}\n", info.device, info.kernels,
             parity ? "parity" : "fast", name_of(run.precision), steps,
             problem.description().scheme());
  if (info.tuned) fmt::print("{}\n", tuned_values(info));
  if (ranked) fmt::print("{}\n", info.note);
  if (ranked && !ranked->note().empty()) fmt::print("{}\n", ranked->note());
  fmt::print("inner iterations: device {}, serial {}\n", on_device, in_serial);
  fmt::print("{:<4} {:>12} {:>20} {:>10}   where\n", "", "differ", "largest ulp", "relative");
  const auto fields = methods::compare(problem, device->state().download(methods::Level::current),
                                       serial->state().download(methods::Level::current));
  for (const auto& f : fields) print_field(f, problem.mesh().axes());
  return print_verdict(fields, parity, in_serial == on_device, run.precision)
             ? 0
             : static_cast<int>(ExitStatus::results_disagree);
}

}  // namespace slipflow::app
