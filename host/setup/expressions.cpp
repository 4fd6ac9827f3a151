#include "slipflow/setup/expressions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <muParser.h>

#include <algorithm>
#include <cstddef>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using NameList = std::vector<std::string>;

FormulaFault fault_at(std::size_t place, const std::string& what) {
  return FormulaFault(fmt::format("character {} of the formula: {}", place + 1, what));
}

/// Comparisons contain '=' too.
void refuse_assignment(const std::string& text) {
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '=') continue;
    const bool doubled = k + 1 < text.size() && text[k + 1] == '=';
    const bool compares = k > 0 && std::string("<>!").find(text[k - 1]) != std::string::npos;
    if (!doubled && !compares) throw fault_at(k, "'=' is not allowed; to compare write '=='");
    k += doubled ? 1 : 0;
  }
}

std::string reason(const mu::ParserError& error, const NameList& names) {
  const std::string token = shown(error.GetToken());
  switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN:
      return fmt::format("'{}' is neither a number, a function nor one of {}", token,
                         fmt::join(names, ", "));
    case mu::ecUNEXPECTED_EOF:
      return "a value is missing at the end";
    case mu::ecMISSING_PARENS:
      return "a closing parenthesis is missing";
    case mu::ecTOO_MANY_PARAMS:
      return fmt::format("'{}' has too many arguments", token);
    case mu::ecTOO_FEW_PARAMS:
      return fmt::format("'{}' has too few arguments", token);
    case mu::ecUNEXPECTED_OPERATOR:
    case mu::ecUNEXPECTED_ARG_SEP:
    case mu::ecUNEXPECTED_ARG:
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_PARENS:
    case mu::ecUNEXPECTED_STR:
    case mu::ecUNEXPECTED_FUN:
    case mu::ecUNEXPECTED_CONDITIONAL:
      return fmt::format("'{}' is out of place", token);
    default:
      return shown(error.GetMsg());
  }
}
}  // namespace

struct Formula::Parser {
  mu::Parser parser;
  std::vector<double> values;  // the parser keeps their addresses
};

Formula::Formula(const std::string& text, const NameList& names)
    : parser_(std::make_unique<Parser>()) {
  if (text.empty()) throw FormulaFault("the formula is empty");
  if (text.size() > kMostFormula)
    throw FormulaFault(fmt::format("the formula has {} letters; at most {} are allowed",
                                   text.size(), kMostFormula));
  refuse_assignment(text);
  parser_->values.assign(names.size(), 1.0);
  auto& parser = parser_->parser;
  try {
    for (std::size_t k = 0; k < names.size(); ++k) parser.DefineVar(names[k], &parser_->values[k]);
    parser.SetExpr(text);
    int results = 0;
    parser.Eval(results);
    if (results != 1)
      throw FormulaFault(fmt::format("the formula has {} values, separated by commas", results));
    for (const auto& [name, address] : parser.GetUsedVar()) names_.push_back(name);
    // From now on the values are those of the names that are used.
    parser.ClearVar();
    parser_->values.resize(names_.size());
    for (std::size_t k = 0; k < names_.size(); ++k)
      parser.DefineVar(names_[k], &parser_->values[k]);
  } catch (const mu::ParserError& error) {
    const auto place = std::min<std::size_t>(static_cast<std::size_t>(std::max(error.GetPos(), 0)),
                                             text.size() - 1);
    throw fault_at(place, reason(error, names));
  }
}

Formula::~Formula() = default;
Formula::Formula(Formula&&) noexcept = default;
Formula& Formula::operator=(Formula&&) noexcept = default;

double Formula::operator()(const std::vector<double>& values) {
  std::ranges::copy(values, parser_->values.begin());
  return parser_->parser.Eval();
}

namespace {
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
