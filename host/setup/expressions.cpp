#include "slipflow/setup/expressions.hpp"

#include <algorithm>

namespace slipflow::setup {

namespace {
using NameList = std::vector<std::string>;

void add_once(NameList& names, const std::string& name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// Fields, then the expressions so far.
NameList names_known(const NameList& fields, const ExpressionList& expressions) {
  NameList names = fields;
  for (const auto& expression : expressions) names.push_back(expression.name);
  return names;
}

std::size_t place_of(const NameList& names, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}
}  // namespace

void add_expression(const std::string& name, const std::string& formula, const NameList& fields,
                    ExpressionList& expressions) {
  const Formula parsed(formula, names_known(fields, expressions));
  expressions.push_back({name, formula, fields_needed(expressions, parsed.names())});
}

NameList fields_needed(const ExpressionList& expressions, const NameList& names) {
  NameList fields;
  for (const auto& name : names) {
    const auto found = std::ranges::find(expressions, name, &Expression::name);
    if (found == expressions.end())
      add_once(fields, name);
    else
      for (const auto& field : found->fields) add_once(fields, field);
  }
  return fields;
}

FieldValues::FieldValues(const ExpressionList& expressions, const NameList& wanted,
                         const NameList& given) {
  NameList known = given;
  const auto is_known = [&](const std::string& name) {
    return std::ranges::find(known, name) != known.end();
  };
  for (const auto& expression : expressions) {
    if (!std::ranges::all_of(expression.fields, is_known)) continue;
    Step step{Formula(expression.formula, known), {}};
    for (const auto& name : step.formula.names()) step.places.push_back(place_of(known, name));
    steps_.push_back(std::move(step));
    known.push_back(expression.name);
  }
  for (const auto& name : wanted) places_.push_back(place_of(known, name));
}

const std::vector<double>& FieldValues::operator()(const std::vector<double>& given) {
  values_ = given;
  for (Step& step : steps_) {
    step.arguments.clear();
    for (const std::size_t place : step.places) step.arguments.push_back(values_[place]);
    values_.push_back(step.formula(step.arguments));
  }
  wanted_.clear();
  for (const std::size_t place : places_) wanted_.push_back(values_[place]);
  return wanted_;
}

}  // namespace slipflow::setup
