#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "output/wall_data.hpp"
#include "parts.hpp"
#include "simple_ts/convection/schemes.h"
#include "simple_ts/splitting.h"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/read_controls.hpp"
#include "slipflow/setup/result_units.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

namespace {
using config::Settings;

// Kernels take roots and products only, docs/methods/simple-ts.md (7).
int read_viscosity_exponent(const Settings& s) {
  const double sixteenths = 16 * s.number("gas.viscosity_exponent");
  const double below = std::floor(sixteenths);
  if (sixteenths != below)
    throw s.error(
        "gas.viscosity_exponent",
        fmt::format("must be a multiple of 1/16, such as {} or {}", below / 16, (below + 1) / 16));
  return static_cast<int>(sixteenths);
}

Gas read_gas(const Settings& s) {
  Gas gas;
  gas.knudsen = s.number("gas.knudsen");
  gas.mach = s.number("gas.mach");
  gas.gamma = s.number("gas.gamma");
  gas.prandtl = s.number("gas.prandtl");
  gas.viscosity_sixteenths = read_viscosity_exponent(s);
  gas.slip_coefficient = s.number("gas.slip_coefficient");
  gas.jump_coefficient = s.number("gas.jump_coefficient");
  gas.creep_coefficient = s.number("gas.creep_coefficient");
  gas.momentum_accommodation = s.numbers("gas.accommodation")[0];
  gas.energy_accommodation = s.numbers("gas.accommodation")[1];
  const auto gravity = s.numbers("gas.gravity");
  std::ranges::copy(gravity, gas.gravity.begin());
  gas.u_stream = gas.mach * std::sqrt(gas.sound2());
  return gas;
}

Scheme read_scheme(const Settings& s) {
  Scheme scheme;
  scheme.name = s.text("scheme.convection");
#define SF_NUMBER_OF(known, number, limiter) \
  if (scheme.name == #known) scheme.convection = number;
  SF_CONVECTION_SCHEMES(SF_NUMBER_OF)
#undef SF_NUMBER_OF
  scheme.explicit_convection = s.text("scheme.time") == "explicit";
  scheme.second_order = s.text("scheme.time") == "second_order";
  scheme.density_at_wall = s.text("scheme.wall_density") == "wall";
  scheme.no_slip_at_corners = s.text("scheme.convex_corner") == "no_slip";
  return scheme;
}

PressureSolution read_pressure(const Settings& s, const Case& c) {
  const std::string pressure = s.text("inner.pressure");
  if (pressure == "jacobi") return PressureSolution::jacobi;
  if (const auto obstacle = obstacle_to_solving(s, c, "jacobi"); !obstacle.empty())
    throw s.error("inner.pressure", obstacle);
  return pressure == "multigrid" ? PressureSolution::multigrid : PressureSolution::automatic;
}

// With the march to a steady state an iteration is as fast as it can be, whatever the keys say.
InnerSplitting splitting_of_steady_march() {
  InnerSplitting splitting;
  splitting.extrapolated_start = false;
  splitting.pressure = PressureSolution::multigrid;
  splitting.solved_cycle = splitting.velocity_sweeps = splitting.temperature_sweeps =
      SF_RELAXATION_CYCLE;
  return splitting;
}

InnerSplitting read_splitting(const Settings& s, const Case& c) {
  if (c.march == March::steady) return splitting_of_steady_march();
  InnerSplitting splitting;
  splitting.pressure = read_pressure(s, c);
  splitting.outflow_diagonal = s.text("inner.diagonal") == "outflow";
  splitting.relaxation_cycle = s.text("inner.relaxation") == "cycle";
  splitting.extrapolated_start = s.text("inner.start") == "extrapolated";
  return splitting;
}

// Rounding keeps the changes of an iteration above two units in the last place of a float from 1 to
// 2, such as T and rho. In single precision the operations round too.
double least_tolerance(Precision precision) {
  return precision == Precision::in_double ? 0 : precision == Precision::in_mixed ? 2.5e-7 : 1e-6;
}

constexpr double kNoiseOverTolerance = 1000;
// Far above the rounding of any field in double precision, and far below what a solution needs.
constexpr double kNoiseInDouble = 1e-10;

InnerControl read_inner(const Settings& s, Precision precision) {
  InnerControl inner{s.number("inner.tolerance"), static_cast<int>(s.integer("inner.max"))};
  inner.noise =
      precision == Precision::in_double ? kNoiseInDouble : kNoiseOverTolerance * inner.tolerance;
  if (inner.tolerance > 0 && inner.tolerance < least_tolerance(precision))
    throw s.error("inner.tolerance",
                  fmt::format("with run.precision = {} rounding keeps changes above it; give at "
                              "least {}, or leave it out",
                              name_of(precision), least_tolerance(precision)));
  return inner;
}

double length_of(const mesh::Axis& axis) { return axis.faces.back() - axis.faces.front(); }

// Faces of a wall's side are at most as many as cells.
SumUnits sum_units_of(const mesh::Mesh& mesh) {
  double volume = 1, boundary = 0;
  std::int64_t faces = 0;
  for (int axis = 0; axis < mesh.axes(); ++axis) {
    double area = 2;  // of both boundaries normal to the axis
    std::int64_t cells = 1;
    for (const int along : mesh::axes_along(2 * axis, mesh.axes())) {
      area *= length_of(mesh.axis(along));
      cells *= mesh.axis(along).cells();
    }
    boundary += area;
    faces += cells;
    volume *= length_of(mesh.axis(axis));
  }
  return {sum_unit(volume, mesh.cells()), sum_unit(boundary, faces),
          sum_unit(boundary, mesh.cells())};
}

// (79) Without numbers of its own it is the undisturbed stream.
WallReference read_wall_reference(const Settings& s, const Gas& gas) {
  const auto& line = s.directives("output.walls").front();
  const auto number = [&](const char* name, double otherwise) {
    return setup::number_of(
        s, line, name, otherwise, [](double value) { return value >= 0; }, " of at least 0");
  };
  return {line.kind == "on", number("velocity", gas.u_stream), number("temperature", 1),
          number("pressure", 1)};
}

// The columns of output.walls that pictures show.
void check_walls_of_pictures(const Settings& s, const Case& c) {
  const auto fields = wall_field_list(c.axes());
  for (const auto& line : s.directives("output.picture")) {
    const std::string* walls = setup::option(line, "walls");
    if (!walls || *walls == "off" ||
        std::ranges::find(fields, *walls, &setup::FieldInfo::name) != fields.end())
      continue;
    std::vector<std::string> names;
    for (const auto& field : fields) names.push_back(field.name);
    throw s.error(line,
                  fmt::format("walls={} must be one of {}", shown(*walls), fmt::join(names, ", ")));
  }
}

// Words of a case that are for a mesh of two axes, or not yet for three.
void check_axes(const Settings& s, Case& c) {
  const bool in_space = c.axes() == 3;
  if (in_space && c.run.kernels == KernelSet::tiles)
    throw s.error("run.kernels", "must be auto, fused or plain on a mesh of three axes");
  const auto gravity = s.numbers("gas.gravity");
  if (gravity.size() != static_cast<std::size_t>(c.axes()) &&
      std::ranges::any_of(gravity, [](double g) { return g != 0; }))
    throw s.error("gas.gravity", in_space ? "needs three numbers on a mesh of three axes"
                                          : "needs two numbers on a mesh of two axes");
  const auto belongs = [&](const std::string& name) {
    const auto& all = field_list(0);
    const auto field = std::ranges::find(all, name, &setup::FieldInfo::name);
    return field == all.end() || field->axes == 0 || field->axes == c.axes();
  };
  const auto fault = [&](const std::string& name) {
    return fmt::format("{} is for a mesh of {} axes", name, in_space ? "two" : "three");
  };
  for (const char* key : {"output.fields", "output.pictures", "output.sampled", "output.averages"})
    if (s.given(key))
      for (const auto& name : s.words(key))
        if (!belongs(name)) throw s.error(key, fault(name));
  for (std::size_t k = 0; k < c.output.expressions.size(); ++k)
    for (const auto& name : c.output.expressions[k].fields)
      if (!belongs(name)) throw s.error(s.directives("output.expression")[k], fault(name));
  for (std::size_t k = 0; k < c.output.integrals.size(); ++k)
    if (const auto& name = c.output.integrals[k].field; !belongs(name))
      throw s.error(s.directives("output.integral")[k], fault(name));
  for (const auto& line : s.directives("output.picture"))
    if (const auto name = setup::field_of_isosurface(line); !belongs(name))
      throw s.error(line, fault(name));
  if (in_space && !s.given("output.fields")) {
    auto& fields = c.output.fields;
    fields.insert(std::ranges::find(fields, "v") + 1, "w");
  }
  if (c.has_cut_walls() && !s.given("output.fields"))
    c.output.fields.emplace_back("volume_fraction");
}

}  // namespace

Case make_case(const Settings& s) {
  Case c;
  c.output.units = setup::units_of_results(s);  // of messages below
  c.gas = read_gas(s);
  c.mesh = setup::read_mesh(s);
  c.sum_units = sum_units_of(c.mesh);
  const auto side_walls = read_sides(s, c);
  read_bodies(s, side_walls, c);
  c.initial = read_initial(s, c);
  c.scheme = read_scheme(s);
  c.march = read_march(s, c);
  c.splitting = read_splitting(s, c);
  c.linear = boxes::read_linear(s);
  setup::read_controls(s, setup::domain_of(c.mesh, c.bodies, c.cut.get()), c,
                       setup::StepLength::may_be_chosen);
  if (c.march == March::steady) c.time.kind = setup::TimeKind::pseudo;
  c.inner = read_inner(s, c.run.precision);
  c.balance = s.text("output.balance") == "on";
  c.wall_reference = read_wall_reference(s, c.gas);
  check_axes(s, c);
  check_walls_of_pictures(s, c);
  note_heat_flows(c);
  return c;
}

}  // namespace slipflow::simple_ts
