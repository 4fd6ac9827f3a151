#include "sampled_fields.hpp"

namespace slipflow::run {

namespace {
std::vector<std::string> names_of_columns(const methods::Problem& problem) {
  const auto& chosen = problem.controls().output.sampled;
  return chosen.empty() ? problem.outputs().measured : chosen;
}
}  // namespace

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
