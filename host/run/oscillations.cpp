#include "slipflow/run/oscillations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <unordered_map>

#include "slipflow/run/measure_tables.hpp"
#include "slipflow/run/output_units.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::run {

namespace {
constexpr double kLeastVariation = 1e-3;
constexpr std::ptrdiff_t kMostPeriods = 4;

// Where the values rise above a level, from the place `first` on.
std::vector<double> rises(const std::vector<double>& times, const std::vector<double>& values,
                          std::size_t first, double level) {
  std::vector<double> found;
  for (std::size_t k = first + 1; k < times.size(); ++k)
    if (values[k - 1] < level && values[k] >= level)
      found.push_back(
          std::lerp(times[k - 1], times[k], (level - values[k - 1]) / (values[k] - values[k - 1])));
  return found;
}

double mean_over_time(const std::vector<double>& times, const std::vector<double>& values,
                      std::size_t first) {
  double integral = 0;
  for (std::size_t k = first + 1; k < times.size(); ++k)
    integral += 0.5 * (values[k - 1] + values[k]) * (times[k] - times[k - 1]);
  return integral / (times.back() - times[first]);
}

// The times, then the values of each signal.
std::vector<std::vector<double>> values_of(std::istream& table, const std::vector<Signal>& signals,
                                           double time_factor) {
  std::string line;
  std::getline(table, line);
  const auto titles = csv_cells(line);
  std::unordered_map<std::string, std::size_t> columns;
  for (std::size_t k = 0; k < titles.size(); ++k)
    columns.emplace(output::column_name(titles[k]), k);
  const auto place_of = [&](const std::string& name) {
    const auto found = columns.find(name);
    return found == columns.end() ? titles.size() : found->second;
  };
  std::vector<std::vector<std::size_t>> places = {{place_of("time")}};
  for (const Signal& signal : signals) {
    auto& of_signal = places.emplace_back();
    for (const auto& column : signal.columns) of_signal.push_back(place_of(column));
  }
  std::vector<std::vector<double>> values(places.size());
  while (std::getline(table, line)) {
    const auto cells = split_at(line, ',');
    for (std::size_t k = 0; k < places.size(); ++k) {
      double sum = 0;
      for (const std::size_t at : places[k])
        sum += at < cells.size() ? std::strtod(cells[at].c_str(), nullptr) : std::nan("");
      values[k].push_back(sum / (k == 0 ? time_factor : signals[k - 1].factor));
    }
  }
  return values;
}

std::vector<Signal> signals_of_probes(const methods::Problem& problem, const OutputUnits& units) {
  std::vector<Signal> signals;
  for (const auto& probe : problem.controls().output.probes)
    signals.push_back({"probe",
                       probe.name,
                       "v",
                       {probe.name + "_v"},
                       units.factor(unit_of_field(problem, "v")),
                       problem.description().reference_length(),
                       problem.description().velocity_scale()});
  return signals;
}

// A force of the case times this factor is in the table.
double factor_of_force(const methods::Problem& problem, const OutputUnits& units,
                       const methods::BodyForce& force) {
  for (const auto& table : problem.outputs().tables)
    for (std::size_t k = 0; k < table.units.size(); ++k)
      if (table.columns[k] == force.columns.front()) return units.factor(table.units[k]);
  return 1;
}

// A force of a velocity U has the scale U^2 S/2, S a length or in space an area.
std::vector<Signal> signals_of_forces(const methods::Problem& problem, const OutputUnits& units) {
  const double velocity = problem.description().velocity_scale();
  std::vector<Signal> signals;
  for (const auto& force : problem.description().body_forces()) {
    const double size = force.reference_area > 0 ? force.reference_area : force.reference_length;
    signals.push_back({"body", force.body, force.name, force.columns,
                       factor_of_force(problem, units, force), force.reference_length,
                       0.5 * velocity * velocity * size});
  }
  return signals;
}
}  // namespace

std::optional<Oscillation> oscillation_of(const std::vector<double>& times,
                                          const std::vector<double>& values, double scale) {
  if (times.size() < 3) return std::nullopt;
  const auto half = std::lower_bound(times.begin(), times.end() - 2, 0.5 * times.back());
  const auto first = static_cast<std::size_t>(half - times.begin());
  const auto [least, most] =
      std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
  if (!(*most - *least > kLeastVariation * scale)) return std::nullopt;
  const auto at = rises(times, values, first, mean_over_time(times, values, first));
  if (at.size() < 2) return std::nullopt;
  std::vector<double> periods;
  for (std::size_t k = 1; k < at.size(); ++k) periods.push_back(at[k] - at[k - 1]);
  const auto count = std::min(static_cast<std::ptrdiff_t>(periods.size()), kMostPeriods);
  const auto [shortest, longest] = std::minmax_element(periods.end() - count, periods.end());
  const double mean = (at.back() - at[at.size() - 1 - static_cast<std::size_t>(count)]) /
                      static_cast<double>(count);
  return Oscillation{{}, 1 / mean, static_cast<int>(count), (*longest - *shortest) / mean};
}

std::vector<Oscillation> oscillations_in(std::istream& table, const std::vector<Signal>& signals,
                                         double time_factor) {
  const auto values = values_of(table, signals, time_factor);
  double largest = 0;
  for (std::size_t k = 1; k < values.size(); ++k)
    for (const double value : values[k])
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  std::vector<Oscillation> found;
  for (std::size_t k = 0; k < signals.size(); ++k) {
    const double scale = signals[k].scale > 0 ? signals[k].scale : largest;
    auto oscillation = oscillation_of(values[0], values[k + 1], scale);
    if (!oscillation) continue;
    oscillation->signal = signals[k];
    found.push_back(*oscillation);
  }
  return found;
}

std::vector<Oscillation> oscillations(const methods::Problem& problem,
                                      const output::ResultsFolder& results) {
  if (problem.controls().time.kind != setup::TimeKind::physical) return {};
  const OutputUnits units(problem);
  std::vector<Oscillation> found;
  const auto search = [&](const char* file, const std::vector<Signal>& signals) {
    if (signals.empty()) return;
    InputFile table(results.path() / file);
    const auto more = oscillations_in(table, signals, units.time());
    found.insert(found.end(), more.begin(), more.end());
  };
  search(kProbesTable, signals_of_probes(problem, units));
  search(methods::kForcesTable, signals_of_forces(problem, units));
  return found;
}

}  // namespace slipflow::run
