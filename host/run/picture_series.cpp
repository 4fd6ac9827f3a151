#include "slipflow/run/picture_series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "slipflow/output/field_series.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/error.hpp"
#include "wall_output.hpp"

namespace slipflow::run {

using drawing::ImageFormat;
using setup::ColourRange;

output::Snapshot empty_snapshot(const methods::Problem& problem, long step, double time) {
  output::Snapshot snapshot{step, time, &problem.mesh(), {}, problem.poly_mesh()};
  snapshot.cut = problem.outputs().cut.get();
  const OutputUnits units(problem);
  snapshot.time_name = units.time_symbol();
  snapshot.time_unit = units.name_of_time();
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
  style.diverging = options.diverging;
  style.smooth = options.smooth;
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
  const auto& fields = problem.outputs().fields;
  const auto info = std::ranges::find(fields, name, &setup::FieldInfo::name);
  const auto& expressions = problem.controls().output.expressions;
  const auto expression = std::ranges::find(expressions, name, &setup::Expression::name);
  if (expression != expressions.end()) field.label = expression->title();
  if (info == fields.end()) return field;
  const OutputUnits units(problem);
  field.label = units.title(*info);
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
  for (const auto& options : output.picture_options)
    if (!options.isosurface_field.empty()) add_name(options.isosurface_field, names);
  return names;
}

std::vector<std::string> slices_of_pictures(const setup::OutputControl& output, std::size_t k) {
  const bool is_isometric =
      k < output.picture_options.size() && output.picture_options[k].isometric;
  if (is_isometric || output.slices.empty()) return {""};
  std::vector<std::string> names;
  for (const auto& slice : output.slices) names.push_back(slice.name);
  return names;
}

PictureSeries::PictureSeries(const methods::Problem& problem, PictureWriter write,
                             std::filesystem::path results, std::vector<output::ListedFrame> frames,
                             std::optional<PageStyle> page)
    : problem_(problem),
      write_(std::move(write)),
      page_(page),
      mesh_(readable_mesh(problem)),
      results_(std::move(results)),
      frames_(std::move(frames)) {
  const auto& output = problem.controls().output;
  for (std::size_t k = 0; k < output.pictures.size(); ++k) {
    static const setup::PictureOptions defaults;  // of a case that was not read from a file
    const auto* options =
        k < output.picture_options.size() ? &output.picture_options[k] : &defaults;
    if (options->isometric || output.slices.empty()) {
      series_.push_back({output.pictures[k], "", std::nullopt, options});
      continue;
    }
    for (const auto& slice : output.slices)
      series_.push_back({output.pictures[k], slice.name,
                         drawing::Plane{slice.axis, slice.cell, slice.position}, options});
  }
  for (Series& series : series_) series.drawn.resize(frames_.size());
}

std::vector<std::string> PictureSeries::fields_of(const Series& series) const {
  std::vector<std::string> names = {series.field};
  if (series.options->shows_velocity()) add_velocity(problem_, names);
  if (const auto& surface = series.options->isosurface_field; !surface.empty())
    add_name(surface, names);
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
      leave_out(frame.number, e);
    }
  return snapshot;
}

void PictureSeries::leave_out(std::size_t frame, const Error& fault) {
  if (left_out_.empty()) first_fault_ = fault.what();
  left_out_.insert(frame);
}

std::optional<drawing::FaceValues> PictureSeries::on_walls(const Series& series, std::size_t frame,
                                                           Damaged damaged) {
  if (series.options->walls.empty()) return drawing::FaceValues{};
  try {
    return read_faces(problem_, results_, series.options->walls, frame);
  } catch (const Error& e) {
    if (damaged == Damaged::refused) throw;
    leave_out(frame, e);
    return std::nullopt;
  }
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
  for (const Series& series : series_)
    if (is_of_run(series)) add_name(series.field, names);
  for (const auto& frame : frames_)
    for (const auto& name : names) {
      const auto snapshot = snapshot_of(frame, {name}, damaged);
      if (!snapshot || snapshot->fields.empty()) continue;
      for (Series& series : series_) {
        if (!is_of_run(series) || series.field != name) continue;
        if (const auto faces = on_walls(series, frame.number, damaged))
          take_ends(series, *snapshot, *faces);
      }
    }
}

// Where the range of the field is given, the colours of wall data still have that of the run.
bool PictureSeries::is_of_run(const Series& series) {
  const auto& options = *series.options;
  return options.range == ColourRange::auto_series ||
         (options.range == ColourRange::given && !options.walls.empty());
}

drawing::PictureStyle PictureSeries::style_of(const Series& series) const {
  auto style = run::style_of(*series.options, page_ ? "" : problem_.controls().title,
                             named_field(problem_, series.field, {}).factor, mesh_.unit().factor);
  if (page_) style.width = page_->width, style.letters = page_->letters;
  return style;
}

PictureSeries::Ranges PictureSeries::ranges_of(const Series& series) const {
  return {drawing::range_of(series.seen, series.options->diverging),
          drawing::range_of(series.seen_on_walls)};
}

void PictureSeries::take_ends(Series& series, const output::Snapshot& snapshot,
                              const drawing::FaceValues& faces) const {
  if (!series.options->isometric)
    return series.seen.take(
        drawing::ends_shown(snapshot, series.field, style_of(series), series.plane));
  series.seen.take(drawing::ends_in_gas(snapshot, series.field));
  series.seen_on_walls.take(drawing::ends_on_walls(faces));
}

