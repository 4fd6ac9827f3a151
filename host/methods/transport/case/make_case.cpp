#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "case/medium.hpp"
#include "slipflow/box/linear_keys.hpp"
#include "slipflow/config/units.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/read_controls.hpp"
#include "slipflow/setup/side_table.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

namespace {
// Factors from tables, and amounts in boxes, as lines of the case give them.

using config::Directive;
using config::Settings;

std::vector<double> faces_and_centres(const mesh::Axis& axis) {
  std::vector<double> positions = {axis.faces.front()};
  for (int cell = 0; cell < axis.cells(); ++cell)
    positions.insert(positions.end(), {axis.centre(cell), axis.faces[cell + 1]});
  return positions;
}

// Multiplies the factors of cells by the part of each that lies between two positions. Returns the
// first and the end of those that do.
std::pair<int, int> cut(const mesh::Axis& axis, double low, double high,
                        std::vector<double>& factors) {
  if (factors.empty()) factors.assign(2 * axis.widths.size() + 1, 1.0);
  int first = axis.cells(), end = 0;
  for (int cell = 0; cell < axis.cells(); ++cell) {
    const double inside = std::min(high, axis.faces[cell + 1]) - std::max(low, axis.faces[cell]);
    factors[2 * static_cast<std::size_t>(cell) + 1] *=
        std::clamp(inside / axis.widths[cell], 0.0, 1.0);
    if (inside <= 0) continue;
    first = std::min(first, cell);
    end = cell + 1;
  }
  return {first, end};
}

void read_box(const Settings& s, const Directive& d, const mesh::Mesh& mesh, Distribution& to) {
  const auto axes = static_cast<std::size_t>(mesh.axes());
  const auto numbers = setup::parse_numbers(*setup::option(d, "box"));
  if (numbers.size() != 2 * axes)
    throw s.error(d, fmt::format("box must be {} numbers, separated by commas: the low corner, "
                                 "then the high one",
                                 2 * axes));
  for (std::size_t axis = 0; axis < axes; ++axis) {
    const auto [first, end] = cut(mesh.axis(static_cast<int>(axis)), numbers[axis],
                                  numbers[axes + axis], to.factors.over[axis]);
    if (first >= end) throw s.error(d, "the box is empty or lies outside the mesh");
    to.low[axis] = first;
    to.high[axis] = end;
  }
}

/// The tables that the options over_x, over_y, over_z and over_time name. Throws Error(bad_input).
Factors read_factors(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  Factors factors;
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name = std::string("over_") + setup::kAxes[axis];
    if (!setup::option(d, name)) continue;
    if (axis >= mesh.axes()) throw s.error(d, name + " is for a mesh of three axes");
    const setup::SideTable table(s, d, {setup::kAxes[axis]}, {"factor"}, name.c_str());
    factors.over[static_cast<std::size_t>(axis)] =
        table.at(faces_and_centres(mesh.axis(axis)), "factor", "position");
  }
  if (setup::option(d, "over_time")) {
    if (s.text("scheme.time") == "steady")
      throw s.error(d, "over_time is for scheme.time = euler or crank_nicolson");
    const setup::SideTable table(s, d, {"t"}, {"factor"}, "over_time");
    factors.time = setup::TimeTable{table.column("t"), table.column("factor")};
  }
  return factors;
}

/// The amounts of a repeatable key, each in all cells or in the option box. Throws
/// Error(bad_input).
std::vector<Distribution> read_distributions(const Settings& s, const std::string& key,
                                             const mesh::Mesh& mesh) {
  std::vector<Distribution> all;
  for (const Directive& d : s.directives(key)) {
    Distribution one{d.numbers[0], {}, {}, read_factors(s, d, mesh)};
    for (int axis = 0; axis < 3; ++axis)
      one.high[static_cast<std::size_t>(axis)] = std::max(mesh.axis(axis).cells(), 1);
    if (setup::option(d, "box")) read_box(s, d, mesh, one);
    all.push_back(std::move(one));
  }
  return all;
}

bool is_in_celsius(const Directive& d) {
  const auto begin = std::min(d.raw.find_first_not_of("+-.0123456789eE "), d.raw.size());
  const auto unit = config::unit_named(d.raw.substr(begin, d.raw.find(' ', begin) - begin));
  return unit && unit->zero != 0;
}

// Degrees Celsius of one line may be the level to which others add differences.
void check_sum(const Settings& s, const std::string& key) {
  const auto& lines = s.directives(key);
  int levels = 0;
  for (const Directive& d : lines)
    if (lines.size() > 1 && is_in_celsius(d) && (setup::option(d, "box") || ++levels > 1))
      throw s.error(d, "several lines add up: give differences in K; C is for one without box=");
}

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
  check_sum(s, "initial.phi");
  read_linear(s, c);
  setup::read_controls(s, c.mesh, c.bodies, c, setup::StepLength::may_be_chosen);
  if (c.time_scheme == TimeScheme::steady) c.time.kind = setup::TimeKind::pseudo;
  check_time(s, c);
  return c;
}

}  // namespace slipflow::transport
