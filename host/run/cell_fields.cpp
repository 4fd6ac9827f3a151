#include "slipflow/run/cell_fields.hpp"

#include <cmath>
#include <limits>

namespace slipflow::run {

namespace {
double finite_or_nan(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> names_of_columns(const methods::Problem& problem) {
  const auto& chosen = problem.controls().output.sampled;
  return chosen.empty() ? problem.outputs().measured : chosen;
}
}  // namespace

std::vector<methods::CellField> expression_fields(const methods::Problem& problem,
                                                  const std::vector<std::string>& names,
                                                  const std::vector<methods::CellField>& fields) {
  std::vector<methods::CellField> made;
  std::vector<std::string> wanted, given;
  for (const auto& expression : problem.controls().output.expressions)
    if (std::ranges::find(names, expression.name) != names.end()) {
      made.push_back({expression.name, expression.title(), {}});
      wanted.push_back(expression.name);
    }
  if (made.empty()) return made;
  for (const auto& field : fields) given.push_back(field.name);
  setup::FieldValues values(problem.controls().output.expressions, wanted, given);
  std::vector<double> of_cell(fields.size());
  for (auto& field : made) field.values.resize(static_cast<std::size_t>(problem.mesh().cells()));
  for_fluid_cells(problem.mesh(), [&](std::size_t at, int, int, int) {
    for (std::size_t n = 0; n < fields.size(); ++n) of_cell[n] = fields[n].values[at];
    const auto& results = values(of_cell);
    for (std::size_t n = 0; n < made.size(); ++n) made[n].values[at] = finite_or_nan(results[n]);
  });
  return made;
}

methods::CellField mean_field(const methods::CellField& present, const mesh::Mesh& mesh,
                              const methods::Averages& averages, std::size_t k) {
  methods::CellField field{present.name + "_mean", "mean " + present.label, present.values};
  if (averages.time == 0) return field;
  for_fluid_cells(mesh,
                  [&](std::size_t at, int, int, int) { field.values[at] = averages.means[k][at]; });
  return field;
}

methods::CellField rms_field(const methods::CellField& present, const mesh::Mesh& mesh,
                             const methods::Averages& averages, std::size_t k) {
  methods::CellField field{present.name + "_rms", "fluctuation of " + present.label,
                           std::vector<double>(present.values.size(), 0.0)};
  if (averages.time == 0) return field;
  for_fluid_cells(mesh, [&](std::size_t at, int, int, int) {
    field.values[at] = std::sqrt(averages.squares[k][at] / averages.time);
  });
  return field;
}

std::vector<std::string> fields_of_samples(const methods::Problem& problem) {
  auto fields = problem.outputs().measured;
  const auto& more = problem.controls().output.sampled_too;
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

SampledFields::SampledFields(const methods::Problem& problem)
    : names_(names_of_columns(problem)),
      values_(problem.controls().output.expressions, names_, fields_of_samples(problem)) {}

}  // namespace slipflow::run
