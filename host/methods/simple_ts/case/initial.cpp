#include <fmt/format.h>

#include <algorithm>
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
         std::max({std::abs(gas.u), std::abs(gas.v), std::abs(gas.w)}) <= kMost;
}

/// A density or a temperature; 1 when the line leaves it out.
double positive(const Settings& s, const Directive& d, const std::string& name) {
  const auto allowed = [](double value) { return value >= 1 / kMost && value <= kMost; };
  return number_of(s, d, name, 1, allowed, fmt::format(" from {} to {}", 1 / kMost, kMost));
}

StartingGas uniform(const Settings& s, const Directive& d, std::size_t axes) {
  StartingGas gas;
  gas.rho = positive(s, d, "density");
  gas.T = positive(s, d, "temperature");
  const std::string* text = option(d, "velocity");
  if (!text) return gas;
  const auto velocity = parse_numbers(*text);
  if (velocity.size() == axes)
    gas.u = velocity[0], gas.v = velocity[1], gas.w = axes == 3 ? velocity[2] : 0;
  if (velocity.size() != axes || !makes_sense(gas))
    throw s.error(d,
                  fmt::format("velocity={} must be {} of at most {}", shown(*text),
                              axes == 3 ? "three numbers UX,UY,UZ" : "two numbers UX,UY", kMost));
  return gas;
}

/// One of two states, "RHO,T,U", "RHO,T,U,V" or, in space, "RHO,T,U,V,W".
StartingGas one_of_two(const Settings& s, const Directive& d, const std::string& name,
                       std::size_t axes) {
  const std::string& text = *option(d, name);
  const auto n = parse_numbers(text);
  StartingGas gas{.rho = 0};
  if (n.size() >= 3 && n.size() <= 2 + axes)
    gas = {n[0], n[1], n[2], n.size() > 3 ? n[3] : 0, n.size() > 4 ? n[4] : 0};
  if (!makes_sense(gas))
    throw s.error(d, fmt::format("{}={} must be RHO,T,U or RHO,T,U,V{} with RHO and T from {} to "
                                 "{} and velocities of at most {}",
                                 name, shown(text), axes == 3 ? " or RHO,T,U,V,W" : "", 1 / kMost,
                                 kMost, kMost));
  return gas;
}

InitialState two_states(const Settings& s, const Directive& d, const mesh::Mesh& mesh) {
  const mesh::Axis& x = mesh.x;
  const auto axes = static_cast<std::size_t>(mesh.axes());
  const double place = d.numbers[0];
  if (!(place > x.faces.front()) || !(place < x.faces.back()))
    throw s.error(d, fmt::format("the two states must meet inside the mesh, between x = {} and {}",
                                 x.faces.front(), x.faces.back()));
  InitialState initial;
  initial.west = one_of_two(s, d, "west", axes);
  initial.east = one_of_two(s, d, "east", axes);
  initial.place = place;
  return initial;
}
}  // namespace

InitialState read_initial(const Settings& s, const Case& c) {
  const Directive& d = s.directives("initial.state").at(0);
  InitialState initial;
  if (d.kind == "stream") initial.west.u = c.gas.u_stream;
  if (d.kind == "uniform") initial.west = uniform(s, d, static_cast<std::size_t>(c.axes()));
  if (d.kind == "two_states") initial = two_states(s, d, c.mesh);
  if (d.kind == "file") initial.file = s.folder() / d.options.at("path");
  initial.perturbation = s.number("initial.perturbation");
  return initial;
}

}  // namespace slipflow::simple_ts