drawing::IsometricStyle PictureSeries::isometric_style(const Planned& picture) const {
  const auto& options = *picture.series->options;
  drawing::IsometricStyle style;
  for (const auto& slice : problem_.controls().output.slices)
    if (options.slices && !slice.name.empty())
      style.slices.push_back({slice.axis, slice.cell, slice.position});
  if (const auto& name = options.isosurface_field; !name.empty())
    style.isosurface = {name, options.isosurface_level * named_field(problem_, name, {}).factor};
  if (options.walls.empty()) return style;
  const auto& fields = problem_.outputs().wall_fields;
  const auto field = std::ranges::find(fields, options.walls, &setup::FieldInfo::name);
  style.walls = {OutputUnits(problem_).title(*field), picture.on_walls, picture.range_of_walls};
  if (!style.slices.empty() || style.isosurface) return style;
  // Wall data are all that has colours here, so the options of colours are theirs.
  style.walls->diverging = options.diverging;
  if (options.range == ColourRange::given) {
    const double factor = OutputUnits(problem_).factor(field->unit);
    style.walls->range = drawing::Range{options.ends[0] * factor, options.ends[1] * factor};
  }
  return style;
}

// With the range so far, if it is one of auto-series.
PictureSeries::Planned PictureSeries::planned(const Series& series) const {
  Planned picture{&series, style_of(series)};
  if (!is_of_run(series)) return picture;
  const auto [field, walls] = ranges_of(series);
  if (!picture.style.range) picture.style.range = field;
  picture.range_of_walls = walls;
  return picture;
}

void PictureSeries::write(const Planned& picture, const output::Snapshot& snapshot,
                          std::size_t frame) const {
  const Series& series = *picture.series;
  auto style = picture.style;
  std::optional<drawing::IsometricStyle> isometric;
  if (series.options->isometric) isometric = isometric_style(picture);
  const auto formats = page_ ? std::vector<std::string>{"png"} : series.options->formats;
  for (const auto format : drawing::kImageFormats) {
    const std::string ending(name_of(format));
    if (std::ranges::find(formats, ending) == formats.end()) continue;
    style.format = format;
    write_(picture_files(series.field, series.slice, ending).name(frame),
           isometric ? drawing::draw_isometric_picture(snapshot, series.field, style, *isometric)
                     : drawing::draw_picture(snapshot, series.field, style, series.plane));
  }
}

Background::Rest PictureSeries::take(output::Snapshot snapshot, std::size_t frame) {
  take_old_frames();
  mesh_.give_to(snapshot);
  std::vector<Planned> pictures;
  for (Series& series : series_) {
    auto faces = on_walls(series, frame, Damaged::refused).value();
    if (is_of_run(series)) take_ends(series, snapshot, faces);
    pictures.push_back(planned(series));
    pictures.back().on_walls = std::move(faces);
    series.drawn.push_back(is_of_run(series) ? std::optional(ranges_of(series)) : std::nullopt);
  }
  frames_.push_back({frame, snapshot.time});
  return drawings(pictures, std::move(snapshot), frame);
}

Background::Rest PictureSeries::drawings(const std::vector<Planned>& pictures,
                                         output::Snapshot snapshot, std::size_t frame) const {
  const auto shown = std::make_shared<const output::Snapshot>(std::move(snapshot));
  std::vector<Background::Part> parts;
  for (const Planned& picture : pictures)
    parts.emplace_back([this, frame, picture, shown] { write(picture, *shown, frame); });
  return Background::Rest(std::move(parts));
}

bool PictureSeries::redraw(const GoesOn& goes_on, Background& background) {
  take_old_frames();
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    std::vector<Series*> outdated;
    for (Series& series : series_)
      if (is_of_run(series) && series.drawn[k] != ranges_of(series)) outdated.push_back(&series);
    if (outdated.empty()) continue;
    background.wait_for_room();
    if (!goes_on(k, frames_.size())) {
      background.finish();
      return false;
    }
    std::vector<Planned> pictures;
    for (Series* series : outdated) {
      pictures.push_back(planned(*series));
      series->drawn[k] = ranges_of(*series);
    }
    background.add([this, k, pictures = std::move(pictures)] {
      return read_old(frames_[k], pictures, Damaged::left_out);
    });
  }
  background.finish();
  return true;
}

std::size_t PictureSeries::draw_again(const std::vector<output::ListedFrame>& frames) {
  take_old_frames(Damaged::refused);
  std::vector<Planned> all;
  for (const Series& series : series_) all.push_back(planned(series));
  std::size_t pictures = 0;
  for (const output::ListedFrame& frame : frames) {
    const Background::Rest draw = read_old(frame, all, Damaged::refused);
    draw();
    pictures += draw.parts.size();
  }
  return pictures;
}

Background::Rest PictureSeries::read_old(const output::ListedFrame& frame,
                                         const std::vector<Planned>& planned, Damaged damaged) {
  std::vector<std::string> names;
  for (const Planned& picture : planned)
    for (const auto& name : fields_of(*picture.series)) add_name(name, names);
  auto read = snapshot_of(frame, names, damaged);
  if (!read) return {};
  std::vector<Planned> pictures;
  for (const Planned& picture : planned) {
    const auto is_there = [&](const std::string& name) { return read->find(name) != nullptr; };
    if (!std::ranges::all_of(fields_of(*picture.series), is_there)) continue;
    auto faces = on_walls(*picture.series, frame.number, damaged);
    if (!faces) continue;
    pictures.push_back(picture);
    pictures.back().on_walls = *std::move(faces);
  }
  return drawings(pictures, *std::move(read), frame.number);
}

}  // namespace slipflow::run
