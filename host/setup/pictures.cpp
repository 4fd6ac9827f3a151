#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "output_lines.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

constexpr int kMostContours = 100, kMostStreamlines = 100, kMostVectors = 200;
constexpr int kLeastWidth = 320, kMostWidth = 16384;
// Ticks, colours and positions of pixels need a range and a window that rounding does not consume.
constexpr double kLargestEnd = 1e300, kNarrowestRange = 1e-290, kNarrowest = 1e-12;

bool is_wide_enough(double lo, double hi, double size) { return hi - lo > kNarrowest * size; }

/// Changes the options as one line says.
class PictureLine {
 public:
  PictureLine(const Settings& s, const Domain& domain, const OutputControl& output,
              const Directive& d)
      : settings_(s), domain_(domain), output_(output), line_(d) {}

  void apply_to(PictureOptions& options) const {
    read_view(options);
    read_range(options);
    read_map(options);
    read_shading(options);
    read_zoom(options);
    read_count("contours", 0, kMostContours, options.contours);
    read_count("streamlines", 0, kMostStreamlines, options.streamlines);
    read_count("vectors", 0, kMostVectors, options.vectors);
    read_slices(options);
    read_isosurface(options);
    read_walls(options);
    read_count("width", kLeastWidth, kMostWidth, options.width);
    options.width += options.width % 2;  // movies have even widths
    read_formats(options);
    if (options.shows_velocity()) require_velocity();
    require_one_view(options);
  }

 private:
  Error wrong(const std::string& name, const std::string& rule) const {
    return settings_.error(line_, name + "=" + shown(*option(line_, name)) + " must be " + rule);
  }

  void read_count(const std::string& name, int least, int most, int& count) const {
    const std::string* text = option(line_, name);
    if (!text) return;
    const auto numbers = parse_numbers(*text);
    if (numbers.size() != 1 || !(numbers[0] >= least && numbers[0] <= most) ||
        numbers[0] != static_cast<int>(numbers[0]))
      throw wrong(name, fmt::format("a whole number from {} to {}", least, most));
    count = static_cast<int>(numbers[0]);
  }

  void read_range(PictureOptions& options) const {
    const std::string* text = option(line_, "range");
    if (!text) return;
    const auto ends = parse_numbers(*text);
    if (*text == "auto-series") {
      options.range = ColourRange::auto_series;
    } else if (*text == "auto-frame") {
      options.range = ColourRange::auto_frame;
    } else if (ends.size() == 2 && ends[0] < ends[1]) {
      require_drawable(ends[0], ends[1]);
      options.range = ColourRange::given;
      options.ends = {ends[0], ends[1]};
    } else {
      throw wrong("range", "auto-series, auto-frame or LOWEST,HIGHEST");
    }
  }

  void require_drawable(double lo, double hi) const {
    const double size = std::max(std::abs(lo), std::abs(hi));
    if (size <= kLargestEnd && hi - lo > kNarrowestRange && is_wide_enough(lo, hi, size)) return;
    throw wrong("range",
                fmt::format("two ends not beyond {}, more than {} and {} of the larger one apart",
                            kLargestEnd, kNarrowestRange, kNarrowest));
  }

  void read_map(PictureOptions& options) const {
    const std::string* text = option(line_, "map");
    if (!text) return;
    if (*text != "auto" && *text != "sequential" && *text != "diverging")
      throw wrong("map", "auto, sequential or diverging");
    options.diverging.reset();
    if (*text != "auto") options.diverging = *text == "diverging";
  }

  void read_shading(PictureOptions& options) const {
    const std::string* text = option(line_, "shading");
    if (!text) return;
    if (*text != "cells" && *text != "smooth") throw wrong("shading", "cells or smooth");
    options.smooth = *text == "smooth";
  }

  void read_zoom(PictureOptions& options) const {
    const std::string* text = option(line_, "zoom");
    if (!text) return;
    if (*text == "off") return options.zoom.reset();
    const auto ends = parse_numbers(*text);
    if (ends.size() != 4 || !(ends[0] < ends[2]) || !(ends[1] < ends[3]))
      throw wrong("zoom", "X0,Y0,X1,Y1 with X0 below X1 and Y0 below Y1, or off");
    const std::array<double, 4> window = {ends[0], ends[1], ends[2], ends[3]};
    if (output_.slices.empty()) require_inside(window, 2);
    for (const Slice& slice : output_.slices) require_inside(window, slice.axis);
    options.zoom = window;
  }

  /// Another view than that of earlier lines has none of their options that are for one view.
  void read_view(PictureOptions& options) const {
    const std::string* text = option(line_, "view");
    if (!text) return;
    if (*text != "plane" && *text != "isometric") throw wrong("view", "plane or isometric");
    const bool isometric = *text == "isometric";
    if (isometric != options.isometric) {
      const PictureOptions unset;
      options.zoom = unset.zoom, options.smooth = unset.smooth, options.contours = unset.contours;
      options.streamlines = unset.streamlines, options.vectors = unset.vectors;
      options.slices = unset.slices, options.walls = unset.walls;
      options.isosurface_field = unset.isosurface_field;
    }
    options.isometric = isometric;
    if (options.isometric && (domain_.axes < 3 || domain_.cells[0] == 0))
      throw settings_.error(line_, "view=isometric is for a box of three axes");
  }

