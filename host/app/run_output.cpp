#include "run_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/config/key_table.hpp"
#include "slipflow/output/files.hpp"
#include "slipflow/output/picture.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::app {

namespace {
std::vector<std::string> history_columns() {
  return {"step",       "time",       "dt",         "inner_iterations", "residual_p",
          "residual_T", "residual_u", "residual_v", "mass",             "flow_west",
          "flow_east",  "flow_south", "flow_north"};
}

std::vector<std::string> force_columns(const simple_ts::Case& c) {
  std::vector<std::string> columns = {"step", "time"};
  for (const auto& body : c.bodies) {
    std::string name = body.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    for (const char* part : {"drag_pressure", "drag_friction", "lift_pressure", "lift_friction"})
      columns.push_back(name + '_' + part);
  }
  return columns;
}

output::Snapshot snapshot_of(const simple_ts::Case& c, const simple_ts::State& state, long step,
                             double time) {
  output::Snapshot snapshot{step, time, &c.mesh, {}};
  auto names = c.output.fields;
  for (const auto& name : c.output.pictures)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  for (const auto& name : names) {
    auto field = simple_ts::cell_field(c, state, name);
    snapshot.fields.push_back({field.name, field.label, std::move(field.values)});
  }
  return snapshot;
}

std::filesystem::path with_pictures(const std::filesystem::path& directory, bool wanted) {
  std::error_code error;
  if (wanted) std::filesystem::create_directory(directory / "pictures", error);
  if (error)
    throw Error(ExitStatus::output_failed, fmt::format("cannot make {}: {}",
                                                       (directory / "pictures").string(),
                                                       error.message()));
  return directory;
}
bool has_forces(const simple_ts::Case& c) { return !c.bodies.empty() && c.gas.u_stream > 0; }

output::Table make_table(const std::filesystem::path& file, const std::vector<std::string>& columns,
                         const output::TablePosition* from) {
  return from ? output::Table(file, columns, *from) : output::Table(file, columns);
}

// Also of fields that are no longer drawn.
void remove_pictures(const std::filesystem::path& directory, std::size_t first) {
  for (const auto& field : config::find_key("output.pictures")->allowed)
    output::remove_numbered_files(directory / "pictures", field + "_", ".png", first);
}
}  // namespace

void require_results(const simple_ts::Case& c, const std::filesystem::path& directory,
                     const OutputPosition& position) {
  output::require_table(directory / "history.csv", history_columns(), position.history);
  if (has_forces(c))
    output::require_table(directory / "forces.csv", force_columns(c), position.forces);
}

RunOutput::RunOutput(const simple_ts::Case& c, simple_ts::Backend& backend,
                     const std::filesystem::path& directory,
                     const std::optional<OutputPosition>& from)
    : case_(c),
      backend_(backend),
      directory_(with_pictures(directory, !c.output.pictures.empty())),
      series_(from ? output::FieldSeries(directory, from->frames) : output::FieldSeries(directory)),
      history_(make_table(directory / "history.csv", history_columns(),
                          from ? &from->history : nullptr)),
      last_history_step_(from ? from->last_history_step : 0) {
  if (has_forces(c))
    forces_ = std::make_unique<output::Table>(make_table(
        directory / "forces.csv", force_columns(c), from ? &from->forces : nullptr));
  if (from) remove_pictures(directory, from->frames.size());
}

void RunOutput::write_frame(long step, double time) {
  const auto frame = series_.frames();
  const auto state = backend_.download();
  const auto snapshot = snapshot_of(case_, state, step, time);
  series_.write(snapshot);
  for (const auto& name : case_.output.pictures)
    output::write_picture(directory_ / "pictures" / fmt::format("{}_{:06}.png", name, frame),
                          snapshot, name, {case_.title});
  if (forces_) write_forces(state, step, time);
}

void RunOutput::write_forces(const simple_ts::State& state, long step, double time) {
  std::vector<double> row = {static_cast<double>(step), time};
  for (const auto& f : simple_ts::body_forces(case_, state))
    row.insert(row.end(), {f.drag_pressure, f.drag_friction, f.lift_pressure, f.lift_friction});
  forces_->append(row);
}

void RunOutput::write_history(const simple_ts::StepReport& report, bool force) {
  const bool due = force || report.step % case_.output.history_every == 0;
  if (!due || report.step == last_history_step_) return;
  last_history_step_ = report.step;
  const auto& r = report.inner.last;
  const auto b = backend_.balance();
  history_.append({static_cast<double>(report.step), report.time, report.dt,
                   static_cast<double>(report.inner.inner), r.p, r.T, r.u, r.v, b.mass,
                   b.flow[mesh::west], b.flow[mesh::east], b.flow[mesh::south],
                   b.flow[mesh::north]});
}

std::vector<output::JsonObject> RunOutput::forces_summary() const {
  std::vector<output::JsonObject> objects;
  if (!forces_) return objects;
  const auto forces = simple_ts::body_forces(case_, backend_.download());
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

OutputPosition RunOutput::position() {
  return {last_history_step_, history_.position(),
          forces_ ? forces_->position() : output::TablePosition{}, series_.times()};
}

}  // namespace slipflow::app
