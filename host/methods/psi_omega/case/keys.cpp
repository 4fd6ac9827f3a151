#include <fmt/format.h>

#include "output/fields.hpp"
#include "slipflow/box/linear_keys.hpp"
#include "slipflow/box/plain_problem.hpp"
#include "slipflow/box/si_units.hpp"
#include "slipflow/config/rows.hpp"
#include "slipflow/psi_omega/case.hpp"
#include "slipflow/setup/shared_keys.hpp"

namespace slipflow::psi_omega {

namespace {
using config::DirectiveForm;
using config::KeySpec;
using config::KeyType;
using namespace config::rows;

KeySpec side(const std::string& name) {
  std::vector<DirectiveForm> forms = {{.kind = "wall", .options = {"velocity"}},
                                      {.kind = "symmetry"}};
  if (name == "west")
    forms.push_back({.kind = "inflow", .options = {"velocity", "profile", "path"}});
  if (name == "east") forms.push_back({.kind = "outflow"});
  return {
      .name = "boundary." + name,
      .type = KeyType::directive,
      .required = true,
      .forms = forms,
      .meaning = "Condition on the " + name + " boundary; the page of the method has the options."};
}

/// [units] may determine it.
KeySpec reynolds_key() {
  KeySpec row =
      required(number_above("fluid.reynolds", 0, 1e9, "-", "", "Reynolds number Re = U L/nu."));
  row.unless_section = "units";
  return row;
}

Rows own_keys() {
  return {
      reynolds_key(),
      side("west"),
      side("east"),
      side("south"),
      side("north"),
      choice(
          "initial.kick", {"on", "off"}, "off",
          "A disturbance behind the bodies from t = 1 to t = 3; a symmetric flow would stay so for "
          "a long time."),
      choice("scheme.time", texts_of(kTimeSchemes), "steady",
             "steady: steps in a pseudo time until time.steady is reached; adi: unsteady flow, of "
             "second order; rows: the line iteration of the published method."),
      choice("scheme.convection", texts_of(kConvections), "skew",
             "Central differences of the convective terms; skew conserves energy."),
      choice("scheme.wall_vorticity", {"thom", "jensen"}, "thom",
             "Vorticity at walls: Thom's formula of first order, or Jensen's of second order, not "
             "for bodies."),
      choice("scheme.corner", {"mean", "faces"}, "mean",
             "Vorticity at a convex corner of a body: the mean of its two faces, or to each "
             "neighbour that of the face between them, for scheme.time = adi."),
      choice("scheme.body_psi", {"free", "fixed"}, "free",
             "psi of a body: such that the pressure around it is unique, or half the flow rate."),
      optional(number_above("relaxation.vorticity", 0, 1, "-", "",
                            "The part of a new vorticity that an iteration of scheme.time = rows "
                            "takes over; without it 0.5, above Re = 400 0.3.")),
      optional(number_above("relaxation.wall", 0, 1, "-", "",
                            "The same of the vorticity at walls, also for scheme.time = steady; "
                            "without it 0.5, above Re = 400 0.02, and the smaller of 1 and 0.16 Re "
                            "h^2/dt.")),
      choice("lines.algorithm", {"auto", "pta", "cr", "pcr", "partition"}, "auto",
             "How tridiagonal systems are solved; auto: by the device and the mesh."),
      choice("lines.axis", {"x", "y"}, "x",
             "The lines of scheme.time = rows. Those along x are contiguous in memory, those along "
             "y interleaved."),
  };
}

Rows linear_keys() {
  return boxes::linear_keys(
      {},
      {"1e-10",
       "The equation of psi is solved until the norm of its residual is below this part of that of "
       "the right-hand side.",
       false},
      {"100", "Most iterations to solve it."});
}
}  // namespace

std::vector<KeySpec> keys() {
  const setup::FieldNames fields{.all = {"psi", "omega", "u", "v"},
                                 .measured = {"psi", "omega", "u", "v"},
                                 .drawn = "psi omega"};
  const setup::TimeUnits units{"L/U", "U/L"};
  auto rows = all_of({boxes::incompressible_units_keys("fluid.reynolds"),
                      own_keys(),
                      linear_keys(),
                      setup::mesh_keys(),
                      setup::body_keys({setup::kReferenceLength}),
                      setup::time_keys(units),
                      setup::output_keys(fields, units),
                      {boxes::output_units_key()},
                      boxes::run_keys()});
  boxes::take_units(rows, {"L", "L/U", "U/L"}, {{"velocity", "U"}}, field_list());
  return rows;
}

config::UnitSystem unit_system(const config::Settings& s) {
  boxes::refuse_both(s, "fluid.reynolds", "units.viscosity", "each determines the other");
  auto system = boxes::incompressible_units(s);
  if (const double reynolds = boxes::reynolds_of_units(s); reynolds > 0)
    system.determined["fluid.reynolds"] = fmt::format("{}", reynolds);
  return system;
}

}  // namespace slipflow::psi_omega
