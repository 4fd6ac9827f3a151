// Formulas of fields: what they may be, what is said of bad ones, independence of the language.
#include <doctest/doctest.h>

#include <clocale>
#include <cmath>
#include <locale>

#include "failure.hpp"
#include "slipflow/setup/expressions.hpp"
#include "test_cases.hpp"

namespace test_formula {

using slipflow::ExitStatus;
using slipflow::setup::Formula;
using slipflow::setup::FormulaFault;

namespace {
std::string fault(const std::string& text) {
  try {
    const Formula formula(text, {"p", "T", "u"});
  } catch (const FormulaFault& found) {
    return found.what();
  }
  return "none";
}

struct CommaForPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
};

const std::string text =
    "[gas]\nknudsen = 0.05\nmach = 0.5\n[mesh]\nx = 0 12\ny = 0 6\ncells = 12 9\n"
    "[boundary]\nwest = symmetry\neast = outflow\nsouth = wall\nnorth = wall\n"
    "[time]\nstep = 0.01\nmax_steps = 1\n[output]\n";

std::string refused(const std::string& line) {
  const auto [status, sentence] =
      test_support::failure([&] { slipflow::simple_ts::case_from(text + line + '\n'); });
  return status == ExitStatus::bad_input ? sentence : "not refused: " + sentence;
}

bool has(const std::string& sentence, const std::string& part) {
  return sentence.find(part) != std::string::npos;
}
}  // namespace

TEST_CASE("a formula has the value of its names, in their order") {
  Formula formula("u^2 + max(p - 1, 0.5)", {"p", "T", "u"});
  CHECK(formula.names() == std::vector<std::string>{"p", "u"});
  CHECK(formula({3, 2}) == 6);
  CHECK(formula({1, 2}) == 4.5);
}

TEST_CASE("a decimal point is one in every language") {
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaForPoint));
  Formula formula("1.5 * p + max(0.25, 0)", {"p"});
  CHECK(formula({2}) == 3.25);
  std::locale::global(before);
}

TEST_CASE("a bad formula is refused with its place") {
  CHECK(fault("p + q") ==
        "character 5 of the formula: 'q' is neither a number, a function nor one of p, T, u");
  CHECK(fault("p + * T") == "character 5 of the formula: '*' is out of place");
  CHECK(fault("p +") == "character 3 of the formula: a value is missing at the end");
  CHECK(has(fault("(p + 1"), "a closing parenthesis is missing"));
  CHECK(fault("p = 3") == "character 3 of the formula: '=' is not allowed; to compare write '=='");
  CHECK(fault("p == 3 ? 1 : 0") == "none");
  CHECK(fault("p >= 3") == "none");
  CHECK(fault("p, T") == "the formula has 2 values, separated by commas");
  CHECK(fault("") == "the formula is empty");
  CHECK(has(fault("sqrt(p, T)"), "'sqrt"));
  CHECK(fault(std::string(1001, '1')) == "the formula has 1001 letters; at most 1000 are allowed");
  CHECK(fault(std::string(400, '(') + 'p' + std::string(400, ')')) == "none");
}

TEST_CASE("expressions of fields and of earlier expressions") {
  slipflow::setup::ExpressionList list;
  add_expression("dp", "p - 1", {"p", "T", "u"}, list);
  add_expression("e", "dp^2 + u", {"p", "T", "u"}, list);
  CHECK(list[1].fields == std::vector<std::string>{"p", "u"});
  CHECK(fields_needed(list, {"T", "e", "dp"}) == std::vector<std::string>{"T", "p", "u"});
  slipflow::setup::FieldValues values(list, {"e", "p"}, {"u", "p"});
  CHECK(values({0.5, 3}) == std::vector<double>{4.5, 3});
  CHECK_THROWS_AS(add_expression("f", "g", {"p"}, list), FormulaFault);
}

TEST_CASE("lines of a case: each fault in one sentence") {
  CHECK(has(refused("expression = dp = p - q"),
            "test.cfg:17: output.expression = dp = p - q: character 5 of the formula: 'q'"));
  CHECK(has(refused("expression = p = T"), "'p' is the name of a field"));
  CHECK(has(refused("expression = 1a = T"), "must be NAME = FORMULA"));
  CHECK(has(refused("expression = T"), "must be NAME = FORMULA"));
  CHECK(has(refused("expression = a = T\nexpression = a = p"), "another expression is named 'a'"));
  CHECK(has(refused("pictures = p dq"), "'dq' is neither a field, of p T rho u v w mach"));
  CHECK(has(refused("sampled = dq"), "output.sampled = dq"));
  CHECK(has(refused("integral = box 0 0 1 1"), "needs field=NAME"));
  CHECK(has(refused("integral = box 0 0 1 1 field=dq"), "'dq' is neither"));
  CHECK(has(refused("integral = box 0 2 1 1 field=p"), "the second corner must have the larger y"));
  CHECK(has(refused("integral = box 0 0 1 7 field=p"), "lies outside the mesh"));
  CHECK(has(refused("integral = line 0 0 1 1 field=p pieces=1"), "from 2 to 100000"));
}

TEST_CASE("names of expressions can stand where fields do") {
  const auto c = slipflow::simple_ts::case_from(
      text +
      "expression = dp = p - 1\nexpression = vdp = vorticity * dp\nfields = p dp\n"
      "pictures = vdp\nsampled = dp vdp\nintegral = line 0 1 12 1 field=vdp\n");
  CHECK(c.output.expressions[1].title() == "vdp = vorticity * dp");
  CHECK(c.output.pictures == std::vector<std::string>{"vdp"});
  CHECK(c.output.sampled_too == std::vector<std::string>{"vorticity"});
}

}  // namespace test_formula
