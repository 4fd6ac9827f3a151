// Transport being computed.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/operations.hpp"
#include "slipflow/box/field_simulation.hpp"

namespace slipflow::transport {

std::vector<setup::FieldInfo> field_list(const Case& c);

class Simulation final : public boxes::FieldSimulation {
 public:
  using MakeOperations = std::function<std::unique_ptr<Operations>(const Parts&)>;
  /// The case must outlive it.
  Simulation(const Case& c, const MakeOperations& make);
  methods::Machine& machine() override { return on_->machine(); }

  void start() override;
  void archive_numbers(methods::NumberArchive& archive) override;

  double time_step() override;
  methods::StepResult advance(double dt, double end, double factor) override;
  double change_rate(double dt) override { return on_->largest_change() / dt; }
  double varies_until() const override;
  std::vector<std::string> warnings_after(long step) override;
  Error divergence(const methods::StepEnd& at, const methods::StepResult& result) override;
  void begin_step(double dt) override { dt_ = dt; }
  void iterate() override { solve(dt_); }
  double largest_change() override { return on_->largest_change(); }

  std::vector<double> history() override;
  std::vector<std::vector<double>> tables() override;
  std::vector<methods::BodySummary> body_summaries() override;
  std::vector<double> surface_numbers() override;

 private:
  void write(methods::Level level, const std::vector<double>& values) override;
  std::vector<double> read(methods::Level level) const override;
  std::optional<double> value_on_wall(const Cell& cell, int side, int wall,
                                      double inside) const override;

  // Of phi; the mean by volume.
  struct Extremes {
    double least = std::numeric_limits<double>::infinity(), most = -least, mean = 0;
  };
  Extremes extremes();
  Solution solve(double dt);
  void restore_mean(double mean);
  const std::vector<double>& phi() const;

  const Case& case_;
  const BoxArrays box_;
  std::unique_ptr<Operations> on_;
  const double courant_rate_;
  double dt_ = 0;                                       // of a step that is timed
  double time_ = 0;                                     // of phi
  std::vector<linear_solvers::Iteration7> iterations_;  // of the last step
  double outside_ = 0;                                  // Result7::outside, the most so far
  bool has_warned_ = false;                             // of that
  std::string failures_;  // of linear solvers, in the first step where one failed
  bool has_told_them_ = false;
  mutable std::optional<std::vector<double>> phi_;  // on the host, once it has been read
};

}  // namespace slipflow::transport
