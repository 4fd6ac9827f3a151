#include "expression_fields.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace slipflow::run {

namespace {
double finite_or_nan(double value) {
  return std::isfinite(value) ? value : std::numeric_limits<double>::quiet_NaN();
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
  const auto layout = problem.mesh().layout();
  std::size_t at = 0;
  for (int k = 0; k < std::max(layout.nz, 1); ++k)
    for (int j = 0; j < std::max(layout.ny, 1); ++j)
      for (int i = 0; i < layout.nx; ++i, ++at) {
        const bool solid = problem.mesh().solid(i, j, k);
        for (std::size_t n = 0; n < fields.size(); ++n) of_cell[n] = fields[n].values[at];
        const auto& results = values(of_cell);
        for (std::size_t n = 0; n < made.size(); ++n)
          made[n].values.push_back(solid ? 0.0 : finite_or_nan(results[n]));
      }
  return made;
}

}  // namespace slipflow::run
