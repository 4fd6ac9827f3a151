// The operations on the host, one after another over the whole box.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "operations7.hpp"
#include "serial/serial_coarse.hpp"
#include "serial/serial_cycle.hpp"
#include "serial/serial_cycle_in_single.hpp"
#include "serial/serial_level.hpp"

namespace slipflow::linear_solvers {

class SerialOperations : public Operations7 {
 public:
  SerialOperations(const Matrix7& matrix, const Choice7& choice);

  std::vector<double>& values(Vector7 name);
  double bytes() const;
  const SerialLevel<double>& rows() const { return *rows_; }

  void begin() override;
  void queue(int iterations, const std::function<void()>& iteration) override {
    iterate(iterations, iteration);
  }
  void set_number(int number, double value) override { numbers_[number] = value; }
  void iterate(int max, const std::function<void()>& iteration) override;
  S7Progress progress() override { return progress_; }
  double number(int number) override { return numbers_[number]; }
  void record(int most) override;
  std::vector<Iteration7> recorded() override { return record_; }

  void copy(Vector7 from, Vector7 to) override;
  void sum_products(Vector7 a, Vector7 b, Sum7 sum) override;
  void sum_values(Vector7 a, Sum7 sum) override;
  void sum_weighted(Vector7 a, bool inverse, Sum7 sum) override;
  void take_mean_out(Vector7 a) override;
  void subtract(Vector7 a, Vector7 b, Vector7 r) override;

  void set_cg_direction() override;
  void advance_cg(Sum7 sum) override;
  void set_shadow_direction() override;
  void set_half_residual() override;
  void advance_full_step(Sum7 sum) override;
  void add_scaled(Vector7 q, int number) override;
  void add(Vector7 z) override;
  void discard_broken_solution() override;

  void find_residual(Sum7 sum) override;
  void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override;
  void multiply_upper(Vector7 x, Vector7 y) override;
  void divide_by_diagonal(Vector7 r, Vector7 z) override;
  void sweep_lower(Vector7 r, Vector7 y) override;
  void sweep_upper(Vector7 y, Vector7 q) override;
  void solve_lines(Vector7 r, Vector7 z) override;
  void cycle(Vector7 r, Vector7 z) override;
  void set_coarse_levels() override;
  void set_lines() override {}

 private:
  bool ended() const { return progress_.outcome != S7_GOES_ON; }
  double* at(Vector7 name) { return values(name).data(); }
  // f(p) for all entries, unless the iterations have ended.
  template <class F>
  void for_entries(F f);
  template <class Value>
  void add_up(Sum7 sum, Value value);

  const Matrix7& matrix_;
  const Choice7 choice_;
  const std::size_t size_;
  std::vector<double> diagonals_;  // of S7_FREE
  const Levels7 plan_;
  std::unique_ptr<SerialLevel<double>> rows_;
  // Of multigrid; one of the cycles.
  std::unique_ptr<SerialCoarse> coarse_;
  std::unique_ptr<SerialCycle<double>> cycle_;
  std::unique_ptr<SerialCycleInSingle> cycle_in_single_;
  std::array<std::vector<double>, kVectors7> vectors_;
  std::array<double, S7_NUMBERS> numbers_{};
  S7Progress progress_{};
  std::vector<Iteration7> record_;
  std::size_t most_recorded_ = 0;
};

}  // namespace slipflow::linear_solvers
