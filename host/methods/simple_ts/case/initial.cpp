#include <fmt/format.h>

#include <cmath>

#include "parts.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Directive;
using config::Settings;
using setup::number_of;
using setup::option;
using setup::parse_numbers;

// Far above the values of slip flows, and far below those whose products overflow a float.
constexpr double kMost = 1e6;

bool makes_sense(const StartingGas& gas) {
  return gas.rho >= 1 / kMost && gas.rho <= kMost && gas.T >= 1 / kMost && gas.T <= kMost &&
         std::abs(gas.u) <= kMost && std::abs(gas.v) <= kMost;
}

/// A density or a temperature; 1 when the line leaves it out.
double positive(const Settings& s, const Directive& d, const std::string& name) {
  const auto allowed = [](double value) { return value >= 1 / kMost && value <= kMost; };
  return number_of(s, d, name, 1, allowed, fmt::format(" from {} to {}", 1 / kMost, kMost));
}

StartingGas uniform(const Settings& s, const Directive& d) {
  StartingGas gas;
  gas.rho = positive(s, d, "density");
  gas.T = positive(s, d, "temperature");
  const std::string* text = option(d, "velocity");
  if (!text) return gas;
  const auto velocity = parse_numbers(*text);
  if (velocity.size() == 2) gas.u = velocity[0], gas.v = velocity[1];
  if (velocity.size() != 2 || !makes_sense(gas))
    throw s.error(
        d, fmt::format("velocity={} must be two numbers UX,UY of at most {}", shown(*text), kMost));
  return gas;
}

/// One of two states, "RHO,T,U" or "RHO,T,U,V".
StartingGas one_of_two(const Settings& s, const Directive& d, const std::string& name) {
  const std::string& text = *option(d, name);
  const auto n = parse_numbers(text);
  StartingGas gas{0, 0, 0, 0};
  if (n.size() == 3 || n.size() == 4) gas = {n[0], n[1], n[2], n.size() == 4 ? n[3] : 0};
  if (!makes_sense(gas))
    throw s.error(d, fmt::format("{}={} must be RHO,T,U or RHO,T,U,V with RHO and T from {} to {} "
                                 "and velocities of at most {}",
                                 name, shown(text), 1 / kMost, kMost, kMost));
  return gas;
}

InitialState two_states(const Settings& s, const Directive& d, const mesh::Axis& x) {
  const double place = d.numbers[0];
  if (!(place > x.faces.front()) || !(place < x.faces.back()))
    throw s.error(d, fmt::format("the two states must meet inside the mesh, between x = {} and {}",
                                 x.faces.front(), x.faces.back()));
  InitialState initial;
  initial.west = one_of_two(s, d, "west");
  initial.east = one_of_two(s, d, "east");
  initial.place = place;
  return initial;
}
}  // namespace

InitialState read_initial(const Settings& s, const Case& c) {
  const Directive& d = s.directives("initial.state").at(0);
  InitialState initial;
  if (d.kind == "stream") initial.west.u = c.gas.u_stream;
  if (d.kind == "uniform") initial.west = uniform(s, d);
  if (d.kind == "two_states") initial = two_states(s, d, c.mesh.x);
  if (d.kind == "file") initial.file = s.folder() / d.options.at("path");
  initial.perturbation = s.number("initial.perturbation");
  return initial;
}

}  // namespace slipflow::simple_ts
