// What `slipflow run` reports on the screen and in run.log.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/run/restart.hpp"
#include "slipflow/run/time_loop.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/log.hpp"
#include "slipflow/support/progress.hpp"

namespace slipflow::app {

void say_what_runs(Log& log, const methods::Problem& problem, const methods::BackendInfo& info,
                   const opencl::BuildCount& built);
/// `writer`: what this run computes on, from run::writer_of().
void say_restart(Log& log, const methods::Problem& problem, const run::Restart& restart,
                 const std::string& writer);
void say_how_it_went(Log& log, const methods::Problem& problem, const run::RunTotals& totals,
                     const std::filesystem::path& directory);
/// The energy balance of a steady flow; nothing if there is none.
void say_energy(Log& log, const methods::Problem& problem,
                const std::optional<methods::EnergyBalance>& balance);
/// Nothing on one rank.
void say_ranks(Log& log, const std::optional<methods::RankTimes>& times);
void say_stop(Log& log, const methods::Problem& problem, const run::RunTotals& totals,
              const std::string& reason, const std::filesystem::path& checkpoint,
              const std::vector<std::string>& arguments);

/// For the progress line. `from`: where this part of the run began; the speed is measured from
/// there.
ProgressReport progress_of(const methods::Problem& problem, const run::StepReport& report,
                           const run::LoopPosition& from);

/// Of this part of the run, like its seconds.
double updates_per_second(const methods::Problem& problem, const run::RunTotals& totals);

/// Why a run ended without the steady state that it was to reach.
Error missed_steady(const methods::Problem& problem, const run::RunTotals& totals);

bool became_steady(const run::RunTotals& totals);
/// True if the run ended before its end, so that a restart continues it.
bool was_stopped(const run::RunTotals& totals);

}  // namespace slipflow::app
