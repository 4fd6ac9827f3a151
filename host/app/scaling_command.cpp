// slipflow bench --scaling: the speed of 1, 2, 4 .. ranks of a launcher.
#include <fmt/format.h>

#include <optional>

#include "backend_option.hpp"
#include "bench_options.hpp"
#include "case_options.hpp"
#include "command_table.hpp"
#include "ranks.hpp"
#include "slipflow/bench/scaling.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/log.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;

/// On rank 0: prints each result, and adds it to the report on the disk.
bench::ScalingEvents events_of(Log& log, output::ResultsFolder& results,
                               const bench::ScalingReport& report) {
  return {[&](const bench::ScalingResult& result) {
            log.note(bench::scaling_line(result));
            bench::write_report(results, report);
          },
          [&](const bench::ScalingSkipped& skipped) { log.note(bench::scaling_line(skipped)); }};
}
}  // namespace

int scaling_command(const Call& call, const std::string& command) {
  const po::variables_map& values = call.values;
  parallel::Team& team = call.team;
  const bool first = team.rank() == 0;
  Log log(!first);
  auto options = scaling_options_from(values);
  const ChosenBackend backend = backend_from(values, team.local_size());
  options.threads = backend.threads;
  // 1. The output directory, looked at before a device is opened.
  const std::string name = values["output"].defaulted() ? "out/scaling" : output_from(values);
  const bool overwrite = values["overwrite"].as<bool>();
  output::ResultsFolder results(name, bench::names_of_scaling());
  agree(team, [&] {
    if (first) results.require_preparable(overwrite);
  });
  // 2. The device of each rank.
  if (!backend.on_host())
    options.queue = queue_of_rank(*options.method, device_once(values), options.precision, values,
                                  team, [&](const std::string& text) {
                                    if (first) log.warn(text);
                                  });
  agree(team, [&] {
    if (first) results.prepare(overwrite);
  });
  // 3. Measuring; each result is added to the report on disk.
  bench::ScalingReport report;
  report.command = command;
  report.version = SLIPFLOW_VERSION;
  log.note(bench::scaling_heading());
  run_scaling(options, team, events_of(log, results, report), report);
  if (!first) return 0;
  bench::write_report(results, report);
  log.note(fmt::format("\nresults in {}: scaling.md, scaling.csv, scaling.json", name));
  if (team.size() == 1)
    log.note("one rank only; for 1, 2 and 4: mpirun -n 4 slipflow bench --scaling");
  if (const auto fault = fault_of(report)) throw *fault;
  return 0;
}

}  // namespace slipflow::app
