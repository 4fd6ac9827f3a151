#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "case/factors.hpp"
#include "case/medium.hpp"
#include "slipflow/box/linear_keys.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/read_controls.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

namespace {
using config::Directive;
using config::Settings;

void check_numbers(const Settings& s, const Directive& d, const Condition& condition) {
  if (!(std::abs(condition.value) <= boxes::largest_number))
    throw s.error(d, fmt::format("{} is beyond {}", condition.value, boxes::largest_number));
  if (condition.kind == ConditionKind::exchange &&
      !(condition.exchange > 0 && condition.exchange <= boxes::largest_number))
    throw s.error(d, fmt::format("the first number of exchange must be greater than 0 and at most "
                                 "{}",
                                 boxes::largest_number));
}

Condition side_condition(const Settings& s, const Directive& d, const mesh::Mesh& mesh,
                         const std::string& name) {
  Condition condition{name, ConditionKind::flux, d.numbers.back(), 0, read_factors(s, d, mesh)};
  if (d.kind == "value") condition.kind = ConditionKind::value;
  if (d.kind == "exchange") {
    condition.kind = ConditionKind::exchange;
    condition.exchange = d.numbers[0];
  }
  check_numbers(s, d, condition);
  return condition;
}

Condition body_condition(const Settings& s, const Directive& d, const mesh::Mesh& mesh,
                         const std::string& name) {
  Condition condition{name, ConditionKind::flux, 0, 0, read_factors(s, d, mesh)};
  int options = 0;
  const auto read = [&](const char* option, ConditionKind kind, std::size_t count) {
    const std::string* text = setup::option(d, option);
    if (!text) return;
    const auto numbers = setup::parse_numbers(*text);
    if (numbers.size() != count)
      throw s.error(d, fmt::format("{}={} must be {}", option, shown(*text),
                                   count == 1 ? "a number" : "two numbers, H,V"));
    condition.kind = kind;
    condition.exchange = numbers.front();
    condition.value = numbers.back();
    ++options;
  };
  read("value", ConditionKind::value, 1);
  read("flux", ConditionKind::flux, 1);
  read("exchange", ConditionKind::exchange, 2);
  if (options > 1) throw s.error(d, "give one of value, flux and exchange");
  check_numbers(s, d, condition);
  return condition;
}

bool same(const Condition& a, const Condition& b) {
  return a.kind == b.kind && a.value == b.value && a.exchange == b.exchange &&
         a.factors == b.factors;
}

// Boundaries and bodies.
void read_conditions(const Settings& s, Case& c) {
  boxes::read_conditions(
      s,
      [&](const Directive& d, int side) {
        return side_condition(s, d, c.mesh, mesh::side_names[side]);
      },
      [&](const Directive& d, const std::string& name) {
        return body_condition(s, d, c.mesh, name);
      },
      [](const Condition& a, const Condition& b) { return same(a, b) ? "" : "another condition"; },
      c.conditions, c);
}

void read_linear(const Settings& s, Case& c) {
  using namespace linear_solvers;
  Choice7& choice = c.linear;
  const std::string solver = s.text("linear.solver");
  choice.solver = solver != "auto"   ? value_of(kSolvers7, solver)
                  : c.has_velocity() ? Solver7::bicgstab
                                     : Solver7::cg;
  c.tries_solvers = solver == "auto";
  choice.preconditioner = value_of(kPreconditioners7, s.text("linear.preconditioner"));
  const boxes::LinearControl control = boxes::read_linear(s);
  choice.tolerance = control.tolerance;
  choice.relative_tolerance = control.relative_tolerance;
  choice.max = control.max;
  choice.of_right_hand_side = true;
  choice.limits_omega = true;
  choice.degree = static_cast<int>(s.integer("linear.smoothing"));
  choice.single_multigrid = s.text("linear.multigrid_precision") == "single";
  if (choice.single_multigrid && !has_multigrid(choice))
    throw s.error("linear.multigrid_precision",
                  "needs multigrid as linear.solver or linear.preconditioner");
  choice.schedule = value_of(kSchedules7, s.text("linear.sweep"));
  choice.parameters_every = static_cast<int>(s.integer("linear.parameters_every"));
  choice.record = true;
  if (c.has_velocity() && (choice.solver == Solver7::cg || choice.solver == Solver7::multigrid))
    throw s.error("linear.solver",
                  "needs a symmetric system; with a velocity take auto, bicgstab "
                  "or matm");
}

void check_time(const Settings& s, const Case& c) {
  if (c.time_scheme == TimeScheme::steady) {
    for (const char* key : {"time.step", "time.courant"})
      if (s.given(key)) throw s.error(key, "is for scheme.time = euler or crank_nicolson");
    if (c.time.steady > 0)
      throw s.error("time.steady",
                    "is for scheme.time = euler or crank_nicolson: a step is steady");
    return;
  }
  if (!c.time.step && !c.time.courant)
    throw s.error("scheme.time", "needs time.step or time.courant");
  if (c.time.courant && !c.has_velocity())
    throw s.error("time.courant", "needs a velocity; give time.step");
}
}  // namespace

Case make_case(const Settings& s) {
  Case c;
  c.mesh = setup::read_mesh(s);
  if (c.mesh.z.cells() == 1)
    throw s.error("mesh.cells", "a third axis needs at least 2 cells; leave it out for a plane");
  c.storage = s.number("equation.storage");
  c.reaction = s.number("equation.reaction");
  read_conditions(s, c);
  read_medium(s, c);
  c.time_scheme = value_of(kTimeSchemes, s.text("scheme.time"));
  c.convection = value_of(kConvections, s.text("scheme.convection"));
  c.sources = read_distributions(s, "equation.source", c.mesh);
  c.initial = read_distributions(s, "initial.phi", c.mesh);
  read_linear(s, c);
  setup::read_controls(s, c.mesh, c.bodies, c, setup::StepLength::may_be_chosen);
  if (c.time_scheme == TimeScheme::steady) c.time.kind = setup::TimeKind::pseudo;
  check_time(s, c);
  return c;
}

}  // namespace slipflow::transport
