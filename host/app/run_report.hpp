// What `slipflow run` reports: on the screen, in run.log and in summary.json.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/output/json.hpp"
#include "slipflow/run/oscillations.hpp"
#include "slipflow/run/restart.hpp"
#include "slipflow/run/time_loop.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::app {

/// @name On the screen and in run.log
void say_what_runs(Log& log, const methods::Problem& problem, const methods::BackendInfo& info,
                   const opencl::BuildCount& built);
/// `writer`: what this run computes on, from run::writer_of().
void say_restart(Log& log, const run::Restart& restart, const std::string& writer);
void say_how_it_went(Log& log, const methods::Problem& problem, const run::RunTotals& totals,
                     const std::filesystem::path& directory);
/// Also in summary.json; nothing on one rank.
void report_ranks(Log& log, output::Json& summary, const std::optional<methods::RankTimes>& times);
void say_stop(Log& log, const run::RunTotals& totals, const std::string& reason,
              const std::filesystem::path& checkpoint, const std::vector<std::string>& arguments);

/// For the progress line. `from`: where this part of the run began; the speed is measured from
/// there.
ProgressReport progress_of(const methods::Problem& problem, const run::StepReport& report,
                           const run::LoopPosition& from);

/// @name summary.json: what is known before the first step, and after the last
output::Json summary_of(const methods::Problem& problem, const methods::BackendInfo& info,
                        bool parity);
void add_totals(output::Json& summary, const methods::Problem& problem,
                const run::RunTotals& totals, const std::vector<methods::BodySummary>& bodies);
/// Flows through the whole boundary at the end.
void add_flows(output::Json& summary, const std::vector<std::pair<std::string, double>>& flows);
/// Frequencies and, where the case has a reference velocity, Strouhal numbers; nothing where no
/// probe oscillates.
void add_oscillations(output::Json& summary, const methods::Problem& problem,
                      const std::vector<run::Oscillation>& found);

/// True if the run ended before its end, so that a restart continues it.
bool was_stopped(const run::RunTotals& totals);

}  // namespace slipflow::app
