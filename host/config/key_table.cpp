// The rows of the key table, one function a section.
#include "slipflow/config/key_table.hpp"

#include "simple_ts/convection/schemes.h"

namespace slipflow::config {
namespace {

using Rows = std::vector<KeySpec>;

const std::vector<std::string> field_names = {"p", "T", "rho", "u", "v", "mach"};

/// Options of a wall, be it a side or a body.
const std::vector<std::string> wall_options = {"temperature", "velocity",      "slip",
                                               "jump",        "accommodation", "flux"};

KeySpec number(const std::string& name, double least, double most, const std::string& unit,
               const std::string& default_value, const std::string& meaning) {
  return {.name = name,
          .type = KeyType::number,
          .unit = unit,
          .default_value = default_value,
          .least = least,
          .most = most,
          .meaning = meaning};
}

/// A number that may not be `least` itself.
KeySpec number_above(const std::string& name, double least, double most, const std::string& unit,
                     const std::string& default_value, const std::string& meaning) {
  KeySpec spec = number(name, least, most, unit, default_value, meaning);
  spec.least_excluded = true;
  return spec;
}

KeySpec integer(const std::string& name, double least, double most, const std::string& unit,
                const std::string& default_value, const std::string& meaning) {
  KeySpec spec = number(name, least, most, unit, default_value, meaning);
  spec.type = KeyType::integer;
  return spec;
}

KeySpec pair(const std::string& name, const std::string& unit, const std::string& default_value,
             const std::string& meaning) {
  return {.name = name,
          .type = KeyType::numbers,
          .unit = unit,
          .default_value = default_value,
          .count = 2,
          .meaning = meaning};
}

KeySpec choice(const std::string& name, const std::vector<std::string>& allowed,
               const std::string& default_value, const std::string& meaning) {
  return {.name = name,
          .type = KeyType::choice,
          .default_value = default_value,
          .allowed = allowed,
          .meaning = meaning};
}

KeySpec text(const std::string& name, const std::string& default_value,
             const std::string& meaning) {
  return {.name = name, .default_value = default_value, .meaning = meaning};
}

/// Some of the field names, at least `fewest`.
KeySpec fields(const std::string& name, int fewest, const std::string& default_value,
               const std::string& meaning) {
  return {.name = name,
          .type = KeyType::words,
          .default_value = default_value,
          .count = fewest,
          .allowed = field_names,
          .meaning = meaning};
}

/// None, or some of the fields that averages are taken of.
KeySpec averages(const std::string& name, const std::string& default_value,
                 const std::string& meaning) {
  KeySpec spec = fields(name, 0, default_value, meaning);
  std::erase(spec.allowed, "mach");
  return spec;
}

KeySpec duration(const std::string& name, const std::string& default_value,
                 const std::string& meaning) {
  return {.name = name,
          .type = KeyType::duration,
          .default_value = default_value,
          .meaning = meaning};
}

KeySpec required(KeySpec spec) {
  spec.required = true;
  return spec;
}

/// May be absent; has no default.
KeySpec optional(KeySpec spec) {
  spec.optional = true;
  return spec;
}

Rows title_keys() {
  return {text("title", "untitled", "Name of the case in logs and pictures.")};
}

Rows gas_keys() {
  return {
      required(number_above("gas.knudsen", 0, 10, "-", "",
                            "Knudsen number Kn: mean free path at the reference state over L.")),
      number("gas.mach", 0, 100, "-", "0", "Mach number Ma of the undisturbed stream."),
      number_above("gas.gamma", 1, 3, "-", "1.6666666666666667",
                   "Ratio of specific heats, c_p / c_v."),
      number_above("gas.prandtl", 0, 1000, "-", "0.66666666666666663", "Prandtl number Pr."),
      number("gas.viscosity_exponent", 0, 2, "-", "0.5",
             "Exponent omega of mu = lambda = T^omega, a multiple of 1/16: 0.5 is hard spheres, 1 "
             "Maxwell molecules, 0 a constant viscosity."),
      number("gas.slip_coefficient", 0, 10, "-", "1.1466",
             "Velocity slip at a wall over local Kn times the normal velocity gradient."),
      number("gas.jump_coefficient", 0, 10, "-", "2.1904",
             "Temperature jump at a wall over local Kn times the normal temperature gradient."),
      {.name = "gas.accommodation",
       .type = KeyType::numbers,
       .default_value = "1 1",
       .least = 0,
       .most = 1,
       .least_excluded = true,
       .count = 2,
       .meaning =
           "Accommodation coefficients of tangential momentum and of energy; slip and jump are "
           "(2 - sigma)/sigma times those of sigma = 1. A wall may have its own."},
      pair("gas.gravity", "V0^2/L", "0 0", "Acceleration g_x g_y that acts on the gas."),
  };
}

KeySpec stretch(const std::string& axis) {
  return {.name = "mesh." + axis + "_stretch",
          .type = KeyType::directive,
          .default_value = "uniform",
          .forms = {{.kind = "uniform"},
                    {.kind = "geometric", .count = 1},
                    {.kind = "file", .options = {"path"}, .options_required = true}},
          .meaning = "Spacing along " + axis +
                     ": equal, growing by a ratio from cell to cell, or the faces of a file, whose "
                     "path is relative to the case file."};
}

Rows mesh_keys() {
  return {
      required(pair("mesh.x", "L", "", "Extent in x: the west and the east end.")),
      required(pair("mesh.y", "L", "", "Extent in y: the south and the north end.")),
      {.name = "mesh.cells",
       .type = KeyType::integers,
       .unit = "cells",
       .required = true,
       .least = 1,
       .most = 1e6,
       .count = 2,
       .meaning = "Number of cells in x and in y."},
      stretch("x"),
      stretch("y"),
  };
}

KeySpec body(const std::string& name, const DirectiveForm& form, const std::string& meaning) {
  return {.name = "body." + name,
          .type = KeyType::directive,
          .unit = "L",
          .optional = true,
          .forms = {form},
          .repeatable = true,
          .meaning = meaning};
}

Rows body_keys() {
  std::vector<std::string> repeated = wall_options;
  repeated.insert(repeated.end(), {"count", "spacing", "around"});
  return {
      body("rectangle", {.count = 4, .options = repeated},
           "A solid rectangle: corners x0 y0 x1 y1; options as a wall's, and count=N spacing=DX,DY "
           "or count=N around=X,Y for a row or a ring of them."),
      body("polygon", {.count = 6, .options = repeated, .or_more = true},
           "A solid polygon: corners x1 y1 x2 y2 x3 y3 and on; options as a rectangle's."),
      body("circle", {.count = 3, .options = repeated},
           "A solid circle: centre and radius x y r; options as a rectangle's."),
      body(
          "mask", {.count = 4, .options = wall_options, .file = "FILE.png", .or_none = true},
          "Solid where the picture FILE.png is dark, which lies on the rectangle x0 y0 x1 y1, else "
          "on the whole mesh; options as a wall's. The path is relative to the case file."),
  };
}

KeySpec side(const std::string& name) {
  std::vector<std::string> along = wall_options;
  along.push_back("path");
  return {
      .name = "boundary." + name,
      .type = KeyType::directive,
      .required = true,
      .forms = {{.kind = "stream"},
                {.kind = "inflow",
                 .options = {"velocity", "along", "profile", "path", "temperature", "density",
                             "over_time"}},
                {.kind = "outflow"},
                {.kind = "pressure", .options = {"p", "temperature", "at"}},
                {.kind = "wall", .options = along},
                {.kind = "symmetry"},
                {.kind = "periodic"}},
      .meaning = "Condition on the " + name + " side; its options stand in the section on sides."};
}

Rows boundary_keys() {
  return {side("west"), side("east"), side("south"), side("north")};
}

Rows initial_keys() {
  return {
      {.name = "initial.state",
       .type = KeyType::directive,
       .default_value = "stream",
       .forms = {{.kind = "stream"},
                 {.kind = "rest"},
                 {.kind = "uniform", .options = {"density", "temperature", "velocity"}},
                 {.kind = "two_states",
                  .count = 1,
                  .options = {"west", "east"},
                  .options_required = true},
                 {.kind = "file", .options = {"path"}, .options_required = true}},
       .meaning = "The gas at the start: the undisturbed stream, the same gas at rest, gas of any "
                  "density, temperature and velocity=UX,UY, two gases RHO,T,U[,V] that meet at the given "
                  "x, as in a shock tube, or a frame (.vtr) of another run, on any mesh that covers "
                  "this one."},
      number("initial.perturbation", 0, 1, "-", "0",
             "Amplitude of v over the stream velocity at the start, to break the symmetry."),
  };
}

// The names in the list that the kernels are built from.
std::vector<std::string> convection_schemes() {
#define SF_NAME_OF(name, number, limiter) #name,
  return {SF_CONVECTION_SCHEMES(SF_NAME_OF)};
#undef SF_NAME_OF
}

Rows scheme_keys() {
  return {
      choice("scheme.convection", convection_schemes(), "upwind",
             "Scheme of the convective terms; tvd is van Leer's."),
      choice("scheme.time", {"implicit", "explicit"}, "implicit",
             "Time level of the convective terms."),
      choice(
          "scheme.wall_density", {"wall", "cell"}, "wall",
          "Density in slip and jump: that of the gas at the wall, of second order, or of the cell "
          "beside it, as published, of first order."),
      choice("scheme.convex_corner", {"no_slip", "slip"}, "no_slip",
             "Velocity of the gas at convex corners of bodies: that of the wall, or with slip, as "
             "published, which is less accurate."),
  };
}

Rows time_keys() {
  return {
      optional(number_above("time.step", 0, 1e6, "L/V0", "", "Time step dt.")),
      optional(number_above("time.courant", 0, 10, "-", "",
                            "Courant number that dt follows, instead of time.step.")),
      optional(number_above("time.end", 0, 1e12, "L/V0", "", "Time at which the run ends.")),
      number("time.steady", 0, 1e3, "V0/L", "0",
             "The run ends when max |phi - phi_old| / dt of all fields is below it; 0 is off."),
      integer("time.max_steps", 0, 9007199254740992.0, "steps", "0",
              "The run ends after so many steps; 0 is no limit."),
      number("time.max_hours", 0, 1e5, "h", "0",
             "The run writes a checkpoint and stops before this many hours of wall-clock time have "
             "passed since the program started; 0 is no limit."),
  };
}

KeySpec tolerance() {
  KeySpec spec =
      number("inner.tolerance", 0, 1, "-", "1e-8",
             "The iteration within a time step ends when the estimated error of p, T, u and "
             "v is below it; 0 carries out inner.max iterations.");
  spec.default_depends_on = "run.precision";
  spec.default_for = {{"mixed", "2e-6"}, {"single", "2e-6"}};
  return spec;
}

Rows inner_keys() {
  return {
      tolerance(),
      integer("inner.max", 1, 1e6, "iterations", "1000",
              "Most inner iterations within a time step."),
      choice("inner.diagonal", {"outflow", "plain"}, "outflow",
             "Diagonal coefficients of the inner iteration; plain are the published ones, outflow "
             "takes more of the equations implicitly. The solution is the same."),
      choice("inner.relaxation", {"cycle", "none"}, "cycle",
             "Relaxation of diffusion in the inner iteration, in cycles of three; none is the "
             "published one. The solution is the same."),
      choice("inner.start", {"extrapolated", "previous"}, "extrapolated",
             "What the inner iteration starts from: the last two time levels carried on, or the "
             "previous one, as published. The solution is the same."),
  };
}

Rows output_keys() {
  return {
      text("output.directory", "out", "Folder of the results."),
      fields("output.fields", 1, "p T rho u v mach", "Fields written for ParaView."),
      number("output.every_time", 0, 1e12, "L/V0", "0",
             "Time between two outputs; 0 writes only the first and the last state."),
      fields("output.pictures", 0, "p T", "Fields drawn as pictures; none draws nothing."),
      integer("output.history_every", 1, 1e9, "steps", "10",
              "Steps between two lines of history.csv."),
      integer("output.measures_every", 0, 1e9, "steps", "10",
              "Steps between two lines of forces.csv, balance.csv and probes.csv, which also have one "
              "for each output; 0 is outputs only."),
      choice("output.balance", {"on", "off"}, "off",
             "Mass, momentum and energy of the domain, their flow through its sides and to walls, in "
             "balance.csv."),
      {.name = "output.probe",
       .type = KeyType::directive,
       .unit = "L",
       .optional = true,
       .forms = {{.count = 2, .options = {"name"}}},
       .repeatable = true,
       .meaning = "A point x y whose p, T, rho, u and v stand in probes.csv."},
      {.name = "output.profile",
       .type = KeyType::directive,
       .unit = "L",
       .optional = true,
       .forms = {{.count = 4, .options = {"points", "name"}}},
       .repeatable = true,
       .meaning = "A line from x0 y0 to x1 y1 along which p, T, rho, u and v are written at each "
                  "output, at points=N (101) equal distances."},
      averages("output.averages", "none",
               "Fields whose mean and fluctuation in time are written beside them, as NAME_mean and "
               "NAME_rms."),
      number("output.average_from", 0, 1e12, "L/V0", "0",
             "Averages are taken over the steps that end after this time."),
      duration("output.checkpoint_every", "10 min",
               "Wall-clock time between two checkpoints; 0 is off."),
      integer("output.checkpoint_every_steps", 0, 1e9, "steps", "0",
              "Steps between two checkpoints; 0 is off."),
      number("output.checkpoint_every_time", 0, 1e12, "L/V0", "0",
             "Time between two checkpoints, written after the step that passes it; 0 is off."),
      choice("output.checkpoint_at_end", {"on", "off"}, "on", "A checkpoint where the run ends."),
  };
}

Rows run_keys() {
  return {
      choice("run.precision", {"double", "mixed", "single"}, "double",
             "What is computed with: double; mixed keeps the fields as floats and computes in "
             "double, in half the memory; single is float throughout, for devices without double."),
      choice("run.kernels", {"auto", "fused", "plain"}, "auto",
             "Kernel set: fused for GPUs, plain for CPUs, auto by the device."),
      integer("run.work_group_size", 0, 1024, "work-items", "0",
              "Work-items in a work-group (plain: columns of a sub-domain); 0 lets the program "
              "choose."),
      integer("run.rows", 0, 1e6, "rows", "0", "Rows of a sub-domain; 0 lets the program choose."),
      number("run.device_timeout", 0, 1e6, "s", "120",
             "The run ends with status 3 when the device has not finished a command after this "
             "time; 0 is no limit."),
  };
}

}  // namespace

const std::vector<KeySpec>& key_table() {
  static const Rows table = [] {
    Rows all;
    for (auto section : {title_keys, gas_keys, mesh_keys, body_keys, boundary_keys, initial_keys,
                         scheme_keys, time_keys, inner_keys, output_keys, run_keys}) {
      const Rows rows = section();
      all.insert(all.end(), rows.begin(), rows.end());
    }
    return all;
  }();
  return table;
}

}  // namespace slipflow::config
