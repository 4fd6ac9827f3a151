// summary.json of a run.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/output/json.hpp"
#include "slipflow/run/oscillations.hpp"
#include "slipflow/run/time_loop.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

/// The machine-readable summary of a run. Where its functions find no memory the program ends at
/// once, as the JSON library does not survive an exception for want of it.
class RunSummary {
 public:
  /// What is known before the first step.
  RunSummary(const methods::Problem& problem, const methods::BackendInfo& info, bool parity);
  ~RunSummary();
  RunSummary(const RunSummary&) = delete;
  RunSummary& operator=(const RunSummary&) = delete;

  /// BackendChoice::by.
  void add_backend_choice(const std::string& by);
  void add_totals(const methods::Problem& problem, const run::RunTotals& totals,
                  const std::vector<methods::BodySummary>& bodies);
  /// Flows through the whole boundary at the end.
  void add_flows(const std::vector<std::pair<std::string, double>>& flows);
  /// Numbers about boundaries and bodies, in the units of the results; `line`: run::surface_line().
  void add_surfaces(const methods::Problem& problem, const std::vector<double>& line);
  void add_energy(const std::optional<methods::EnergyBalance>& balance);
  /// Frequencies and, where the case has a reference velocity, Strouhal numbers with the length and
  /// the velocity of each; nothing where nothing oscillates.
  void add_oscillations(const methods::Problem& problem,
                        const std::vector<run::Oscillation>& found);
  /// Nothing on one rank.
  void add_ranks(const std::optional<methods::RankTimes>& times);
  void add_failure(const Error& error);

  /// The text of the file.
  std::string text() const;

 private:
  std::unique_ptr<output::Json> json_;
};

}  // namespace slipflow::app
