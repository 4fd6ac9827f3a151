// Vectors and numbers of the iterations on the host, whatever the rows of the matrix are.
#pragma once

#include <array>
#include <vector>

#include "operations7.hpp"

namespace slipflow::linear_solvers {

class SerialVectors : public VectorOperations7, public RowOperations7 {
 public:
  /// Vectors of that many entries.
  explicit SerialVectors(std::size_t size) : size_(size) {}

  std::vector<double>& values(Vector7 name);
  double bytes_of_vectors() const;

  void begin() override;
  void queue(int iterations, const std::function<void()>& iteration) override;
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
  void divide_by_diagonal(Vector7 r, Vector7 z) override;

 protected:
  /// The diagonal in the row of an entry; 0: the entry belongs to no cell.
  virtual double diagonal(std::size_t p) const = 0;
  bool ended() const { return progress_.outcome != S7_GOES_ON; }
  double* at(Vector7 name) { return values(name).data(); }

 private:
  // f(p) for all entries, unless the iterations have ended.
  template <class F>
  void for_entries(F f);
  template <class Value>
  void add_up(Sum7 sum, Value value);

  const std::size_t size_;
  std::array<std::vector<double>, kVectors7> vectors_;
  std::array<double, S7_NUMBERS> numbers_{};
  S7Progress progress_{};
  std::vector<Iteration7> record_;
  std::size_t most_recorded_ = 0;
};

}  // namespace slipflow::linear_solvers
