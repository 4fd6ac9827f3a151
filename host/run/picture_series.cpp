#include "slipflow/run/picture_series.hpp"

#include <algorithm>

#include "slipflow/output/field_series.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::run {

using drawing::ImageFormat;
using setup::ColourRange;

output::Snapshot empty_snapshot(const methods::Problem& problem, long step, double time) {
  return {step, time, &problem.mesh(), {}, problem.poly_mesh()};
}

drawing::PictureStyle style_of(const setup::PictureOptions& options, const std::string& title) {
  drawing::PictureStyle style{title, options.width};
  if (options.range == ColourRange::given)
    style.range = drawing::Range{options.ends[0], options.ends[1]};
  if (options.zoom) {
    const auto& [x0, y0, x1, y1] = *options.zoom;
    style.zoom = drawing::Window{x0, y0, x1, y1};
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
  field.label = info->title();
  field.is_signed = info->is_signed;
  return field;
}

std::vector<std::string> fields_of_pictures(const methods::Problem& problem) {
  const auto& output = problem.controls().output;
  auto names = output.pictures;
  if (std::ranges::any_of(output.picture_options, &setup::PictureOptions::shows_velocity))
    for (int axis = 0; axis < problem.axes(); ++axis)
      if (const std::string name = setup::kVelocityFields[static_cast<std::size_t>(axis)];
          std::ranges::find(names, name) == names.end())
        names.push_back(name);
  return names;
}

PictureSeries::PictureSeries(const methods::Problem& problem, output::ResultsFolder& folder,
                             std::filesystem::path results, std::vector<output::ListedFrame> frames)
    : problem_(problem), folder_(folder), results_(std::move(results)), frames_(std::move(frames)) {
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

std::optional<output::Snapshot> PictureSeries::snapshot_of(const output::ListedFrame& frame,
                                                           Damaged damaged) const {
  const auto name = output::FieldSeries::frame_name(frame.number, format_of_frames(problem_));
  std::error_code error;
  if (!std::filesystem::is_regular_file(results_ / name, error)) return std::nullopt;
  auto snapshot = empty_snapshot(problem_, 0, frame.time);
  try {
    const auto names = fields_of_pictures(problem_);
    auto values = output::read_frame_fields(results_ / name, names,
                                            static_cast<std::size_t>(problem_.mesh().cells()));
    for (std::size_t k = 0; k < names.size(); ++k)
      snapshot.fields.push_back(named_field(problem_, names[k], std::move(values[k])));
  } catch (const Error&) {
    if (damaged == Damaged::refused) throw;
    return std::nullopt;
  }
  return snapshot;
}

/// The range so far includes frames from before a restart.
void PictureSeries::take_old_frames(Damaged damaged) {
  old_frames_taken_ = true;
  if (std::ranges::none_of(series_, [](const Series& series) {
        return series.options->range == ColourRange::auto_series;
      }))
    return;
  for (const output::ListedFrame& frame : frames_) {
    const auto snapshot = snapshot_of(frame, damaged);
    if (!snapshot) continue;
    for (Series& series : series_)
      series.seen.take(drawing::extremes_shown(*snapshot, series.field,
                                               style_of(*series.options, ""), series.plane));
  }
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

void PictureSeries::draw(const output::Snapshot& snapshot, std::size_t frame) {
  if (!old_frames_taken_) take_old_frames(Damaged::left_out);
  for (Series& series : series_) {
    auto style = style_of(*series.options, problem_.controls().title);
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

std::size_t PictureSeries::redraw() {
  if (!old_frames_taken_) take_old_frames(Damaged::left_out);
  std::size_t pictures = 0;
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    std::vector<Series*> outdated;
    for (Series& series : series_)
      if (series.options->range == ColourRange::auto_series && series.drawn[k] != range_of(series))
        outdated.push_back(&series);
    pictures += draw_old(frames_[k], outdated, Damaged::left_out);
    for (Series* series : outdated) series->drawn[k] = range_of(*series);
  }
  return pictures;
}

std::size_t PictureSeries::draw_again(const std::vector<output::ListedFrame>& frames) {
  if (!old_frames_taken_) take_old_frames(Damaged::refused);
  std::vector<Series*> all;
  for (Series& series : series_) all.push_back(&series);
  std::size_t pictures = 0;
  for (const output::ListedFrame& frame : frames)
    pictures += draw_old(frame, all, Damaged::refused);
  return pictures;
}

std::size_t PictureSeries::draw_old(const output::ListedFrame& frame,
                                    const std::vector<Series*>& series, Damaged damaged) {
  const auto snapshot = series.empty() ? std::nullopt : snapshot_of(frame, damaged);
  if (!snapshot) return 0;
  for (const Series* each : series) {
    auto style = style_of(*each->options, problem_.controls().title);
    if (each->options->range == ColourRange::auto_series) style.range = range_of(*each);
    write(*each, *snapshot, frame.number, style);
  }
  return series.size();
}

}  // namespace slipflow::run
