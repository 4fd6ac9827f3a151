// A formula of named values.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace slipflow::setup {

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

}  // namespace slipflow::setup
