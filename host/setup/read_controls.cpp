#include "slipflow/setup/read_controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "field_names.hpp"
#include "output_lines.hpp"
#include "slipflow/mesh/near_wall.hpp"
#include "slipflow/setup/result_units.hpp"

namespace slipflow::setup {

namespace {
using config::Settings;

TimeControl read_time(const Settings& s, StepLength step) {
  TimeControl time;
  if (s.given("time.step")) time.step = s.number("time.step");
  if (s.given("time.courant")) time.courant = s.number("time.courant");
  if (s.given("time.end")) time.end = s.number("time.end");
  time.steady = s.number("time.steady");
  time.max_steps = s.integer("time.max_steps");
  time.max_hours = s.number("time.max_hours");
  if (time.step && time.courant)
    throw s.error("time.courant", "give either step or courant, not both");
  if (step == StepLength::given && !time.step && !time.courant)
    throw s.error("time.step", fmt::format("is missing: give step (dt, unit {}) or courant",
                                           s.table().find("time.step")->unit));
  if (!time.end && time.steady == 0 && time.max_steps == 0)
    throw s.error("time.end", "is missing: give end, steady or max_steps, or the run never stops");
  return time;
}

std::vector<std::string> fields_at_points(const Settings& s, const OutputControl& output) {
  auto names = output.sampled;
  for (const auto& integral : output.integrals)
    if (!integral.box) names.push_back(integral.field);
  return fields_not_measured(s, output.expressions, names);
}

std::vector<std::array<std::string, 2>> read_pressure_drops(const Settings& s) {
  std::vector<std::array<std::string, 2>> drops;
  if (!s.table().find("output.pressure_drop")) return drops;
  for (const auto& line : s.directives("output.pressure_drop")) {
    std::istringstream words(line.raw);
    const std::vector<std::string> names(std::istream_iterator<std::string>(words), {});
    if (names.size() != 2)
      throw s.error(line,
                    "must be two names without blanks of boundaries, patches or bodies, such as "
                    "west east");
    drops.push_back({names[0], names[1]});
  }
  return drops;
}

OutputControl read_output(const Settings& s, const Domain& domain) {
  OutputControl output;
  output.directory = s.text("output.directory");
  output.expressions = read_expressions(s);
  output.fields = read_field_names(s, "output.fields", output.expressions);
  output.pictures = read_field_names(s, "output.pictures", output.expressions);
  output.every_time = s.number("output.every_time");
  output.history_every = s.integer("output.history_every");
  output.measures_every = s.integer("output.measures_every");
  output.surfaces = s.text("output.surfaces") == "on";
  output.pressure_drops = read_pressure_drops(s);
  output.averages = s.words("output.averages");
  output.average_from = s.number("output.average_from");
  if (s.given("output.sampled"))
    output.sampled = read_field_names(s, "output.sampled", output.expressions);
  output.integrals = read_integrals(s, domain, output.expressions);
  output.sampled_too = fields_at_points(s, output);
  output.probes = read_probes(s, domain);
  output.profiles = read_profiles(s, domain);
  output.slices = read_slices(s, domain);
  output.format = read_format(s, domain);
  output.picture_options = read_picture_options(s, domain, output);
  output.units = units_of_results(s);
  return output;
}

CheckpointControl read_checkpoint(const Settings& s) {
  return {s.seconds("output.checkpoint_every"), s.integer("output.checkpoint_every_steps"),
          s.number("output.checkpoint_every_time"), s.text("output.checkpoint_at_end") == "on"};
}

// The table of keys allows no other names of precisions and kernels.
RunControl read_run(const Settings& s) {
  return {precision_named(s.text("run.precision")).value(),
          kernel_set_named(s.text("run.kernels")).value(),
          static_cast<int>(s.integer("run.work_group_size")),
          static_cast<int>(s.integer("run.rows")), s.number("run.device_timeout")};
}
}  // namespace

std::shared_ptr<const config::UnitSystem> units_of_results(const Settings& s) {
  if (!s.table().find("output.units") || s.text("output.units") != "si") return nullptr;
  if (!s.units()) throw s.error("output.units", "needs the section [units]");
  return s.units();
}

Domain domain_of(const mesh::Mesh& mesh, const std::vector<Body>& bodies,
                 const mesh::CutMesh* cut) {
  Domain domain;
  domain.axes = mesh.axes();
  for (int k = 0; k < domain.axes; ++k) {
    const auto& axis = mesh.axis(k);
    domain.extent[static_cast<std::size_t>(k)] = {axis.faces.front(), axis.faces.back()};
    domain.cells[static_cast<std::size_t>(k)] = axis.cells();
    domain.uniform[static_cast<std::size_t>(k)] = axis.uniform;
  }
  domain.contains = [axes = domain.axes, extent = domain.extent](const Position& at) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(axes); ++k)
      if (!(at[k] >= extent[k][0] && at[k] <= extent[k][1])) return false;
    return true;
  };
  domain.body_at = [&mesh, &bodies, cut](const Position& at) -> std::string {
    const int i = mesh.x.cell_at(at[0]), j = mesh.y.cell_at(at[1]),
              k = mesh.axes() > 2 ? mesh.z.cell_at(at[2]) : 0;
    int tag = mesh.tags[mesh.layout().at(i, j, k)];
    if (cut && tag == 0)
      if (const auto* piece = mesh::wall_before(mesh, *cut, 1, i, j, at[0], at[1]))
        tag = piece->wall;
    const auto body = std::ranges::find(bodies, tag, &Body::wall);
    return body == bodies.end() ? "" : body->name;
  };
  domain.layer_at = [&mesh](int axis, double position) {
    return mesh.axis(axis).cell_at(position);
  };
  return domain;
}

void read_controls(const Settings& s, const Domain& domain, Controls& controls, StepLength step) {
  controls.title = s.text("title");
  controls.time = read_time(s, step);
  controls.output = read_output(s, domain);
  controls.checkpoint = read_checkpoint(s);
  controls.run = read_run(s);
}

void read_controls(const Settings& s, const mesh::Mesh& mesh, const std::vector<Body>& bodies,
                   Controls& controls, StepLength step) {
  read_controls(s, domain_of(mesh, bodies), controls, step);
}

}  // namespace slipflow::setup
