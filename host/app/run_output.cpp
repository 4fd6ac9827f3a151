#include "run_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "result_names.hpp"
#include "slipflow/output/picture.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

namespace {
std::vector<std::string> history_columns() {
  return {"step",       "time",       "dt",   "inner_iterations", "residual_p", "residual_T",
          "residual_u", "residual_v", "mass", "flow_west",        "flow_east",  "flow_south",
          "flow_north"};
}

output::ResultsFolder& with_folders(output::ResultsFolder& folder, const simple_ts::Case& c) {
  if (!c.output.pictures.empty()) folder.make_folder("pictures");
  if (!c.output.profiles.empty()) folder.make_folder("profiles");
  return folder;
}

output::Table make_table(output::ResultsFolder& folder, const std::string& name,
                         const std::vector<std::string>& columns,
                         const output::TablePosition* from) {
  return from ? output::Table(folder, name, columns, *from) : output::Table(folder, name, columns);
}

// Also pictures of fields that are no longer drawn.
void remove_later_files(const simple_ts::Case& c, output::ResultsFolder& folder,
                        std::size_t first) {
  for (const auto& profile : c.output.profiles)
    folder.remove_from(profile_files(profile.name), first);
  for (const auto& files : picture_files()) folder.remove_from(files, first);
}
}  // namespace

void require_results(const simple_ts::Case& c, const output::ResultsFolder& folder,
                     const OutputPosition& position) {
  output::require_table(folder, "history.csv", history_columns(), position.history);
  require_measure_tables(c, folder, position.measures);
}

std::string missing_frames(const output::ResultsFolder& folder, const OutputPosition& position) {
  std::vector<std::string> missing;
  for (std::size_t k = 0; k < position.frames.size(); ++k)
    if (const auto name = output::FieldSeries::frame_name(k); !folder.has_file(name))
      missing.push_back((folder.path() / name).string());
  if (missing.empty()) return "";
  const auto more = missing.size() > 1 ? fmt::format(" and {} more", missing.size() - 1) : "";
  return fmt::format("frames are missing and left out of fields.pvd: {}{}", missing[0], more);
}

RunOutput::RunOutput(const simple_ts::Case& c, simple_ts::Backend& backend,
                     output::ResultsFolder& folder, const std::optional<OutputPosition>& from)
    : case_(c),
      backend_(backend),
      folder_(with_folders(folder, c)),
      series_(from ? output::FieldSeries(folder, from->frames) : output::FieldSeries(folder)),
      history_(
          make_table(folder, "history.csv", history_columns(), from ? &from->history : nullptr)),
      measures_(c, backend.measures(), folder, from ? &from->measures : nullptr),
      last_history_step_(from ? from->last_history_step : 0) {
  if (from) remove_later_files(c, folder, from->frames.size());
}

output::Snapshot RunOutput::snapshot_of(const simple_ts::State& state, long step,
                                        double time) const {
  output::Snapshot snapshot{step, time, &case_.mesh, {}};
  auto names = case_.output.fields;
  for (const auto& name : case_.output.pictures)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  const auto add = [&](simple_ts::CellField field) {
    snapshot.fields.push_back({field.name, field.label, std::move(field.values)});
  };
  for (const auto& name : names) add(simple_ts::cell_field(case_, state, name));
  if (case_.output.averages.empty()) return snapshot;
  const auto averages = backend_.measures().averages();
  for (std::size_t k = 0; k < case_.output.averages.size(); ++k) {
    add(simple_ts::mean_field(case_, state, averages, k));
    add(simple_ts::rms_field(case_, averages, k));
  }
  return snapshot;
}

void RunOutput::write_frame(long step, double time) {
  const auto frame = series_.frames();
  const auto state = backend_.download();
  const auto snapshot = snapshot_of(state, step, time);
  series_.write(snapshot);
  for (const auto& name : case_.output.pictures)
    folder_.write(fmt::format("pictures/{}_{:06}.png", name, frame),
                  output::draw_picture(snapshot, name, {case_.title}));
  write_profiles(state, frame);
  unless_lost([&] { measures_.write(step, time); });
}

// A lost table ends the run, but only after a checkpoint at the end of the time step.
template <class Write>
void RunOutput::unless_lost(Write write) {
  if (lost_) return;
  try {
    write();
  } catch (const output::TableLost& lost) {
    lost_ = lost;
  }
}

void RunOutput::write_profiles(const simple_ts::State& state, std::size_t frame) const {
  for (const auto& line : case_.output.profiles) {
    std::vector<simple_ts::SamplePoint> points;
    std::vector<std::array<double, 3>> places;  // distance, x, y
    for (int k = 0; k < line.points; ++k) {
      const double part = static_cast<double>(k) / (line.points - 1);
      const double x = std::lerp(line.x0, line.x1, part), y = std::lerp(line.y0, line.y1, part);
      places.push_back({part * std::hypot(line.x1 - line.x0, line.y1 - line.y0), x, y});
      points.push_back(simple_ts::sample_point(case_, x, y));
    }
    const auto values = simple_ts::sample(points, state);
    auto text = fmt::format("distance,x,y,{}\n", fmt::join(simple_ts::kMeasuredFields, ","));
    for (std::size_t k = 0; k < values.size(); ++k)
      text += fmt::format("{:.17g},{:.17g}\n", fmt::join(places[k], ","),
                          fmt::join(values[k].all(), ","));
    folder_.write(profile_files(line.name).name(frame), text);
  }
}

void RunOutput::take_step(const run::StepReport& report) {
  const auto& control = case_.output;
  if (!control.averages.empty() && report.time > control.average_from)
    backend_.measures().add_to_averages(report.dt);
  if (control.measures_every > 0 && report.step % control.measures_every == 0)
    unless_lost([&] { measures_.write(report.step, report.time); });
}

void RunOutput::write_history(const run::StepReport& report, bool force) {
  const bool due = force || report.step % case_.output.history_every == 0;
  if (due && report.step != last_history_step_) {
    const auto b = backend_.balance();
    std::vector<double> line = {static_cast<double>(report.step), report.time, report.dt,
                                static_cast<double>(report.inner.inner)};
    const auto& changes = report.inner.last.values;
    line.insert(line.end(), changes.begin(), changes.end());
    line.insert(line.end(), {b.mass, b.flow[mesh::west], b.flow[mesh::east], b.flow[mesh::south],
                             b.flow[mesh::north]});
    unless_lost([&] {
      history_.append(line);
      last_history_step_ = report.step;
    });
  }
  if (force && lost_) throw *lost_;
}

std::vector<output::JsonObject> RunOutput::forces_summary() const {
  std::vector<output::JsonObject> objects;
  if (case_.bodies.empty() || case_.gas.u_stream == 0) return objects;
  const auto forces = simple_ts::body_forces(case_, backend_.measures().wall_loads());
  for (std::size_t k = 0; k < forces.size(); ++k) {
    const auto& f = forces[k];
    output::JsonObject object;
    object.add("body", case_.bodies[k].name).add("drag", f.drag());
    object.add("drag_pressure", f.drag_pressure).add("drag_friction", f.drag_friction);
    object.add("lift_pressure", f.lift_pressure).add("lift_friction", f.lift_friction);
    objects.push_back(object);
  }
  return objects;
}

OutputPosition RunOutput::position() const {
  return {last_history_step_, history_.position(), measures_.position(), series_.times()};
}

}  // namespace slipflow::app
