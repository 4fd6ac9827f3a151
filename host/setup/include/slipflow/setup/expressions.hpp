// Expressions of fields: their names can be written wherever fields are named.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace slipflow::setup {

// A formula of named values.

/// What is wrong with a formula, and where, in one sentence.
struct FormulaFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Letters of the longest formula.
constexpr std::size_t kMostFormula = 1000;

/// "p - 1": operators, functions and constants are those of muParser, without assignments. Numbers
/// have a decimal point, whatever the user's language.
class Formula {
 public:
  /// A formula of these names. Throws FormulaFault.
  Formula(const std::string& text, const std::vector<std::string>& names);
  ~Formula();
  Formula(Formula&&) noexcept;
  Formula& operator=(Formula&&) noexcept;

  /// The names that it contains.
  const std::vector<std::string>& names() const { return names_; }
  /// Its value; `values` are in the order of names().
  double operator()(const std::vector<double>& values);

 private:
  struct Parser;
  std::vector<std::string> names_;
  std::unique_ptr<Parser> parser_;
};

/// A line of output.expression.
struct Expression {
  std::string name;                 ///< "dp"
  std::string formula;              ///< "p - 1", of fields and of expressions before it
  std::vector<std::string> fields;  ///< those that it and these depend on

  /// "dp = p - 1": the title of an axis.
  std::string title() const { return name + " = " + formula; }
};
using ExpressionList = std::vector<Expression>;

/// Adds an expression. Throws FormulaFault.
void add_expression(const std::string& name, const std::string& formula,
                    const std::vector<std::string>& fields, ExpressionList& expressions);

/// The fields that these fields and expressions need, each once, in the order of their first use.
std::vector<std::string> fields_needed(const ExpressionList& expressions,
                                       const std::vector<std::string>& names);

/// Values of fields and expressions from those of fields.
class FieldValues {
 public:
  /// `wanted`: fields and expressions; `given`: the fields whose values are known, with all of
  /// fields_needed().
  FieldValues(const ExpressionList& expressions, const std::vector<std::string>& wanted,
              const std::vector<std::string>& given);
  /// The values of the wanted ones, from those of the given fields.
  const std::vector<double>& operator()(const std::vector<double>& given);

 private:
  struct Step {
    Formula formula;
    std::vector<std::size_t> places;  // of its arguments in values_
    std::vector<double> arguments{};
  };
  std::vector<Step> steps_;          // each appends a value
  std::vector<std::size_t> places_;  // of the wanted ones in values_
  std::vector<double> values_, wanted_;
};

}  // namespace slipflow::setup
