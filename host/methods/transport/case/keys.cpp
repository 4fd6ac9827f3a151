#include "slipflow/box/linear_keys.hpp"
#include "slipflow/box/plain_problem.hpp"
#include "slipflow/box/si_units.hpp"
#include "slipflow/config/rows.hpp"
#include "slipflow/setup/shared_keys.hpp"
#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

namespace {
using config::DirectiveForm;
using config::KeySpec;
using config::KeyType;
using Words = std::vector<std::string>;
using namespace config::rows;

const Words kFactors = {"over_x", "over_y", "over_z", "over_time"};

Words with(Words options, const Words& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

KeySpec side(const std::string& name, bool is_required) {
  KeySpec row = {.name = "boundary." + name,
                 .type = KeyType::directive,
                 .forms = {{.kind = "value", .count = 1, .options = kFactors, .unit = "phi"},
                           {.kind = "flux", .count = 1, .options = kFactors, .unit = "phi L/T"},
                           {.kind = "exchange", .count = 2, .options = kFactors},
                           {.kind = "periodic"}},
                 .meaning = "Condition on the " + name +
                            " boundary: phi, the diffusive flux into the domain, or H V for a flux "
                            "H (V - phi); each may be multiplied by tables of factors."};
  return is_required ? required(row) : optional(row);
}

KeySpec amounts(const std::string& name, const std::string& unit, const Words& options,
                const std::string& meaning) {
  return {.name = name,
          .type = KeyType::directive,
          .unit = unit,
          .optional = true,
          .forms = {{.count = 1, .options = with({"box"}, options)}},
          .repeatable = true,
          .meaning = meaning};
}

Rows units_keys() {
  return {quantity("units.length", "m", "Reference length L."),
          quantity("units.time", "s", "Reference time T."),
          optional(text("units.phi", "",
                        "The unit of phi, one word that results carry: K, mol/m^3, ppm. With K "
                        "values may be in K or C (degrees Celsius)."))};
}

Rows equation_keys() {
  return {
      number_above("equation.storage", 0, 1e12, "-", "1", "Storage c of c dphi/dt."),
      {.name = "equation.diffusion",
       .type = KeyType::directive,
       .unit = "L^2/T",
       .required = true,
       .forms = {{.count = 1, .options = {"picture", "dark", "path"}, .or_more = true}},
       .meaning = "Diffusion K: one number, or one for each axis; picture=FILE.png dark=FACTOR "
                  "multiplies it where the picture is dark, path=FILE by a factor for each cell."},
      {.name = "equation.velocity",
       .type = KeyType::directive,
       .unit = "L/T",
       .default_value = "none",
       .forms = {{.kind = "none"},
                 {.kind = "constant", .count = 2, .or_more = true},
                 {.kind = "rotation", .count = 3, .options = {"axis"}, .unit = "-"},
                 {.kind = "file", .options = {"path"}, .options_required = true}},
       .meaning =
           "Velocity of the medium: constant U V [W]; rotation OMEGA X Y about an axis z (or "
           "axis=x, axis=y) through a point; or u, v and w of a frame that a run has "
           "written."},
      number("equation.reaction", 0, 1e12, "1/T", "0", "Rate q of the loss q phi."),
      amounts("equation.source", "phi/T", kFactors,
              "A source s: a number, in box=X0,Y0,X1,Y1 or box=X0,Y0,Z0,X1,Y1,Z1 alone, multiplied "
              "by tables of factors over_x=FILE, over_time=FILE and so on. Several ones add up."),
      amounts(
          "initial.phi", "phi", {"over_x", "over_y", "over_z"},
          "phi at the start, 0 without this key; given as a source is. Several ones add up: one "
          "without box= may be in C, differences are in K."),
  };
}

Rows scheme_keys() {
  return {
      choice("scheme.time", texts_of(kTimeSchemes), "steady",
             "steady: a step solves the steady equation; euler: implicit steps of first order; "
             "crank_nicolson: of second order."),
      choice("scheme.convection", texts_of(kConvections), "central",
             "phi on a face: the mean of two cells, or that of the cell upwind."),
  };
}

Rows linear_keys() {
  using namespace linear_solvers;
  return all_of(
      {{choice("linear.solver", with({"auto"}, texts_of(kSolvers7)), "auto",
               "How the system of a step is solved; auto: cg without a velocity, else bicgstab; "
               "others where it does not converge."),
        choice("linear.preconditioner", texts_of(kPreconditioners7), "multigrid",
               "Preconditioner of cg and bicgstab.")},
       boxes::linear_keys(
           {"0",
            "The iterations end when the norm of the residual is below it, or as the "
            "next key says."},
           {"1e-8", "The same as a part of the norm of the right-hand side."},
           {"1000", "Most iterations in a step."}),
       {integer("linear.smoothing", 1, 10, "steps", "3",
                "Steps of the smoother of multigrid, before and after the coarser level."),
        choice("linear.multigrid_precision", {"double", "single"}, "double",
               "Precision of what multigrid computes; that of the solution is double."),
        choice("linear.sweep", texts_of(kSchedules7), "auto",
               "How a device does the triangular sweeps of matm and atm; the bits are the same."),
        integer("linear.parameters_every", 1, 1000000, "iterations", "1",
                "matm: iterations for which its parameter omega is kept.")}});
}

// A steady run is done after one step.
Rows time_keys() {
  auto rows = setup::time_keys({"T", "1/T"});
  for (KeySpec& row : rows) {
    if (row.name == "time.courant")
      row.meaning =
          "Courant number dt (|u|/dx + |v|/dy + |w|/dz) of the largest velocity, instead "
          "of time.step.";
    if (row.name != "time.max_steps") continue;
    row.default_depends_on = "scheme.time";
    row.default_for = {{"steady", "1"}};
  }
  return rows;
}

}  // namespace

std::vector<KeySpec> keys() {
  const setup::FieldNames fields{.all = {"phi"}, .measured = {"phi"}, .drawn = "phi"};
  auto rows = all_of({units_keys(),
                      equation_keys(),
                      setup::mesh_keys(3, 2),
                      setup::body_keys(with({"value", "flux", "exchange"}, kFactors), 3),
                      {side("west", true), side("east", true), side("south", true),
                       side("north", true), side("bottom", false), side("top", false)},
                      scheme_keys(),
                      linear_keys(),
                      time_keys(),
                      setup::output_keys(fields, {"T", "1/T"}, 3),
                      {boxes::output_units_key()},
                      boxes::run_keys()});
  boxes::take_units(rows, {"L", "T", "1/T", "L/T", "L^2/T", "phi", "phi/T"},
                    {{"box", "L"}, {"value", "phi"}, {"flux", "phi L/T"}, {"exchange", "L/T,phi"}},
                    {{"phi", "phi", "phi", setup::Location::cell_centre}});
  return rows;
}

namespace {
constexpr std::size_t kLongestWord = 32;

std::string word_of_phi(const config::Settings& s) {
  if (!s.given("units.phi")) return "";
  const std::string& word = s.text("units.phi");
  if (word.size() > kLongestWord || word.find_first_of(" \t,\"[]") != std::string::npos)
    throw s.error("units.phi",
                  "must be one word of at most 32 bytes without ',', '\"', '[' and ']', such as K "
                  "or mol/m^3");
  return word;
}
}  // namespace

config::UnitSystem unit_system(const config::Settings& s) {
  for (const char* key : {"units.length", "units.time"})
    if (!s.given(key)) throw s.error(key, "is missing: [units] needs length and time");
  const std::string word = word_of_phi(s);
  const auto kelvin = config::unit_named("K");
  config::UnitSystem system;
  system.references = {{"L", "reference length", s.quantity("units.length")},
                       {"T", "reference time", s.quantity("units.time")},
                       {"phi", "unit of phi", word == "K" ? *kelvin : config::Quantity{}}};
  system.time = "T";
  system.determined["output.units"] = "si";
  // Numbers in the user's unit are not converted.
  if (!word.empty()) {
    system.names["phi"] = word;
    for (const auto& [unit, in_si] : {std::pair("L", "m"),
                                      {"L^2", "m^2"},
                                      {"L^3", "m^3"},
                                      {"L^2/T", "m^2/s"},
                                      {"L^3/T", "m^3/s"}})
      system.names[std::string("phi ") + unit] = word + ' ' + in_si;
  }
  return system;
}

}  // namespace slipflow::transport
