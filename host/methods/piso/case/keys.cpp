#include <fmt/format.h>

#include "slipflow/box/linear_keys.hpp"
#include "slipflow/box/plain_problem.hpp"
#include "slipflow/box/si_units.hpp"
#include "slipflow/config/rows.hpp"
#include "slipflow/piso/case.hpp"
#include "slipflow/setup/shared_keys.hpp"

namespace slipflow::piso {

namespace {
using config::DirectiveForm;
using config::KeySpec;
using config::KeyType;
using namespace config::rows;

std::vector<DirectiveForm> kinds() {
  return {{.kind = "wall", .options = {"velocity", "slip_length", "over_time", "sine"}},
          {.kind = "inflow", .options = {"velocity", "flow", "profile", "over_time", "sine"}},
          {.kind = "outflow", .options = {"p"}},
          {.kind = "pressure", .options = {"p", "over_time", "sine"}},
          {.kind = "symmetry"}};
}

KeySpec side(const std::string& name) {
  auto forms = kinds();
  forms.push_back({.kind = "periodic"});
  return {.name = "boundary." + name,
          .type = KeyType::directive,
          .optional = true,
          .forms = forms,
          .meaning = "Condition on the " + name +
                     " boundary of a box; the page on the method has the options of each kind."};
}

KeySpec patch() {
  auto forms = kinds();
  for (DirectiveForm& form : forms) {
    std::erase(form.options, "profile");  // for the boundaries of a box
    form.options.emplace_back("name");
  }
  return {.name = "boundary.patch",
          .type = KeyType::directive,
          .optional = true,
          .forms = forms,
          .repeatable = true,
          .meaning = "Condition on the patch name=NAME of polyhedra, each of which needs one."};
}

// The keys of a box, and a file of polyhedra instead.
Rows mesh_keys() {
  Rows rows = {{.name = "mesh.file",
                .type = KeyType::directive,
                .optional = true,
                .forms = {{.file = "PATH"}},
                .meaning = "Polyhedra instead of a box: a folder with a polyMesh, or a file .msh "
                           "of gmsh. The path is relative to the case file."}};
  for (KeySpec row : setup::mesh_keys(3, 2)) {
    row.optional |= row.required;
    row.required = false;
    rows.push_back(row);
  }
  return rows;
}

/// [units] may determine it.
KeySpec viscosity_key() {
  KeySpec row =
      required(number_above("flow.viscosity", 0, 1e12, "L^2/T", "", "Kinematic viscosity nu."));
  row.unless_section = "units";
  return row;
}

Rows flow_keys() {
  return {
      viscosity_key(),
      {.name = "flow.gravity",
       .type = KeyType::numbers,
       .unit = "L/T^2",
       .default_value = "0 0",
       .count = 2,
       .or_up_to = 3,
       .meaning = "Gravity, or any force by mass: two numbers, or three."},
      choice("flow.balance", {"on", "off"}, "off",
             "on: where no boundary gives the pressure, what flows out is scaled to what flows in; "
             "off: a difference is an error."),
      {.name = "initial.velocity",
       .type = KeyType::numbers,
       .unit = "L/T",
       .default_value = "0 0",
       .count = 2,
       .or_up_to = 3,
       .meaning = "Velocity at the start, the same everywhere."},
  };
}

Rows scheme_keys() {
  return {
      choice("scheme.algorithm", texts_of(kAlgorithms), "simplec",
             "simplec and simple iterate to a steady flow, a step being an iteration; piso takes "
             "time steps."),
      choice("scheme.convection", texts_of(kConvections), "linear",
             "Velocities on a face: interpolated between two cells, that of the cell upwind, or "
             "that and its gradient."),
      choice("scheme.time", {"bdf2", "euler"}, "bdf2",
             "piso: implicit steps of second or of first order."),
      integer("scheme.correctors", 1, 20, "-", "2",
              "piso: pressure equations after each solution for the velocity."),
      integer("scheme.outer_correctors", 1, 100, "-", "1",
              "piso: how many times a step solves for the velocity and these pressures, with the "
              "fluxes found before; more than 1 for steps of large Courant numbers."),
      integer("scheme.nonorthogonal_correctors", 0, 20, "-", "1",
              "Further solutions of each pressure equation on meshes of polyhedra whose faces are "
              "not normal to the lines between cells."),
      number("scheme.relax_velocity", 0, 1, "-", "0",
             "simplec and simple: the part of a new velocity that is taken; 0 chooses, for "
             "simplec 1 - 2.5/N with N cells along an axis, for simple 0.7."),
      number("scheme.relax_pressure", 0, 1, "-", "0",
             "The same of a pressure; 0 chooses: 1 for simplec, 0.3 for simple."),
  };
}

// Residuals are normalised.
Rows linear_keys() {
  return boxes::linear_keys(
      {"1e-7",
       "The iterations for a pressure, and in a time step for a velocity, end when the residual is "
       "below it, or as the next key says; in a steady flow also below a tenth of time.steady.",
       false},
      {"0.05",
       "The same for a pressure as a part of its first residual, but for the last pressure of a "
       "time step."},
      {"1000", "Most iterations for a pressure."});
}

// A steady run ends by its residuals.
Rows time_keys() {
  auto rows = setup::time_keys({"T", "1/T"});
  for (KeySpec& row : rows) {
    if (row.name == "time.courant")
      row.meaning = "piso: Courant number that dt follows, instead of time.step.";
    if (row.name != "time.steady") continue;
    row.default_depends_on = "scheme.algorithm";
    row.default_for = {{"simplec", "1e-6"}, {"simple", "1e-6"}};
    row.meaning =
        "simplec and simple: the run ends when the residuals of velocity and pressure are below "
        "it; piso: when the largest change of a velocity per time is; 0 is off.";
  }
  return rows;
}

/// For ranges of pictures.
std::vector<setup::FieldInfo> fields_with_units() {
  std::vector<setup::FieldInfo> fields;
  const auto add = [&](const char* name, const char* unit) {
    fields.push_back({name, name, unit, setup::Location::cell_centre});
  };
  for (const char* name : {"u", "v", "w"}) add(name, "L/T");
  add("p", kPressureUnit);
  for (const char* name : {"vorticity", "vorticity_x", "vorticity_y", "vorticity_z"})
    add(name, "1/T");
  return fields;
}
}  // namespace

std::vector<KeySpec> keys() {
  const std::vector<std::string> names = {"u",         "v",           "w",           "p",
                                          "vorticity", "vorticity_x", "vorticity_y", "vorticity_z"};
  const setup::FieldNames fields{
      .all = names, .measured = names, .drawn = "p u", .written = "u v w p"};
  auto rows = all_of({boxes::incompressible_units_keys("flow.viscosity"),
                      flow_keys(),
                      mesh_keys(),
                      setup::body_keys({"velocity", "slip_length", "over_time", "sine"}, 3),
                      {side("west"), side("east"), side("south"), side("north"), side("bottom"),
                       side("top"), patch()},
                      scheme_keys(),
                      linear_keys(),
                      time_keys(),
                      setup::output_keys(fields, {"T", "1/T"}, 3),
                      {boxes::output_units_key()},
                      boxes::run_keys()});
  boxes::take_units(rows, {"L", "T", "1/T", "L/T", "L^2/T", "L/T^2"},
                    {{"velocity", "L/T"}, {"p", kPressureUnit}, {"slip_length", "L"}},
                    fields_with_units());
  return rows;
}

config::UnitSystem unit_system(const config::Settings& s) {
  auto system = boxes::incompressible_units(s);
  if (const double reynolds = boxes::reynolds_of_units(s); reynolds > 0)
    system.determined["flow.viscosity"] = fmt::format("{}", 1 / reynolds);
  return system;
}

}  // namespace slipflow::piso
