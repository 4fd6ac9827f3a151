// Numbers on contours.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "overlays.hpp"

namespace slipflow::drawing {

namespace {
constexpr double kStraight = 0.97;  // of the arc under a number: the least distance of its ends
constexpr double kLongest = 0.5;    // of a line, that a number may take

/// A line by the distance along it.
class Arc {
 public:
  explicit Arc(const std::vector<Dot>& line) : line_(line), along_{0} {
    for (std::size_t k = 1; k < line.size(); ++k)
      along_.push_back(along_.back() +
                       std::hypot(line[k].x - line[k - 1].x, line[k].y - line[k - 1].y));
  }
  double length() const { return along_.back(); }
  Dot at(double s) const {
    const std::size_t k = next(s);
    const double part = (s - along_[k - 1]) / (along_[k] - along_[k - 1]);
    return {std::lerp(line_[k - 1].x, line_[k].x, part),
            std::lerp(line_[k - 1].y, line_[k].y, part)};
  }
  std::vector<Dot> part(double from, double to) const {
    std::vector<Dot> dots = {at(from)};
    for (std::size_t k = 0; k < line_.size(); ++k)
      if (along_[k] > from && along_[k] < to) dots.push_back(line_[k]);
    dots.push_back(at(to));
    return dots;
  }

 private:
  /// The first point beyond that distance.
  std::size_t next(double s) const {
    const auto above = std::upper_bound(along_.begin() + 1, along_.end() - 1, s);
    return static_cast<std::size_t>(above - along_.begin());
  }
  const std::vector<Dot>& line_;
  std::vector<double> along_;
};

/// A place for a number: a rectangle about the middle of an arc.
struct LabelPlace {
  double s = 0;
  Dot at;
  double angle = 0;
};

/// Squares of the plot, each with the line that passes it.
class Squares {
 public:
  Squares(const Box& plot, double size)
      : plot_(plot),
        size_(size),
        columns_(static_cast<int>(plot.width / size) + 1),
        lines_(static_cast<std::size_t>(columns_) *
               (static_cast<std::size_t>(plot.height / size) + 1)) {}

  void mark(const Arc& arc, int line) {
    for (double s = 0; s <= arc.length(); s += 0.5 * size_) mark(arc.at(s), line);
  }
  /// Whether no other line and no number is in the rectangle, which is within the plot.
  bool has_room(const LabelPlace& place, double half, int line) const {
    bool has_room = true;
    over(place, half, [&](const Dot& dot) {
      const bool is_inside = contains(dot);
      has_room =
          has_room && is_inside && (lines_[square(dot)] == kNoLine || lines_[square(dot)] == line);
    });
    return has_room;
  }
  void fill(const LabelPlace& place, double half) {
    over(place, half, [&](const Dot& dot) { lines_[square(dot)] = kSeveral; });
  }

 private:
  static constexpr int kNoLine = 0, kSeveral = -1;

  bool contains(const Dot& dot) const {
    return dot.x >= plot_.x && dot.x < plot_.right() && dot.y >= plot_.y && dot.y < plot_.top();
  }
  std::size_t square(const Dot& dot) const {
    return static_cast<std::size_t>((dot.y - plot_.y) / size_) * columns_ +
           static_cast<std::size_t>((dot.x - plot_.x) / size_);
  }
  void mark(const Dot& dot, int line) {
    if (!contains(dot)) return;
    int& there = lines_[square(dot)];
    there = there == kNoLine || there == line ? line : kSeveral;
  }
  template <class Visit>
  void over(const LabelPlace& place, double half, Visit visit) const {
    const double c = std::cos(place.angle), s = std::sin(place.angle);
    const int count = static_cast<int>(std::ceil(half / (0.5 * size_)));
    for (int i = -count; i <= count; ++i)
      for (int j = -2; j <= 2; ++j) {
        const double along = half * i / count, up = 0.5 * size_ * j;
        visit(Dot{place.at.x + c * along - s * up, place.at.y + s * along + c * up});
      }
  }

