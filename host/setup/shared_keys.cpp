#include "slipflow/setup/shared_keys.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/config/rows.hpp"
#include "slipflow/setup/box_mesh.hpp"

namespace slipflow::setup {

using namespace config::rows;
using config::DirectiveForm;
using config::KeyType;

namespace {
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

/// A line of lengths that may be given several times: a body, a point or a line of probes.
KeySpec lengths(const std::string& name, const DirectiveForm& form, const std::string& meaning) {
  return {.name = name,
          .type = KeyType::directive,
          .unit = "L",
          .optional = true,
          .forms = {form},
          .repeatable = true,
          .meaning = meaning};
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// "p, T and rho"
std::string in_a_sentence(const std::vector<std::string>& words) {
  std::string text = words.front();
  for (std::size_t k = 1; k < words.size(); ++k)
    text += (k + 1 < words.size() ? ", " : " and ") + words[k];
  return text;
}
}  // namespace

Rows mesh_keys(int axes, int fewest) {
  if (fewest == 0) fewest = axes;
  static const char* const ends[] = {"west and the east", "south and the north",
                                     "bottom and the top"};
  static const char* const counted[] = {"x", "x and in y", "x, in y and in z"};
  const std::vector<std::string> names(kAxes.begin(), kAxes.begin() + axes);
  Rows rows;
  for (int k = 0; k < axes; ++k) {
    const auto row =
        pair("mesh." + names[k], "L", "", "Extent in " + names[k] + ": the " + ends[k] + " end.");
    rows.push_back(k < fewest ? required(row) : optional(row));
  }
  rows.push_back({.name = "mesh.cells",
                  .type = KeyType::integers,
                  .unit = "cells",
                  .required = true,
                  .least = 1,
                  .most = 1e6,
                  .count = fewest,
                  .or_up_to = fewest < axes ? axes : 0,
                  .meaning = std::string("Number of cells in ") + counted[axes - 1] +
                             (fewest < axes ? ", in each axis that the mesh has." : ".")});
  for (const auto& name : names) rows.push_back(stretch(name));
  return rows;
}

namespace {
Rows bodies_in_space(const std::vector<std::string>& wall_options, int axes, bool may_cut) {
  std::vector<std::string> of_surface = wall_options;
  if (may_cut) of_surface.emplace_back(kWallsOfBody);
  of_surface.insert(of_surface.end(), {"section", "scale", "shift"});
  Rows rows;
  std::vector<std::string> of_round = wall_options;
  if (may_cut) of_round.insert(of_round.end(), {kWallsOfBody, kGasOfBody, kTurningOfBody});
  std::vector<std::string> of_box = wall_options;
  if (may_cut) of_box.insert(of_box.end(), {kWallsOfBody, kGasOfBody});
  const std::string turning = may_cut ? " gas=inside: the gas is within it; turning=" : "";
  const std::string turns_about =
      may_cut ? ": it turns, in radians per time L/V0; both with mesh.walls = cut." : "";
  if (axes == 3)
    rows = {lengths("body.box", {.count = 6, .options = of_box},
                    "A solid box, on a mesh of three axes: corners x0 y0 z0 x1 y1 z1; options as a "
                    "wall's."),
            lengths("body.sphere", {.count = 4, .options = of_round},
                    "A solid sphere, on a mesh of three axes: centre and radius x y z r; options "
                    "as a wall's." +
                        (may_cut ? turning + "WX,WY,WZ" + turns_about : "")),
            lengths("body.cylinder", {.count = 7, .options = of_round},
                    "A solid cylinder of any direction, on a mesh of three axes: centres of its "
                    "ends and radius x0 y0 z0 x1 y1 z1 r; options as a wall's." +
                        (may_cut ? turning + "W about its axis" + turns_about : ""))};
  rows.push_back(lengths(
      "body.stl", {.options = of_surface, .file = "FILE.stl"},
      std::string(axes == 3 ? "The solid in a closed surface; on a mesh of two axes its section"
                            : "The section of the solid in a closed surface") +
          " at z = section. The file's lengths are multiplied by scale=F, then moved by "
          "shift=DX,DY,DZ; further options as a wall's. The path is relative to the case file."));
  return rows;
}
}  // namespace

Rows body_keys(const std::vector<std::string>& wall_options, int axes, bool may_cut) {
  std::vector<std::string> named = wall_options;
  named.emplace_back("name");
  std::vector<std::string> options = named;
  if (axes == 3) options.emplace_back("z");
  const bool has_coefficients = std::ranges::count(wall_options, kReferenceLength) > 0;
  std::vector<std::string> repeated = options;
  repeated.insert(repeated.end(), {"count", "spacing", "around"});
  if (may_cut) repeated.emplace_back(kWallsOfBody);
  std::vector<std::string> enclosing = repeated;
  if (may_cut) enclosing.emplace_back(kGasOfBody);
  std::vector<std::string> of_circle = enclosing;
  if (may_cut) of_circle.emplace_back(kTurningOfBody);
  const std::string of_enclosing =
      may_cut ? ". gas=inside: the gas is within it, with mesh.walls = cut." : ".";
  Rows rows = {
      lengths(
          "body.rectangle", {.count = 4, .options = repeated},
          "A solid rectangle: corners x0 y0 x1 y1; options as a wall's, name=NAME in tables, and "
          "count=N spacing=DX,DY or count=N around=X,Y for a row or a ring of them." +
              std::string(has_coefficients
                              ? fmt::format(" reference_length=S is the length of its force "
                                            "coefficients{} and Strouhal numbers, by default its "
                                            "extent along y.",
                                            axes == 3 ? " in a plane" : "")
                              : "") +
              (may_cut ? " walls=stairs makes it whole cells where mesh.walls = cut." : "")),
      lengths("body.polygon", {.count = 6, .options = enclosing, .or_more = true},
              "A solid polygon: corners x1 y1 x2 y2 x3 y3 and on; options as a rectangle's" +
                  of_enclosing),
      lengths("body.circle", {.count = 3, .options = of_circle},
              "A solid circle: centre and radius x y r; options as a rectangle's" + of_enclosing +
                  (may_cut ? " turning=W: it turns counter-clockwise by W radians per time L/V0, "
                             "likewise."
                           : "")),
      lengths("body.mask", {.count = 4, .options = options, .file = "FILE.png", .or_none = true},
              "Solid where the picture FILE.png is dark. It covers the rectangle x0 y0 x1 y1, else "
              "the whole mesh; options as a wall's. The path is relative to the case file."),
      lengths("body.svg", {.count = 4, .options = repeated, .file = "FILE.svg", .or_none = true},
              "The filled shapes of a drawing. Its page covers the rectangle x0 y0 x1 y1, else the "
              "whole mesh; options as a rectangle's. The path is relative to the case file."),
  };
  for (auto& row : bodies_in_space(named, axes, may_cut)) rows.push_back(std::move(row));
  return rows;
}

Rows time_keys(const TimeUnits& units) {
  return {
      optional(number_above("time.step", 0, 1e6, units.time, "", "Time step dt.")),
      optional(number_above("time.courant", 0, 10, "-", "",
                            "Courant number that dt follows, instead of time.step.")),
      optional(number_above("time.end", 0, 1e12, units.time, "", "Time at which the run ends.")),
      number("time.steady", 0, 1e3, units.rate, "0",
             "The run ends when max |phi - phi_old| / dt of all fields is below it; 0 is off."),
      integer("time.max_steps", 0, 9007199254740992.0, "steps", "0",
              "The run ends after this many steps; 0 is no limit."),
      number("time.max_hours", 0, 1e5, "h", "0",
             "The run writes a checkpoint and stops before this many hours of wall-clock time have "
             "passed since the program started; 0 is no limit."),
  };
}

namespace {
KeySpec picture_key() {
  return {
      .name = "output.picture",
      .type = KeyType::directive,
      .optional = true,
      .forms = {{.options = {"field", "range", "map", "shading", "zoom", "contours", "streamlines",
                             "vectors", "view", "slices", "isosurface", "walls", "formats",
                             "width"}}},
      .repeatable = true,
      .meaning =
          "How pictures of a field, or of all, are drawn. Colours: range=auto-series, "
          "the default, is one range for the whole run, range=auto-frame one for each "
          "picture, range=LO,HI a given one; map=auto, the default, is sequential for values of "
          "one sign and diverging, centred at 0, for both; map=sequential or map=diverging. "
          "shading=smooth is linear between the middles of cells, shading=cells, the default, is "
          "not. zoom=X0,Y0,X1,Y1 shows a part, contours=N, streamlines=N and vectors=N add lines "
          "and arrows; formats=png,pdf,svg; width=PIXELS (1600). view=isometric draws a box of "
          "three axes in one picture: bodies, the planes of output.slice (slices=off: none) and, "
          "with isosurface=FIELD,VALUE, where that field has the value; walls=NAME gives bodies "
          "the colours of a column of output.walls, such as heat_flux, instead of the field's."};
}

/// The keys of numbers about surfaces; methods without a pressure have no drops of it.
Rows surface_keys(bool has_pressure) {
  Rows rows = {choice("output.surfaces", {"on", "off"}, "off",
                      "Mean values on boundaries and bodies, flows through them, forces and heat, "
                      "over time in surfaces.csv; summary.json has the last ones in any case.")};
  if (has_pressure)
    rows.push_back({.name = "output.pressure_drop",
                    .type = KeyType::directive,
                    .optional = true,
                    .forms = {{.text = "FROM TO"}},
                    .repeatable = true,
                    .meaning = "Two boundaries, patches or bodies: the mean pressure on the first "
                               "less that on the second, in summary.json and surfaces.csv."});
  return rows;
}

/// The keys of slices of a mesh that may have three axes.
Rows slice_keys() {
  return {
      {.name = "output.slice",
       .type = KeyType::directive,
       .unit = "L",
       .optional = true,
       .forms = {{.kind = "x", .count = 1}, {.kind = "y", .count = 1}, {.kind = "z", .count = 1}},
       .repeatable = true,
       .meaning = "On a mesh of three axes: a plane whose cells are drawn, by the axis across "
                  "it and the position on it; without one, that in the middle of z."},
      choice("output.format", {"vtr", "vti"}, "vtr",
             "Files of the fields: rectilinear grids, or images for a mesh of equal widths.")};
}
}  // namespace

Rows output_keys(const FieldNames& fields, const TimeUnits& units, int axes) {
  const std::string probed =
      in_a_sentence(fields.measured) + (fields.measured.size() == 1 ? " is" : " are");
  const bool in_space = axes == 3;
  const std::string point = in_space ? "x y or x y z" : "x y";
  const std::string line = in_space ? "x0 y0 to x1 y1, or x0 y0 z0 to x1 y1 z1," : "x0 y0 to x1 y1";
  Rows rows = {
      text("output.directory", "out", "Folder of the results."),
      words("output.fields", fields.all, 1,
            fields.written.empty() ? joined(fields.all) : fields.written,
            "Fields written for ParaView."),
      number("output.every_time", 0, 1e12, units.time, "0",
             "Time between two outputs; 0 writes only the first and the last state."),
      words("output.pictures", fields.all, 0, fields.drawn,
            "Fields drawn as pictures; none draws nothing."),
      picture_key(),
      integer("output.history_every", 1, 1e9, "steps", "10",
              "Steps between two lines of history.csv."),
      integer(
          "output.measures_every", 0, 1e9, "steps", "10",
          "Steps between two lines of the tables besides history.csv, such as probes.csv, which "
          "also have one for each output; 0 is outputs only."),
      lengths("output.probe", {.count = 2, .options = {"name"}, .or_more = in_space},
              "A point " + point + " whose " + probed + " written to probes.csv."),
      lengths("output.profile", {.count = 4, .options = {"points", "name"}, .or_more = in_space},
              "A line from " + line + " along which " + probed +
                  " written at each output, at points=N (101) equal distances."),
      {.name = "output.expression",
       .type = KeyType::directive,
       .optional = true,
       .forms = {{.text = "NAME = FORMULA"}},
       .repeatable = true,
       .meaning = "A field of one's own: a formula of fields and of expressions before it, such as "
                  "dp = p - 1. Its name can be written wherever fields are named."},
      {.name = "output.integral",
       .type = KeyType::directive,
       .unit = "L",
       .optional = true,
       .forms = {{.kind = "box", .count = 4, .options = {"field", "name"}, .or_more = in_space},
                 {.kind = "line",
                  .count = 4,
                  .options = {"field", "pieces", "name"},
                  .or_more = in_space}},
       .repeatable = true,
       .meaning =
           "The integral of field=NAME, a field or expression, over a box of cells or along "
           "a line of pieces=N (1000) parts, between two corners or ends; in integrals.csv."},
      optional(words(
          "output.sampled", fields.all, 1, "",
          "Fields of probes and profiles, instead of " + in_a_sentence(fields.measured) + ".")),
      words("output.averages", fields.measured, 0, "none",
            "Fields whose mean and fluctuation in time are also written, as NAME_mean and "
            "NAME_rms."),
      number("output.average_from", 0, 1e12, units.time, "0",
             "Averages are taken over the steps that end after this time."),
      duration("output.checkpoint_every", "10 min",
               "Wall-clock time between two checkpoints; 0 is off."),
      integer("output.checkpoint_every_steps", 0, 1e9, "steps", "0",
              "Steps between two checkpoints; 0 is off."),
      number("output.checkpoint_every_time", 0, 1e12, units.time, "0",
             "Time between two checkpoints, written after the step that passes it; 0 is off."),
      choice("output.checkpoint_at_end", {"on", "off"}, "on", "A checkpoint where the run ends."),
  };
  for (auto& row : rows)
    for (const char* name : {"output.fields", "output.pictures", "output.sampled"})
      if (row.name == name) row.more_names = "output.expression";
  for (auto& row : surface_keys(std::ranges::count(fields.measured, "p") > 0))
    rows.push_back(std::move(row));
  if (in_space)
    for (auto& row : slice_keys()) rows.push_back(std::move(row));
  return rows;
}

Rows run_keys() {
  return {
      choice("run.precision", {"double", "mixed", "single"}, "double",
             "What is computed with: double; mixed keeps the fields as floats and computes in "
             "double, in half the memory; single is float throughout, for devices without double."),
      choice("run.kernels", {"auto", "fused", "plain", "tiles"}, "auto",
             "Kernel set: fused for GPUs, tiles for small meshes of two axes there, plain for "
             "CPUs, auto by the device and the mesh."),
      integer("run.work_group_size", 0, 1024, "work-items", "0",
              "Work-items in a work-group (plain: columns of a sub-domain); 0 lets the program "
              "choose."),
      integer("run.rows", 0, 1e6, "rows", "0",
              "Rows of a sub-domain, in space layers of a block; 0 lets the program choose."),
      number("run.device_timeout", 0, 1e6, "s", "120",
             "The run ends with status 3 when the device has not finished a command after this "
             "time; 0 is no limit."),
  };
}

}  // namespace slipflow::setup
