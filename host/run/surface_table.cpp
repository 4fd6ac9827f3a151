#include "slipflow/run/surface_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::run {

namespace {
using methods::Problem;

/// The column of the mean pressure on a surface; none if there is no such surface or pressure.
struct PressureColumn {
  std::size_t column = 0;
  std::string unit;
};

std::optional<PressureColumn> mean_pressure_on(const Problem& problem, const std::string& name) {
  std::size_t column = 0;
  for (const auto& surface : problem.outputs().surfaces)
    for (const auto& number : surface.numbers) {
      if (surface.name == name && number.name == methods::kMeanPressure)
        return PressureColumn{column, number.unit};
      ++column;
    }
  return std::nullopt;
}

std::string names_with_pressure(const Problem& problem) {
  std::vector<std::string> names;
  for (const auto& surface : problem.outputs().surfaces)
    if (mean_pressure_on(problem, surface.name)) names.push_back(surface.name);
  return fmt::format("{}", fmt::join(names, ", "));
}
}  // namespace

void require_surfaces(const config::Settings& settings, const Problem& problem) {
  const auto& drops = problem.controls().output.pressure_drops;
  for (std::size_t k = 0; k < drops.size(); ++k)
    for (const auto& name : drops[k])
      if (!mean_pressure_on(problem, name))
        throw settings.error(settings.directives("output.pressure_drop")[k],
                             fmt::format("there is no surface '{}'; the case has {}", shown(name),
                                         shown(names_with_pressure(problem))));
}

std::vector<methods::SurfaceNumber> pressure_drops_of(const Problem& problem) {
  std::vector<methods::SurfaceNumber> drops;
  for (const auto& [from, to] : problem.controls().output.pressure_drops)
    drops.push_back(
        {fmt::format("pressure_drop_{}_{}", from, to), mean_pressure_on(problem, from)->unit});
  return drops;
}

methods::TableInfo surface_table(const Problem& problem) {
  methods::TableInfo table{"surfaces.csv", {}};
  const auto add = [&](const std::string& name, const std::string& unit) {
    table.columns.push_back(name);
    table.units.push_back(unit);
  };
  for (const auto& surface : problem.outputs().surfaces)
    for (const auto& number : surface.numbers) add(surface.name + '_' + number.name, number.unit);
  for (const auto& drop : pressure_drops_of(problem)) add(drop.name, drop.unit);
  return table;
}

std::vector<double> surface_line(const Problem& problem, methods::Diagnostics& diagnostics) {
  auto line = diagnostics.surface_numbers();
  for (const auto& [from, to] : problem.controls().output.pressure_drops)
    line.push_back(line[mean_pressure_on(problem, from)->column] -
                   line[mean_pressure_on(problem, to)->column]);
  return line;
}

}  // namespace slipflow::run
