#include "slipflow/simple_ts/march_acceleration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace slipflow::simple_ts {

namespace {
// Steps that only follow the flow from its initial state.
constexpr long kFirstSteps = 15;
// A cycle of steps: the first ones damp what a mean has excited, the last ones are changes.
constexpr long kCycle = 8;
constexpr std::size_t kChanges = 4, kStates = kChanges + 1;
constexpr std::size_t kMostStates = 6 * kStates;
// A mean with a T or rho of this many times that of the last state is dropped: it moves shocks to
// where the march does not settle.
constexpr double kFarthest = 1.1;
// Added to a diagonal of 1: changes that nearly depend on each other.
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

std::size_t state_before(std::size_t change) {
  return kStates * (change / kChanges) + change % kChanges;
}

// The changes of all fields from one state to the next, at those places.
std::vector<double> change_of(const State& before, const State& after,
                              const std::vector<std::size_t>& places) {
  std::vector<double> change;
  const auto from = before.all(), to = after.all();
  change.reserve(from.size() * places.size());
  for (std::size_t k = 0; k < from.size(); ++k)
    for (const std::size_t at : places) change.push_back((*to[k])[at] - (*from[k])[at]);
  return change;
}

// Sum of the products, in lanes that vector instructions add up side by side.
double product(const std::vector<double>& a, const std::vector<double>& b) {
  constexpr std::size_t kLanes = 8;
  double sums[kLanes] = {};
  const std::size_t whole = a.size() - a.size() % kLanes;
  for (std::size_t at = 0; at < whole; at += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) sums[lane] += a[at + lane] * b[at + lane];
  for (std::size_t at = whole; at < a.size(); ++at) sums[at - whole] += a[at] * b[at];
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

// Weights with the sum 1 for which the mean of the changes is least; `products`: below its
// diagonal.
std::vector<double> weights_of(const Matrix& products) {
  const std::size_t n = products.size();
  std::vector<double> scale(n, 1);
  for (std::size_t a = 0; a < n; ++a)
    if (products[a][a] > 0) scale[a] = 1 / std::sqrt(products[a][a]);
  Matrix scaled(n, std::vector<double>(n));
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b <= a; ++b)
      scaled[a][b] = scaled[b][a] = products[a][b] * scale[a] * scale[b];
    scaled[a][a] += kRegularisation;
  }
  auto weights = solution_of(scaled, scale);
  double sum = 0;
  for (std::size_t a = 0; a < n; ++a) sum += weights[a] *= scale[a];
  for (double& w : weights) w /= sum;
  return weights;
}
}  // namespace

MarchAcceleration::MarchAcceleration(const Case& c)
    : axes_(c.axes()), values_(c.mesh.layout().size()) {
  if (values_ > kMostValues) return;
  for (std::size_t at = 0; at < values_; ++at)
    if (c.mesh.tags[at] == 0) gas_.push_back(at);
}

bool MarchAcceleration::is_due() {
  if (gas_.empty()) return false;
  ++steps_;
  return steps_ > kFirstSteps + kCycle - static_cast<long>(kStates);
}

std::optional<State> MarchAcceleration::take(State s) {
  if (states_.size() == kMostStates) drop_oldest_cycle();
  states_.push_back(std::move(s));
  if (states_.size() % kStates != 0) return std::nullopt;
  steps_ = kFirstSteps;
  add_products();
  auto mean = weighted_mean();
  if (is_far(mean)) {
    drop_all();
    return std::nullopt;
  }
  return mean;
}

void MarchAcceleration::interrupt() {
  steps_ = std::min(steps_, kFirstSteps);
  states_.resize(states_.size() - states_.size() % kStates);
}

void MarchAcceleration::forget() {
  steps_ = 0;
  drop_all();
}

void MarchAcceleration::drop_all() {
  states_.clear();
  changes_.clear();
  products_.clear();
}

void MarchAcceleration::drop_oldest_cycle() {
  states_.erase(states_.begin(), states_.begin() + kStates);
  changes_.erase(changes_.begin(), changes_.begin() + kChanges);
  products_.erase(products_.begin(), products_.begin() + kChanges);
  for (auto& row : products_) row.erase(row.begin(), row.begin() + kChanges);
}

void MarchAcceleration::add_products() {
  while (changes_.size() < states_.size() / kStates * kChanges) {
    const std::size_t state = state_before(changes_.size());
    changes_.push_back(change_of(states_[state], states_[state + 1], gas_));
    std::vector<double> row;
    for (const auto& other : changes_) row.push_back(product(changes_.back(), other));
    products_.push_back(std::move(row));
  }
}

// As differences from the last state: values that no step changes stay as they are to the bit.
State MarchAcceleration::weighted_mean() const {
  const auto weights = weights_of(products_);
  State mean = states_.back();
  for (std::size_t k = 0; k < mean.all().size(); ++k) {
    auto& field = *mean.all()[k];
    const auto& last = *states_.back().all()[k];
    for (std::size_t change = 0; change + 1 < weights.size(); ++change) {
      const auto& after = *states_[state_before(change) + 1].all()[k];
      for (std::size_t at = 0; at < values_; ++at)
        field[at] += weights[change] * (after[at] - last[at]);
    }
  }
  return mean;
}

bool MarchAcceleration::is_far(const State& s) const {
  return !std::ranges::all_of(gas_, [&](std::size_t at) {
    const double T = s.T[at] / states_.back().T[at];
    const double rho = s.rho[at] / states_.back().rho[at];
    return std::min(T, rho) > 1 / kFarthest && std::max(T, rho) < kFarthest;
  });
}

void MarchAcceleration::archive_numbers(methods::NumberArchive& archive) {
  std::vector<double> values;
  for (const State& s : states_)
    for (const auto* field : s.all()) values.insert(values.end(), field->begin(), field->end());
  archive("acceleration.steps", steps_, 0, kFirstSteps + kCycle - 1);
  // Changes within a cycle are those between its states.
  long states_of_cycle = kStates;
  archive("acceleration.states_of_cycle", states_of_cycle, kStates, kStates);
  archive("acceleration.states", values);
  if (!archive.restores()) return;
  const std::size_t of_state = State{axes_}.all().size() * values_;
  if (values.size() % of_state != 0 || values.size() / of_state > kMostStates)
    throw archive.error("'acceleration.states' has other states");
  drop_all();
  for (auto at = values.begin(); at != values.end();) {
    State s{axes_};
    for (auto* field : s.all()) {
      const auto end = at + static_cast<std::ptrdiff_t>(values_);
      field->assign(at, end);
      at = end;
    }
    states_.push_back(std::move(s));
  }
  add_products();
}

}  // namespace slipflow::simple_ts