  const Box plot_;
  const double size_;
  const int columns_;
  std::vector<int> lines_;
};

/// The straightest place with room, near the middle of the line if there are several.
bool find_place(const Arc& arc, double half, int line, const Squares& squares, LabelPlace& best) {
  double most = 0;
  for (double s = half; s <= arc.length() - half; s += 0.5 * half) {
    const Dot a = arc.at(s - half), b = arc.at(s + half);
    const double straight = std::hypot(b.x - a.x, b.y - a.y) / (2 * half);
    const double value = straight - 0.1 * std::abs(2 * s / arc.length() - 1);
    if (straight < kStraight || value <= most) continue;
    LabelPlace place{s, {0.5 * (a.x + b.x), 0.5 * (a.y + b.y)}, std::atan2(b.y - a.y, b.x - a.x)};
    if (std::abs(place.angle) > 0.5 * std::numbers::pi)
      place.angle -= std::copysign(std::numbers::pi, place.angle);
    if (!squares.has_room(place, half, line)) continue;
    most = value;
    best = place;
  }
  return most > 0;
}

/// Half the length of a number with the gaps at its ends.
double half_length(const std::string& number, const TextStyle& style) {
  return 0.5 * length_of(plain_runs(number), style) + 0.3 * style.size;
}
}  // namespace

TextStyle label_style(const PicturePlan& plan) {
  TextStyle style = plan.text;
  style.size *= 0.75;
  style.across = Align::middle;
  return style;
}

std::vector<std::vector<LineLabel>> cut_gaps_for_labels(
    std::vector<LevelLines>& levels, const PicturePlan& plan,
    const std::vector<std::vector<Dot>>& streamlines) {
  const TextStyle style = label_style(plan);
  Squares contours(plan.plot, 0.5 * style.size);
  int number = 0;
  for (const auto& level : levels)
    for (const auto& line : level.lines) contours.mark(Arc(line), ++number);
  Squares all_lines = contours;
  for (const auto& line : streamlines) {
    all_lines.mark(Arc(line), ++number);
    if (!line.empty()) contours.fill({.at = line[line.size() / 2]}, arrowhead_size(plan));
  }
  std::vector<std::vector<LineLabel>> labels;
  number = 0;
  for (auto& [level, lines] : levels) {
    labels.emplace_back();
    const double half = half_length(level.label, style);
    for (std::size_t k = 0, count = lines.size(); k < count; ++k) {
      const auto line = lines[k];
      const Arc arc(line);
      LabelPlace place;
      ++number;
      if (2 * half > kLongest * arc.length() || !(find_place(arc, half, number, all_lines, place) ||
                                                  find_place(arc, half, number, contours, place)))
        continue;
      all_lines.fill(place, half);
      contours.fill(place, half);
      labels.back().push_back({place.at, place.angle, level.label});
      lines[k] = arc.part(0, place.s - half);
      lines.push_back(arc.part(place.s + half, arc.length()));
    }
  }
  return labels;
}

std::vector<std::vector<Dot>> parts_outside(const std::vector<LineLabel>& labels,
                                            const std::vector<std::vector<Dot>>& lines,
                                            const PicturePlan& plan) {
  const TextStyle style = label_style(plan);
  std::vector<double> halves;
  for (const LineLabel& label : labels) halves.push_back(half_length(label.text, style));
  const auto is_under_label = [&](const Dot& dot) {
    for (std::size_t k = 0; k < labels.size(); ++k) {
      const double x = dot.x - labels[k].at.x, y = dot.y - labels[k].at.y;
      const double c = std::cos(labels[k].angle), s = std::sin(labels[k].angle);
      if (std::abs(c * x + s * y) < halves[k] && std::abs(c * y - s * x) < 0.6 * style.size)
        return true;
    }
    return false;
  };
  std::vector<std::vector<Dot>> parts;
  for (const auto& line : lines) {
    bool is_new = true;
    for (const Dot& dot : line) {
      const bool is_hidden = is_under_label(dot);
      if (!is_hidden && is_new) parts.emplace_back();
      if (!is_hidden) parts.back().push_back(dot);
      is_new = is_hidden;
    }
  }
  return parts;
}

}  // namespace slipflow::drawing
