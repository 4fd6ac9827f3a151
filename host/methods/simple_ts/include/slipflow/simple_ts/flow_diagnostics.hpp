// Diagnostics of the state in a backend, as a run writes them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/simple_ts/operations.hpp"
#include "slipflow/simple_ts/samples.hpp"
#include "slipflow/simple_ts/two_stages.hpp"

namespace slipflow::simple_ts {

class FlowDiagnostics final : public methods::Diagnostics {
 public:
  /// The backend holds the state. `stages`: of steps of second order, else null.
  FlowDiagnostics(const Case& c, Operations& backend, TwoStages* stages)
      : case_(c), backend_(backend), stages_(stages) {}
  void prepare() override;
  std::vector<double> history() override;
  std::vector<std::vector<double>> tables() override;
  std::vector<methods::BodySummary> body_summaries() override;
  std::vector<std::pair<std::string, double>> flow_summary() override;
  std::vector<double> surface_numbers() override;
  std::optional<methods::EnergyBalance> energy_balance() override;
  std::vector<methods::WallData> wall_data() override;
  methods::Samples sample(const std::vector<methods::Point>& points) override;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) override;
  methods::Averaging& averaging() override { return backend_.diagnostics(); }

  /// The flows of the last step of second order, which do not follow from the state alone.
  void archive_flows(methods::NumberArchive& archive);
  /// The state is no longer the one that was restored.
  void forget_flows() { restored_ = {}; }

 private:
  methods::Samples samples_from(const State& state, const std::vector<SamplePoint>& places) const;
  void add_derived_samples(const State& state, const std::vector<SamplePoint>& places,
                           methods::Samples& samples) const;

  // The flows of a step of second order are those at the end of both stages, (87).
  bool has_first_stage() const;
  void add_first_stage(double first, double& flow) const;

  // As history() and the line of balance.csv have them; empty where they are not known.
  struct Flows {
    std::vector<double> mass, balance;
  };

  const Case& case_;
  Operations& backend_;
  TwoStages* stages_;
  Flows restored_;  // of the step before a restart
};

}  // namespace slipflow::simple_ts
