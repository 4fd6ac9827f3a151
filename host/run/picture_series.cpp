#include "slipflow/run/picture_series.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "slipflow/output/field_series.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::run {

using drawing::ImageFormat;
using setup::ColourRange;

output::Snapshot empty_snapshot(const methods::Problem& problem, long step, double time) {
  output::Snapshot snapshot{step, time, &problem.mesh(), {}, problem.poly_mesh()};
  snapshot.time_unit = OutputUnits(problem).name_of_time();
  return snapshot;
}

drawing::PictureStyle style_of(const setup::PictureOptions& options, const std::string& title,
                               double value_factor, double length_factor) {
  drawing::PictureStyle style{title, options.width};
  if (options.range == ColourRange::given)
    style.range = drawing::Range{options.ends[0] * value_factor, options.ends[1] * value_factor};
  if (options.zoom) {
    const auto& [x0, y0, x1, y1] = *options.zoom;
    style.zoom = drawing::Window{x0 * length_factor, y0 * length_factor, x1 * length_factor,
                                 y1 * length_factor};
  }
  style.contours = options.contours;
  style.streamlines = options.streamlines;
  style.vectors = options.vectors;
  for (std::size_t k = 0; k < style.velocity.size(); ++k)
    style.velocity[k] = setup::kVelocityFields[k];
  return style;
}

output::NamedField named_field(const methods::Problem& problem, const std::string& name,
                               std::vector<double> values) {
  output::NamedField field{name, name, std::move(values)};
  const auto& fields = problem.fields();
  const auto info = std::ranges::find(fields, name, &setup::FieldInfo::name);
  const auto& expressions = problem.controls().output.expressions;
  const auto expression = std::ranges::find(expressions, name, &setup::Expression::name);
  if (expression != expressions.end()) field.label = expression->title();
  if (info == fields.end()) return field;
  const OutputUnits units(problem);
  field.label = units.title(*info);
  field.is_signed = info->is_signed;
  field.unit = units.name(info->unit);
  field.factor = units.factor(info->unit);
  return field;
}

namespace {
void add_name(const std::string& name, std::vector<std::string>& names) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

void add_velocity(const methods::Problem& problem, std::vector<std::string>& names) {
  for (int axis = 0; axis < problem.axes(); ++axis)
    add_name(setup::kVelocityFields[static_cast<std::size_t>(axis)], names);
}
}  // namespace

std::vector<std::string> fields_of_pictures(const methods::Problem& problem) {
  const auto& output = problem.controls().output;
  auto names = output.pictures;
  if (std::ranges::any_of(output.picture_options, &setup::PictureOptions::shows_velocity))
    add_velocity(problem, names);
  return names;
}

PictureSeries::PictureSeries(const methods::Problem& problem, output::ResultsFolder& folder,
                             std::filesystem::path results, std::vector<output::ListedFrame> frames)
    : problem_(problem),
      folder_(folder),
      mesh_(readable_mesh(problem)),
      results_(std::move(results)),
      frames_(std::move(frames)) {
  const auto& output = problem.controls().output;
  for (std::size_t k = 0; k < output.pictures.size(); ++k) {
    static const setup::PictureOptions defaults;  // of a case that was not read from a file
    const auto* options =
        k < output.picture_options.size() ? &output.picture_options[k] : &defaults;
    if (output.slices.empty()) series_.push_back({output.pictures[k], "", std::nullopt, options});
    for (const auto& slice : output.slices)
      series_.push_back({output.pictures[k], slice.name,
                         drawing::Plane{slice.axis, slice.cell, slice.position}, options});
  }
  for (Series& series : series_) series.drawn.resize(frames_.size());
}

std::vector<std::string> PictureSeries::fields_of(const Series& series) const {
  std::vector<std::string> names = {series.field};
  if (series.options->shows_velocity()) add_velocity(problem_, names);
  return names;
}

std::optional<output::Snapshot> PictureSeries::snapshot_of(const output::ListedFrame& frame,
                                                           const std::vector<std::string>& names,
                                                           Damaged damaged) {
  const auto name = output::FieldSeries::frame_name(frame.number, format_of_frames(problem_));
  std::error_code error;
  if (!std::filesystem::is_regular_file(results_ / name, error)) return std::nullopt;
  auto snapshot = empty_snapshot(problem_, 0, frame.time);
  mesh_.give_to(snapshot);
  const auto cells = static_cast<std::size_t>(problem_.mesh().cells());
  for (const auto& field : names) try {
      auto values = output::read_frame_fields(results_ / name, {field}, cells);
      snapshot.fields.push_back(named_field(problem_, field, std::move(values[0])));
    } catch (const Error& e) {
      if (damaged == Damaged::refused) throw;
      if (left_out_.empty()) first_fault_ = e.what();
      left_out_.insert(frame.number);
    }
  return snapshot;
}

