#include "slipflow/run/run_output.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "slipflow/run/cell_fields.hpp"
#include "slipflow/run/frame_memory.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/error.hpp"
#include "wall_output.hpp"

namespace slipflow::run {

namespace {
std::vector<std::string> history_columns(const methods::Problem& problem) {
  const OutputUnits units(problem);
  std::vector<std::string> columns = {"step", units.column_of_time(),
                                      units.column_of_interval("dt"), "inner_iterations"};
  for (const auto& name : problem.outputs().changes) columns.push_back("residual_" + name);
  const auto of_values = problem.outputs().history_units;
  std::size_t k = 0;
  for (const auto& name : problem.outputs().history_columns)
    columns.push_back(of_values.empty() ? name : units.column(name, of_values[k++]));
  columns.insert(columns.end(), {"change_rate", "steady_limit"});
  return columns;
}

output::ResultsFolder& with_folders(output::ResultsFolder& folder,
                                    const setup::OutputControl& control) {
  if (!control.pictures.empty()) folder.make_folder("pictures");
  if (!control.profiles.empty()) folder.make_folder("profiles");
  return folder;
}

output::Table make_table(output::ResultsFolder& folder, const std::string& name,
                         const std::vector<std::string>& columns,
                         const output::TablePosition* from) {
  return from ? output::Table(folder, name, columns, *from) : output::Table(folder, name, columns);
}

// Times of the method in the unit of the results.
std::vector<double> output_times(const methods::Problem& problem, std::vector<double> times) {
  const double factor = OutputUnits(problem).time();
  for (double& time : times) time *= factor;
  return times;
}

// Continues the frames of these times of the method, if there are any.
output::FieldSeries make_series(const methods::Problem& problem, output::ResultsFolder& folder,
                                const std::vector<double>* from) {
  const auto format = format_of_frames(problem);
  return from ? output::FieldSeries(folder, output_times(problem, *from), format,
                                    problem.poly_mesh())
              : output::FieldSeries(folder, format, problem.poly_mesh());
}

// Removes pictures of fields that are no longer drawn, too.
void remove_later_files(const methods::Problem& problem, output::ResultsFolder& folder,
                        std::size_t first) {
  for (const auto& profile : problem.controls().output.profiles)
    folder.remove_from(profile_files(profile.name), first);
  std::vector<std::string> drawn;
  for (const auto& field : problem.outputs().fields) drawn.push_back(field.name);
  for (const auto& expression : problem.controls().output.expressions)
    drawn.push_back(expression.name);
  for (const auto& name : drawn) {
    for (const auto format : drawing::kImageFormats) {
      const std::string ending(name_of(format));
      folder.remove_from(picture_files(name, "", ending), first);
      for (const auto& slice : problem.controls().output.slices)
        folder.remove_from(picture_files(name, slice.name, ending), first);
    }
  }
}

// A place on a profile.
struct Place {
  double distance;
  methods::Point point;
};

std::vector<Place> places_on(const setup::Profile& line) {
  std::vector<Place> places;
  const double length = std::hypot(line.x1 - line.x0, line.y1 - line.y0, line.z1 - line.z0);
  for (int k = 0; k < line.points; ++k) {
    const double part = static_cast<double>(k) / (line.points - 1);
    places.push_back({part * length,
                      {std::lerp(line.x0, line.x1, part), std::lerp(line.y0, line.y1, part),
                       std::lerp(line.z0, line.z1, part)}});
  }
  return places;
}

// The points of all profiles, one after the other.
std::vector<methods::Point> points_of(const std::vector<setup::Profile>& profiles) {
  std::vector<methods::Point> points;
  for (const auto& line : profiles)
    for (const Place& place : places_on(line)) points.push_back(place.point);
  return points;
}

std::vector<output::ListedFrame> frames_at(const std::vector<double>& times) {
  std::vector<output::ListedFrame> frames;
  for (const double time : times) frames.push_back({frames.size(), time});
  return frames;
}

const methods::CellField& field_named(const std::vector<methods::CellField>& fields,
                                      const std::string& name) {
  return *std::find_if(fields.begin(), fields.end(),
                       [&](const auto& field) { return field.name == name; });
}
}  // namespace

void require_results(const methods::Problem& problem, const output::ResultsFolder& folder,
                     const OutputPosition& position) {
  output::require_table(folder, "history.csv", history_columns(problem), position.history);
  require_measure_tables(problem, folder, position.measures);
}

std::string missing_frames(const methods::Problem& problem, const output::ResultsFolder& folder,
                           const OutputPosition& position) {
  const auto format = format_of_frames(problem);
  std::vector<std::string> missing;
  for (std::size_t k = 0; k < position.frames.size(); ++k)
    if (const auto name = output::FieldSeries::frame_name(k, format); !folder.has_file(name))
      missing.push_back((folder.path() / name).string());
  if (missing.empty()) return "";
  const auto more = missing.size() > 1 ? fmt::format(" and {} more", missing.size() - 1) : "";
  return fmt::format("frames are missing and left out of fields.pvd: {}{}", missing[0], more);
}

RunOutput::RunOutput(const methods::Problem& problem, methods::Diagnostics& diagnostics,
                     output::ResultsFolder& folder, const std::optional<OutputPosition>& from)
    : problem_(problem),
      control_(problem.controls().output),
      diagnostics_(diagnostics),
      folder_(with_folders(folder, control_)),
      units_(problem),
      mesh_(problem.mesh(), units_.length_unit()),
      series_(make_series(problem, folder, from ? &from->frames : nullptr)),
      times_(from ? from->frames : std::vector<double>{}),
      history_(make_table(folder, "history.csv", history_columns(problem),
                          from ? &from->history : nullptr)),
      measures_(problem, diagnostics, folder, from ? &from->measures : nullptr),
      last_history_step_(from ? from->last_history_step : 0),
      pictures_(
          problem,
          [&folder](const std::string& name, const std::string& bytes) {
            folder.write(name, bytes);
          },
          folder.path(),
          from ? frames_at(output_times(problem, from->frames))
               : std::vector<output::ListedFrame>{}),
      background_(frames_at_a_time(problem)) {
  if (!problem.outputs().walls.empty())
    walls_ = std::make_unique<WallOutput>(problem, folder, output_times(problem, times_));
  if (from) remove_later_files(problem, folder, from->frames.size());
}

RunOutput::~RunOutput() = default;

// Fields written or drawn, then means and fluctuations.
output::Snapshot RunOutput::snapshot_of(Frame& frame) const {
  auto snapshot = empty_snapshot(problem_, frame.step, frame.time * units_.time());
  snapshot.missed_steady = !frame.steady;
  mesh_.give_to(snapshot);
  add_fields(frame, snapshot);
  return snapshot;
}

// In the units of output; an average has the unit of its field.
void RunOutput::add_fields(Frame& frame, output::Snapshot& snapshot) const {
  auto& values = frame.values;
  if (units_.si())
    for (auto& field : values.fields) field.label = named_field(problem_, field.name, {}).label;
  const auto add = [&](methods::CellField field, const std::string& of) {
    auto named = named_field(problem_, of, std::move(field.values));
    named.name = field.name;
    named.label = field.label;
    if (named.factor != 1)
      for (double& value : named.values) value *= named.factor;
    snapshot.fields.push_back(std::move(named));
  };
  std::vector<std::pair<methods::CellField, std::string>> averaged;
  for (std::size_t k = 0; k < control_.averages.size(); ++k) {
    const auto& present = field_named(values.fields, control_.averages[k]);
    averaged.emplace_back(mean_field(present, problem_.mesh(), frame.averages, k), present.name);
    averaged.emplace_back(rms_field(present, problem_.mesh(), frame.averages, k), present.name);
  }
  const auto names = fields_of_frames(problem_);
  auto all = expression_fields(problem_, names, values.fields);
  for (auto& field : values.fields) all.push_back(std::move(field));
  for (const auto& name : names)
    add(std::move(*std::ranges::find(all, name, &methods::CellField::name)), name);
  for (auto& [field, of] : averaged) add(std::move(field), of);
  for (auto& field : values.boundary) {
    const double factor = units_.factor(field.unit);
    if (factor != 1)
      for (double& value : field.values) value *= factor;
    const auto unit = units_.name(field.unit);
    auto& written = snapshot.boundary.emplace_back(output::NamedField{
        field.name, setup::with_unit(field.label, unit), std::move(field.values)});
    written.unit = unit;
    written.factor = factor;
  }
}

void RunOutput::write_frame(long step, double time, bool steady) {
  pictures_.take_old_frames();  // before the new frame is in memory
  background_.wait_for_room();
  const auto frame = std::make_shared<Frame>(
      Frame{step, time, steady,
            diagnostics_.frame(fields_read_for_frames(problem_), points_of(control_.profiles)),
            control_.averages.empty() ? methods::Averages{} : diagnostics_.averaging().averages(),
            walls_ ? diagnostics_.wall_data() : std::vector<methods::WallData>{}});
  times_.push_back(time);
  background_.add([this, frame] { return write_files(*frame); });
  unless_lost([&] { measures_.write(step, time); });
}

// All but the pictures; returns what draws them.
Background::Rest RunOutput::write_files(Frame& frame) {
  const auto number = series_.frames();
  auto snapshot = snapshot_of(frame);
  series_.write(snapshot);
  if (walls_) walls_->write(frame.time, std::move(frame.walls));  // pictures show them
  auto draw = pictures_.take(std::move(snapshot), number);
  write_profiles(frame.values.samples, number);
  return draw;
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

void RunOutput::write_profiles(const methods::Samples& samples, std::size_t frame) const {
  const bool in_space = problem_.axes() > 2;
  SampledFields fields(problem_);
  std::vector<std::string> columns;
  for (const char* name : {"distance", "x", "y"}) columns.push_back(units_.column_of_length(name));
  if (in_space) columns.push_back(units_.column_of_length("z"));
  std::vector<double> factors;
  for (const auto& name : fields.names()) {
    const auto unit = unit_of_field(problem_, name);
    columns.push_back(units_.column(name, unit));
    factors.push_back(units_.factor(unit));
  }
  const double length = units_.length();
  auto sample = samples.begin();
  for (const auto& line : control_.profiles) {
    auto text = fmt::format("{}\n", fmt::join(columns, ","));
    for (const auto& [distance, point] : places_on(line)) {
      auto values = fields.values_of(*sample++);
      for (std::size_t k = 0; k < values.size(); ++k) values[k] *= factors[k];
      text +=
          fmt::format("{:.17g},{:.17g},{:.17g}{},{:.17g}\n", distance * length, point.x * length,
                      point.y * length, in_space ? fmt::format(",{:.17g}", point.z * length) : "",
                      fmt::join(values, ","));
    }
    folder_.write(profile_files(line.name).name(frame), text);
  }
}

void RunOutput::take_step(const StepReport& report) {
  background_.throw_failure();
  if (!control_.averages.empty() && report.time > control_.average_from)
    diagnostics_.averaging().add_to_averages(
        std::min(report.dt, report.time - control_.average_from));
  if (control_.measures_every > 0 && report.step % control_.measures_every == 0)
    unless_lost([&] { measures_.write(report.step, report.time); });
}

void RunOutput::write_history(const StepReport& report, bool force) {
  const bool due = force || report.step % control_.history_every == 0;
  if (due && report.step != last_history_step_) {
    std::vector<double> line = {static_cast<double>(report.step), report.time * units_.time(),
                                report.dt * units_.time(), static_cast<double>(report.inner.inner)};
    auto history = diagnostics_.history();
    const auto of_values = problem_.outputs().history_units;
    for (std::size_t k = 0; k < of_values.size(); ++k) history[k] *= units_.factor(of_values[k]);
    for (const auto& values : {report.inner.last.values, history})
      line.insert(line.end(), values.begin(), values.end());
    line.insert(line.end(), {report.change_rate, problem_.controls().time.steady});
    unless_lost([&] {
      history_.append(line);
      last_history_step_ = report.step;
    });
  }
  if (force && lost_) throw *lost_;
}

bool RunOutput::finish_pictures(const PictureSeries::GoesOn& goes_on) {
  Background drawing(frames_at_the_end(problem_));
  return pictures_.redraw(goes_on, drawing);
}

OutputPosition RunOutput::position() {
  finish();
  return {last_history_step_, history_.position(), measures_.position(), times_};
}

}  // namespace slipflow::run
