#include "slipflow/run/oscillations.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

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
}  // namespace

std::optional<Oscillation> oscillation_of(const std::vector<double>& times,
                                          const std::vector<double>& values) {
  if (times.size() < 3) return std::nullopt;
  const auto half = std::lower_bound(times.begin(), times.end() - 2, 0.5 * times.back());
  const auto first = static_cast<std::size_t>(half - times.begin());
  const auto [least, most] =
      std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(first), values.end());
  if (!(*most - *least > kLeastVariation)) return std::nullopt;
  const auto at = rises(times, values, first, mean_over_time(times, values, first));
  if (at.size() < 2) return std::nullopt;
  std::vector<double> periods;
  for (std::size_t k = 1; k < at.size(); ++k) periods.push_back(at[k] - at[k - 1]);
  const auto count = std::min(static_cast<std::ptrdiff_t>(periods.size()), kMostPeriods);
  const auto [shortest, longest] = std::minmax_element(periods.end() - count, periods.end());
  const double mean = (at.back() - at[at.size() - 1 - static_cast<std::size_t>(count)]) /
                      static_cast<double>(count);
  return Oscillation{"", 1 / mean, static_cast<int>(count), (*longest - *shortest) / mean};
}

std::vector<Oscillation> oscillations_in(std::istream& table,
                                         const std::vector<std::string>& probes, double time_factor,
                                         double velocity_factor) {
  std::string line;
  std::getline(table, line);
  const auto columns = split_at(line, ',');
  const auto column = [&](const std::string& name) {
    const auto is_named = [&](const auto& title) { return output::column_name(title) == name; };
    return static_cast<std::size_t>(std::find_if(columns.begin(), columns.end(), is_named) -
                                    columns.begin());
  };
  std::vector<std::size_t> places = {column("time")};
  for (const auto& probe : probes) places.push_back(column(probe + "_v"));
  std::vector<std::vector<double>> values(places.size());
  while (std::getline(table, line)) {
    const auto cells = split_at(line, ',');
    for (std::size_t k = 0; k < places.size(); ++k)
      values[k].push_back(places[k] < cells.size()
                              ? std::strtod(cells[places[k]].c_str(), nullptr) /
                                    (k == 0 ? time_factor : velocity_factor)
                              : std::nan(""));
  }
  std::vector<Oscillation> found;
  for (std::size_t p = 0; p < probes.size(); ++p) {
    auto oscillation = oscillation_of(values[0], values[p + 1]);
    if (!oscillation) continue;
    oscillation->probe = probes[p];
    found.push_back(*oscillation);
  }
  return found;
}

std::vector<Oscillation> oscillations(const methods::Problem& problem,
                                      const output::ResultsFolder& results) {
  std::vector<std::string> probes;
  for (const auto& probe : problem.controls().output.probes) probes.push_back(probe.name);
  if (probes.empty() || problem.controls().time.kind != setup::TimeKind::physical) return {};
  InputFile table(results.path() / kProbesTable);
  const OutputUnits units(problem);
  return oscillations_in(table, probes, units.time(), units.factor(unit_of_field(problem, "v")));
}

}  // namespace slipflow::run