std::string PictureSeries::take_warning() {
  if (left_out_.empty() || has_warned_) return "";
  has_warned_ = true;
  return fmt::format(
      "pictures do not have the colour range of the whole run: fields of {} earlier frames cannot "
      "be read; the first: {}",
      left_out_.size(), first_fault_);
}

void PictureSeries::take_old_frames() { take_old_frames(Damaged::left_out); }

/// The range so far includes frames from before a restart. One field is in memory at a time.
void PictureSeries::take_old_frames(Damaged damaged) {
  if (old_frames_taken_) return;
  old_frames_taken_ = true;
  std::vector<std::string> names;
  const auto is_of_run = [](const Series& series) {
    return series.options->range == ColourRange::auto_series;
  };
  for (const Series& series : series_)
    if (is_of_run(series)) add_name(series.field, names);
  for (const auto& frame : frames_)
    for (const auto& name : names) {
      const auto snapshot = snapshot_of(frame, {name}, damaged);
      if (!snapshot || snapshot->fields.empty()) continue;
      for (Series& series : series_)
        if (is_of_run(series) && series.field == name)
          series.seen.take(
              drawing::extremes_shown(*snapshot, name, style_of(series), series.plane));
    }
}

drawing::PictureStyle PictureSeries::style_of(const Series& series) const {
  return run::style_of(*series.options, problem_.controls().title,
                       named_field(problem_, series.field, {}).factor, mesh_.unit().factor);
}

drawing::Range PictureSeries::range_of(const Series& series) const {
  return drawing::range_of(series.seen, named_field(problem_, series.field, {}).is_signed);
}

void PictureSeries::write(const Series& series, const output::Snapshot& snapshot, std::size_t frame,
                          drawing::PictureStyle style) const {
  for (const auto format : drawing::kImageFormats) {
    const std::string ending(name_of(format));
    if (std::ranges::find(series.options->formats, ending) == series.options->formats.end())
      continue;
    style.format = format;
    folder_.write(picture_files(series.field, series.slice, ending).name(frame),
                  drawing::draw_picture(snapshot, series.field, style, series.plane));
  }
}

void PictureSeries::draw(output::Snapshot snapshot, std::size_t frame) {
  take_old_frames();
  mesh_.give_to(snapshot);
  for (Series& series : series_) {
    auto style = style_of(series);
    std::optional<drawing::Range> drawn;
    if (series.options->range == ColourRange::auto_series) {
      series.seen.take(drawing::extremes_shown(snapshot, series.field, style, series.plane));
      style.range = drawn = range_of(series);
    }
    write(series, snapshot, frame, style);
    series.drawn.push_back(drawn);
  }
  frames_.push_back({frame, snapshot.time});
}

bool PictureSeries::redraw(const GoesOn& goes_on) {
  take_old_frames();
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    std::vector<Series*> outdated;
    for (Series& series : series_)
      if (series.options->range == ColourRange::auto_series && series.drawn[k] != range_of(series))
        outdated.push_back(&series);
    if (outdated.empty()) continue;
    if (!goes_on(k, frames_.size())) return false;
    draw_old(frames_[k], outdated, Damaged::left_out);
    for (Series* series : outdated) series->drawn[k] = range_of(*series);
  }
  return true;
}

std::size_t PictureSeries::draw_again(const std::vector<output::ListedFrame>& frames) {
  take_old_frames(Damaged::refused);
  std::vector<Series*> all;
  for (Series& series : series_) all.push_back(&series);
  std::size_t pictures = 0;
  for (const output::ListedFrame& frame : frames)
    pictures += draw_old(frame, all, Damaged::refused);
  return pictures;
}

std::size_t PictureSeries::draw_old(const output::ListedFrame& frame,
                                    const std::vector<Series*>& series, Damaged damaged) {
  std::vector<std::string> names;
  for (const Series* each : series)
    for (const auto& name : fields_of(*each)) add_name(name, names);
  const auto snapshot = snapshot_of(frame, names, damaged);
  if (!snapshot) return 0;
  std::size_t pictures = 0;
  for (const Series* each : series) {
    const auto is_there = [&](const std::string& name) { return snapshot->find(name) != nullptr; };
    if (!std::ranges::all_of(fields_of(*each), is_there)) continue;
    auto style = style_of(*each);
    if (each->options->range == ColourRange::auto_series) style.range = range_of(*each);
    write(*each, *snapshot, frame.number, style);
    ++pictures;
  }
  return pictures;
}

}  // namespace slipflow::run
