#include "slipflow/simple_ts/march_extrapolation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace slipflow::simple_ts {

namespace {
constexpr long kStepsBetweenStates = 10;
// Until the first extrapolation, as some flows need no other.
constexpr long kStepsBetweenFirst = 5;
// The first steps after an extrapolation damp what it has excited.
constexpr long kStepsWithout = 15;
constexpr std::size_t kChanges = 11, kStates = kChanges + 1;
// In memory(), before the states.
constexpr std::size_t kNumbers = 2;
// Of an array, so that the states stay small in checkpoints: 46 MB.
constexpr std::size_t kMostValues = 1 << 17;
// Added to the diagonal, compared to its sum: changes that nearly depend on each other.
constexpr double kRegularisation = 1e-14;

using Matrix = std::vector<std::vector<double>>;

// Solves a symmetric positive system.
std::vector<double> solution_of(Matrix a, std::vector<double> x) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t row = i + 1; row < n; ++row) {
      const double part = a[row][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[row][k] -= part * a[i][k];
      x[row] -= part * x[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= a[i][k] * x[k];
    x[i] /= a[i][i];
  }
  return x;
}

double largest_velocity(const State& s, const std::vector<std::size_t>& gas) {
  double largest = 0;
  for (const std::size_t at : gas)
    largest = std::max({largest, std::abs(s.u[at]), std::abs(s.v[at])});
  return largest;
}

// Sum over the gas of the products of two changes, velocities relative to the largest.
double product(const std::vector<State>& s, std::size_t a, std::size_t b,
               const std::vector<std::size_t>& gas, double weight) {
  double sum = 0;
  for (std::size_t k = 0; k < s[0].all().size(); ++k) {
    const double *a0 = s[a].all()[k]->data(), *a1 = s[a + 1].all()[k]->data();
    const double *b0 = s[b].all()[k]->data(), *b1 = s[b + 1].all()[k]->data();
    double of_field = 0;
    for (const std::size_t at : gas) of_field += (a1[at] - a0[at]) * (b1[at] - b0[at]);
    const bool is_velocity = s[0].all()[k] == &s[0].u || s[0].all()[k] == &s[0].v;
    sum += is_velocity ? weight * of_field : of_field;
  }
  return sum;
}

// Weights with the sum 1 for which the mean of the changes is least. Equal ones if nothing changes.
std::vector<double> weights_of(const std::vector<State>& s, const std::vector<std::size_t>& gas) {
  const double largest = largest_velocity(s.back(), gas);
  const double weight = largest > 0 ? 1 / (largest * largest) : 1;
  Matrix products(kChanges, std::vector<double>(kChanges));
  for (std::size_t a = 0; a < kChanges; ++a)
    for (std::size_t b = 0; b <= a; ++b)
      products[a][b] = products[b][a] = product(s, a, b, gas, weight);
  double trace = 0, sum = 0;
  for (std::size_t a = 0; a < kChanges; ++a) trace += products[a][a];
  if (trace == 0) return std::vector<double>(kChanges, 1.0 / kChanges);
  for (std::size_t a = 0; a < kChanges; ++a) products[a][a] += kRegularisation * trace;
  auto weights = solution_of(products, std::vector<double>(kChanges, 1));
  for (const double w : weights) sum += w;
  for (double& w : weights) w /= sum;
  return weights;
}
}  // namespace

MarchExtrapolation::MarchExtrapolation(const Case& c) : values_(c.mesh.layout().size()) {
  if (values_ > kMostValues) return;
  for (std::size_t at = 0; at < values_; ++at)
    if (c.mesh.tags[at] == 0) gas_.push_back(at);
}

bool MarchExtrapolation::is_due() {
  if (gas_.empty()) return false;
  ++steps_;
  const long between = began_anew_ ? kStepsBetweenStates : kStepsBetweenFirst;
  return steps_ > kStepsWithout && steps_ % between == 0;
}

std::optional<State> MarchExtrapolation::take(State s) {
  states_.push_back(std::move(s));
  if (states_.size() < kStates) return std::nullopt;
  auto result = extrapolated();
  states_.clear();
  steps_ = 0;
  began_anew_ = true;
  return result;
}

// Nothing if it is far from the last state.
std::optional<State> MarchExtrapolation::extrapolated() const {
  const auto weights = weights_of(states_, gas_);
  State result = states_.back();
  for (std::size_t k = 0; k < result.all().size(); ++k)
    for (std::size_t at = 0; at < values_; ++at) {
      double value = 0;
      for (std::size_t n = 0; n < kChanges; ++n)
        value += weights[n] * (*states_[n + 1].all()[k])[at];
      (*result.all()[k])[at] = value;
    }
  for (const std::size_t at : gas_) {
    const double T = result.T[at] / states_.back().T[at];
    const double rho = result.rho[at] / states_.back().rho[at];
    if (!(T > 0.5 && T < 2 && rho > 0.5 && rho < 2)) return std::nullopt;
  }
  return result;
}

std::vector<double> MarchExtrapolation::memory() const {
  std::vector<double> numbers = {static_cast<double>(steps_), began_anew_ ? 1.0 : 0.0};
  for (const State& s : states_)
    for (const auto* field : s.all()) numbers.insert(numbers.end(), field->begin(), field->end());
  return numbers;
}

void MarchExtrapolation::recall(const std::vector<double>& numbers) {
  if (numbers.size() < kNumbers) return;
  const std::size_t of_state = 4 * values_, of_states = numbers.size() - kNumbers;
  const bool known = of_states % of_state == 0 && of_states / of_state < kStates &&
                     numbers[0] >= 0 && numbers[0] <= kStates * kStepsBetweenStates + kStepsWithout;
  if (!known) return;
  steps_ = static_cast<long>(numbers[0]);
  began_anew_ = numbers[1] != 0;
  states_.clear();
  for (auto at = numbers.begin() + kNumbers; at != numbers.end();) {
    State s;
    for (auto* field : s.all()) {
      const auto end = at + static_cast<std::ptrdiff_t>(values_);
      field->assign(at, end);
      at = end;
    }
    states_.push_back(std::move(s));
  }
}

}  // namespace slipflow::simple_ts