  void read_slices(PictureOptions& options) const {
    const std::string* text = option(line_, "slices");
    if (!text) return;
    if (*text != "on" && *text != "off") throw wrong("slices", "on or off");
    options.slices = *text == "on";
  }

  void read_isosurface(PictureOptions& options) const {
    const std::string* text = option(line_, "isosurface");
    if (!text) return;
    if (*text == "off") return options.isosurface_field.clear();
    const auto comma = text->find(',');
    const auto level = parse_numbers(comma == std::string::npos ? "" : text->substr(comma + 1));
    if (level.size() != 1) throw wrong("isosurface", "FIELD,VALUE or off");
    options.isosurface_field = field_of_isosurface(line_);
    options.isosurface_level = level[0];
    const auto& known = settings_.table().find("output.fields")->allowed;
    if (std::ranges::find(known, options.isosurface_field) == known.end() &&
        std::ranges::find(output_.expressions, options.isosurface_field, &Expression::name) ==
            output_.expressions.end())
      throw wrong("isosurface", "FIELD,VALUE with a field of output.fields, an expression, or off");
  }

  void read_walls(PictureOptions& options) const {
    const std::string* text = option(line_, "walls");
    if (!text) return;
    options.walls = *text == "off" ? "" : *text;
    if (options.walls.empty()) return;
    if (!settings_.table().find("output.walls"))
      throw settings_.error(line_, "walls is for methods that have output.walls");
    if (settings_.directives("output.walls").front().kind == "off")
      throw settings_.error(line_, "walls needs output.walls = on");
  }

  void require_one_view(const PictureOptions& options) const {
    const bool is_of_planes =
        options.zoom || options.smooth || options.contours > 0 || options.shows_velocity();
    const bool is_of_space =
        !options.slices || !options.isosurface_field.empty() || !options.walls.empty();
    if (options.isometric && is_of_planes)
      throw settings_.error(line_,
                            "zoom, shading=smooth, contours, streamlines and vectors are "
                            "for view=plane");
    if (!options.isometric && is_of_space)
      throw settings_.error(line_, "slices, isosurface and walls are for view=isometric");
  }

  void require_inside(const std::array<double, 4>& window, int axis) const {
    const auto [across, along] = mesh::axes_of_planes[static_cast<std::size_t>(axis)];
    const auto& x = domain_.extent[static_cast<std::size_t>(across)];
    const auto& y = domain_.extent[static_cast<std::size_t>(along)];
    if (!(window[0] >= x[0] && window[2] <= x[1] && window[1] >= y[0] && window[3] <= y[1]))
      throw wrong("zoom", fmt::format("in the mesh, {} {} to {}, {} {} to {}", kAxes[across], x[0],
                                      x[1], kAxes[along], y[0], y[1]));
    const auto size = [](const auto& ends) {
      return std::max(std::abs(ends[0]), std::abs(ends[1]));
    };
    if (!is_wide_enough(window[0], window[2], size(x)) ||
        !is_wide_enough(window[1], window[3], size(y)))
      throw wrong("zoom", fmt::format("wider than {} of the mesh along both axes", kNarrowest));
  }

  void read_formats(PictureOptions& options) const {
    const std::string* text = option(line_, "formats");
    if (!text) return;
    options.formats.clear();
    for (const auto& format : split_at(*text, ',')) {
      if ((format != "png" && format != "pdf" && format != "svg") ||
          std::ranges::find(options.formats, format) != options.formats.end())
        throw wrong("formats", "some of png,pdf,svg, each at most once");
      options.formats.push_back(format);
    }
  }

  void require_velocity() const {
    const auto& known = settings_.table().find("output.fields")->allowed;
    for (int axis = 0; axis < domain_.axes; ++axis)
      if (const std::string name = kVelocityFields[static_cast<std::size_t>(axis)];
          std::ranges::find(known, name) == known.end())
        throw settings_.error(line_,
                              "streamlines and vectors need a velocity, which this method "
                              "does not compute");
  }

  const Settings& settings_;
  const Domain& domain_;
  const OutputControl& output_;
  const Directive& line_;
};
}  // namespace

std::string field_of_isosurface(const Directive& line) {
  const std::string* text = option(line, "isosurface");
  return text ? text->substr(0, text->find(',')) : "";
}

std::vector<PictureOptions> read_picture_options(const Settings& s, const Domain& domain,
                                                 const OutputControl& output) {
  std::vector<PictureOptions> options(output.pictures.size());
  for (const Directive& d : s.directives("output.picture")) {
    const PictureLine line(s, domain, output, d);
    const std::string* field = option(d, "field");
    bool is_drawn = !field;
    for (std::size_t k = 0; k < options.size(); ++k) {
      if (field && output.pictures[k] != *field) continue;
      line.apply_to(options[k]);
      is_drawn = true;
    }
    PictureOptions unused;
    if (options.empty())
      line.apply_to(unused);  // wrong options are refused all the same
    else if (!is_drawn)
      throw s.error(d, fmt::format("field={} is not in output.pictures", shown(*field)));
  }
  return options;
}

}  // namespace slipflow::setup
