#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "case/poly_case.hpp"
#include "conditions.hpp"
#include "slipflow/box/si_units.hpp"
#include "slipflow/piso/case.hpp"
#include "slipflow/setup/gaps.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/read_controls.hpp"

namespace slipflow::piso {

namespace {
using config::Directive;
using config::Settings;

bool same(const Condition& a, const Condition& b) {
  return a.kind == b.kind && a.velocity == b.velocity && a.slip_length == b.slip_length &&
         a.over_time == b.over_time;
}

// Boundaries and bodies.
void read_surfaces(const Settings& s, Case& c) {
  const auto placed = boxes::read_conditions(
      s, [&](const Directive& d, int side) { return read_side(s, d, c.mesh, side); },
      [&](const Directive& d, const std::string& name) { return read_body(s, d, c.mesh, name); },
      [](const Condition& a, const Condition& b) {
        return same(a, b) ? "" : "another velocity or slip";
      },
      c.surfaces, c);
  setup::check_gaps(s, gap_region(c), placed.lines);
}

std::array<double, 3> read_vector(const Settings& s, const Case& c, const char* key) {
  const auto numbers = s.numbers(key);
  if (numbers.size() > static_cast<std::size_t>(c.axes))
    throw s.error(key, "has three numbers, and the mesh two axes");
  if (!std::ranges::all_of(numbers, [](double x) { return std::abs(x) <= boxes::largest_number; }))
    throw s.error(key, fmt::format("has a number beyond {}", boxes::largest_number));
  std::array<double, 3> vector{};
  std::ranges::copy(numbers, vector.begin());
  return vector;
}

// Gravity that a rotation of cyclic patches changes would be another one in each sector.
void check_gravity(const Settings& s, const Case& c) {
  constexpr double kSame = 1e-6;
  const SfVector& g = c.flow.gravity;
  for (const mesh::Rotation& rotation : c.rotations) {
    const auto [x, y, z] = mesh::rotated(rotation, {g.x, g.y, g.z});
    const SfVector change = sf_plus_times({x, y, z}, -1, g);
    if (sf_dot(change, change) > kSame * kSame * sf_dot(g, g))
      throw s.error("flow.gravity",
                    "must be along the axis about which cyclic patches of the mesh are rotated");
  }
}

void read_scheme(const Settings& s, Case& c) {
  FlowCase& flow = c.flow;
  flow.algorithm = value_of(kAlgorithms, s.text("scheme.algorithm"));
  flow.convection = value_of(kConvections, s.text("scheme.convection"));
  flow.bdf2 = s.text("scheme.time") == "bdf2";
  flow.correctors = static_cast<int>(s.integer("scheme.correctors"));
  flow.outer_correctors = static_cast<int>(s.integer("scheme.outer_correctors"));
  flow.nonorthogonal = static_cast<int>(s.integer("scheme.nonorthogonal_correctors"));
  const auto refuse = [&](const char* key, const char* which) {
    throw s.error(key, fmt::format("is for scheme.algorithm = {}", which));
  };
  for (const char* key : {"time.step", "time.courant"})
    if (s.given(key) && c.is_steady()) refuse(key, "piso");
  for (const char* key : {"scheme.relax_velocity", "scheme.relax_pressure"})
    if (s.number(key) > 0 && !c.is_steady()) refuse(key, "simplec or simple");
  const bool simple = flow.algorithm == Algorithm::simple;
  flow.relax_velocity = s.number("scheme.relax_velocity");
  flow.relax_pressure = s.number("scheme.relax_pressure");
  if (flow.relax_velocity == 0)
    flow.relax_velocity =
        simple ? 0.7 : chosen_relaxation(static_cast<double>(c.mesh.cells()), c.axes);
  if (flow.relax_pressure == 0) flow.relax_pressure = simple ? 0.3 : 1;
}

// A plane has one vorticity and no w, which is left out where all of u, v, w and p are named.
void check_fields(const Settings& s, Case& c) {
  const auto check = [&](const auto& key, std::vector<std::string>& names) {
    const bool all = std::ranges::all_of(std::array{"u", "v", "w", "p"}, [&](const char* name) {
      return std::ranges::find(names, name) != names.end();
    });
    if (c.axes < 3 && all) std::erase(names, "w");
    for (const std::string& name : names) {
      if (c.axes < 3 && (name == "w" || name.starts_with("vorticity_")))
        throw s.error(key, fmt::format("has {}, which is for a mesh of three axes", name));
      if (c.axes > 2 && name == "vorticity")
        throw s.error(key,
                      "has vorticity, which is for a mesh of two axes; on three axes it has "
                      "the parts vorticity_x, vorticity_y and vorticity_z");
    }
  };
  check("output.fields", c.output.fields);
  check("output.pictures", c.output.pictures);
  check("output.sampled", c.output.sampled);
  check("output.averages", c.output.averages);
  for (const auto& line : s.directives("output.picture")) {
    std::vector<std::string> names = {setup::field_of_isosurface(line)};
    check(line, names);
  }
  for (const auto& expression : c.output.expressions) {
    auto names = expression.fields;
    check("output.expression", names);
  }
  for (const auto& integral : c.output.integrals) {
    std::vector<std::string> names = {integral.field};
    check("output.integral", names);
  }
}

void read_box(const Settings& s, Case& c) {
  for (const char* key : {"mesh.x", "mesh.y", "mesh.cells", "boundary.west", "boundary.east",
                          "boundary.south", "boundary.north"})
    if (!s.given(key)) throw s.error(key, "is missing: a box needs it, or give mesh.file");
  if (s.given("boundary.patch"))
    throw s.error("boundary.patch", "is for polyhedra, mesh.file; the mesh is a box");
  c.mesh = setup::read_mesh(s);
  c.axes = c.mesh.axes();
  if (c.mesh.z.cells() == 1)
    throw s.error("mesh.cells", "a third axis needs at least 2 cells; leave it out for a plane");
  read_surfaces(s, c);
}
}  // namespace

Case make_case(const Settings& s) {
  Case c;
  if (s.given("mesh.file"))
    read_poly_case(s, c);
  else
    read_box(s, c);
  boxes::refuse_both(s, "flow.viscosity", "units.viscosity", "each determines the other");
  if (c.poly && s.units() && s.units()->one("L")->si() != 1)
    throw s.error("units.length", "must be 1 m with mesh.file: the unit of the points in it");
  c.flow.viscosity = s.number("flow.viscosity");
  const auto g = read_vector(s, c, "flow.gravity");
  c.flow.gravity = {g[0], g[1], g[2]};
  check_gravity(s, c);
  c.flow.balance = s.text("flow.balance") == "on";
  c.initial_velocity = read_vector(s, c, "initial.velocity");
  read_scheme(s, c);
  const auto domain = c.poly ? domain_of_polyhedra(c) : setup::domain_of(c.mesh, c.bodies);
  setup::read_controls(s, domain, c, setup::StepLength::may_be_chosen);
  if (c.is_steady()) c.time.kind = setup::TimeKind::iterations;
  check_fields(s, c);
  if (!c.is_steady() && !c.time.step && !c.time.courant)
    throw s.error("scheme.algorithm", "piso needs time.step or time.courant");
  c.flow.linear = boxes::read_linear(s);
  c.flow.steady_change = c.time.steady;
  c.flow.tolerance = c.time.steady > 0 ? c.time.steady : c.flow.tolerance;
  return c;
}

}  // namespace slipflow::piso
