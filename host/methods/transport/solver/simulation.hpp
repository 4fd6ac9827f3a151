// Transport being computed.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backends/operations.hpp"
#include "slipflow/methods/host_averages.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/setup/fields.hpp"

namespace slipflow::transport {

const std::vector<setup::FieldInfo>& field_list();

class Simulation : public methods::Simulation {
 public:
  using MakeOperations = std::function<std::unique_ptr<Operations>(const Parts&)>;
  /// The case must outlive it.
  Simulation(const Case& c, const MakeOperations& make);
  void start() override;
  methods::Arrays download(methods::Level level) const override;
  void upload(methods::Arrays fields) override;
  void upload_old(methods::Arrays fields, double dt) override;
  std::vector<double> memory() const override;
  void recall(const std::vector<double>& numbers) override;
  double time_step() override;
  methods::StepResult advance(double dt, double end, double factor) override;
  double change_over_step() override { return on_->largest_change(); }
  double varies_until() const override;
  std::vector<std::string> warnings_after(long step) override;
  Error divergence(const methods::StepEnd& at, const methods::StepResult& result) override;
  std::vector<double> history() override;
  std::vector<std::vector<double>> measures() override;
  std::vector<methods::BodySummary> body_summaries() override;
  methods::Samples sample(const std::vector<methods::Point>& points) override;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) override;
  void start_averages(const methods::Averages& from) override;
  void add_to_averages(double time) override;
  methods::Averages averages() const override { return averages_.averages(); }
  methods::BackendInfo info() const override { return on_->info(); }
  void begin_step(double dt) override { dt_ = dt; }
  void iterate() override { solve(dt_); }
  double largest_change() override { return on_->largest_change(); }
  void finish() override { on_->finish(); }
  void time_kernels(bool on) override { on_->time_kernels(on); }
  double kernel_seconds() override { return on_->kernel_seconds(); }

 private:
  // Of phi; the mean by volume.
  struct Extremes {
    double least = std::numeric_limits<double>::infinity(), most = -least, mean = 0;
  };
  Extremes extremes();
  Solution solve(double dt);
  void restore_mean(double mean);
  const std::vector<double>& phi();
  methods::CellField cell_field();

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
  std::optional<std::vector<double>> phi_;  // on the host, once it has been read
  methods::HostAverages averages_;
};

}  // namespace slipflow::transport
