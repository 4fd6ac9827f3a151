// Evenly spaced streamlines after Jobard and Lefer (Visualization in Scientific Computing 1997,
// 43): each line but the first begins at the distance of lines from an earlier one. Unlike theirs,
// a line that comes too close to another one is left out instead of ended.
#include <array>
#include <deque>
#include <optional>

#include "pixel_flow.hpp"

namespace slipflow::drawing {

namespace {
using Line = std::vector<Dot>;

double distance(const Dot& a, const Dot& b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Points in squares, for a search of those near another one.
class DotSquares {
 public:
  DotSquares(const Box& plot, double size)
      : plot_(plot),
        size_(size),
        columns_(static_cast<int>(plot.width / size) + 1),
        rows_(static_cast<int>(plot.height / size) + 1),
        dots_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {}

  void add(const Dot& dot) { dots_[square(column(dot.x), row(dot.y))].push_back(dot); }
  void add(const Line& line) {
    for (const Dot& dot : line) add(dot);
  }
  /// Whether there is one closer than `reach`, which is at most the size of a square.
  bool has_near(const Dot& dot, double reach) const {
    for (int j = std::max(row(dot.y) - 1, 0); j <= std::min(row(dot.y) + 1, rows_ - 1); ++j)
      for (int i = std::max(column(dot.x) - 1, 0); i <= std::min(column(dot.x) + 1, columns_ - 1);
           ++i)
        for (const Dot& there : dots_[square(i, j)])
          if (distance(there, dot) < reach) return true;
    return false;
  }

 private:
  int column(double x) const {
    return std::clamp(static_cast<int>((x - plot_.x) / size_), 0, columns_ - 1);
  }
  int row(double y) const {
    return std::clamp(static_cast<int>((y - plot_.y) / size_), 0, rows_ - 1);
  }
  std::size_t square(int i, int j) const {
    return static_cast<std::size_t>(j) * columns_ + static_cast<std::size_t>(i);
  }

  const Box plot_;
  const double size_;
  const int columns_, rows_;
  std::vector<std::vector<Dot>> dots_;
};

/// Mirrors the plot about its middles; about both is half a turn.
struct Mirror {
  bool across = false, along = false;
  double sense = 1;  ///< -1: it reverses the flow

  Dot operator()(const Dot& dot, const Box& plot) const {
    return {across ? 2 * plot.x + plot.width - dot.x : dot.x,
            along ? 2 * plot.y + plot.height - dot.y : dot.y};
  }
};

class StreamlineTracer {
 public:
  StreamlineTracer(const PixelFlow& flow, int count, const PicturePlan& plan)
      : flow_(flow),
        plot_(plan.plot),
        apart_(static_cast<double>(std::min(plot_.width, plot_.height)) / count),
        shortest_(std::min(kShortest, kShortestOfPlot * count) * apart_),
        step_(std::clamp(0.1 * apart_, 0.5, 4.0 * plan.scaled(1))),
        taken_(plot_, apart_),
        tried_(plot_, apart_) {
    find_mirrors();
  }

  std::vector<Line> trace() {
    for (const double part : {1.0, 0.5})
      for (const Dot& seed : lattice(part * apart_)) {
        begin_at(seed);
        for (; next_ < lines_.size(); ++next_) begin_beside(Line(lines_[next_]));
      }
    return std::move(lines_);
  }

 private:
  /// Points evenly apart, those in the middle first.
  std::vector<Dot> lattice(double size) const {
    const int columns = std::max(static_cast<int>(plot_.width / size + kRounding), 1);
    const int rows = std::max(static_cast<int>(plot_.height / size + kRounding), 1);
    const Dot middle = {plot_.x + 0.5 * plot_.width, plot_.y + 0.5 * plot_.height};
    std::vector<Dot> dots;
    for (int i = 0; i < columns; ++i)
      for (int j = 0; j < rows; ++j)
        dots.push_back({middle.x + (i - 0.5 * (columns - 1)) * size,
                        middle.y + (j - 0.5 * (rows - 1)) * size});
    std::ranges::stable_sort(dots, {}, [&](const Dot& dot) { return distance(dot, middle); });
    return dots;
  }

  /// Tries points on both sides of the line.
  void begin_beside(const Line& line) {
    const auto stride = static_cast<std::size_t>(std::ceil(0.25 * apart_ / step_));
    for (std::size_t k = stride; k < line.size(); k += stride) {
      const Dot &a = line[k - 1], &b = line[k];
      const double length = distance(a, b);
      if (!(length > 0)) continue;
      const Dot normal = {-(b.y - a.y) / length * apart_, (b.x - a.x) / length * apart_};
      begin_at({b.x + normal.x, b.y + normal.y});
      begin_at({b.x - normal.x, b.y - normal.y});
    }
  }

  void begin_at(const Dot& seed) {
    if (!is_inside(seed, kMargin * apart_) || taken_.has_near(seed, (1 - kRounding) * apart_) ||
        tried_.has_near(seed, kTried * apart_))
      return;
    tried_.add(seed);
    auto line = line_through(seed);
    if (line.empty()) return;
    std::vector<Line> images = {std::move(line)};
    for (const Mirror& mirror : mirrors_)
      if (!add_image(mirror, seed, images)) return;
    for (Line& image : images) {
      taken_.add(image);
      lines_.push_back(std::move(image));
    }
  }

  /// Adds the mirrored first line unless it is one of them; false if it is too close to one.
  bool add_image(const Mirror& mirror, const Dot& seed, std::vector<Line>& images) const {
    Line image;
    for (const Dot& dot : images.front()) image.push_back(mirror(dot, plot_));
    if (mirror.sense < 0) std::ranges::reverse(image);
    for (const Line& other : images) {
      DotSquares dots(plot_, apart_);
      dots.add(other);
      const auto is_near = [&](const Dot& dot) { return dots.has_near(dot, kClose * apart_); };
      const auto is_on = [&](const Dot& dot) { return dots.has_near(dot, kSame * apart_); };
      if (std::ranges::all_of(image, is_on)) return true;
      if (std::ranges::any_of(image, is_near) ||
          dots.has_near(mirror(seed, plot_), (1 - kRounding) * apart_))
        return false;
    }
    images.push_back(std::move(image));
    return true;
  }

  bool is_inside(const Dot& dot, double margin = 0) const {
    return dot.x >= plot_.x + margin && dot.y >= plot_.y + margin &&
           dot.x <= plot_.right() - margin && dot.y <= plot_.top() - margin;
  }

  /// The whole line; empty if it is too short, or close to another one.
  Line line_through(const Dot& seed) const {
    auto onwards = walk(seed, 1, {});
    if (!onwards) return {};
    Line line;
    if (!onwards->is_closed) {
      const auto before = walk(seed, -1, onwards->line);
      if (!before) return {};
      line.assign(before->line.rbegin(), before->line.rend());
      line.pop_back();  // the seed
    }
    line.insert(line.end(), onwards->line.begin(), onwards->line.end());
    double length = 0;
    for (std::size_t k = 1; k < line.size(); ++k) length += distance(line[k - 1], line[k]);
    return length > shortest_ && !grazes(line) ? line : Line{};
  }

  /// Whether it runs along the border to one of its ends: at a wall the flow between cells is no
  /// flow through it.
  bool grazes(Line line) const {
    for (int end = 0; end < 2; ++end, std::ranges::reverse(line)) {
      double along = 0;
      for (std::size_t k = 1; k < line.size(); ++k) {
        if (is_inside(line.front(), kRounding) || is_inside(line[k], kStrip * apart_)) break;
        along += distance(line[k - 1], line[k]);
      }
      if (along > apart_) return true;
    }
    return false;
  }

  struct Walk {
    Line line;
    bool is_closed = false;
  };

  /// Steps by the rule of the midpoint until the flow or the plot ends, or the line meets itself or
  /// `before`; nothing if it comes close to another line.
  std::optional<Walk> walk(const Dot& seed, double sense, const Line& before) const {
    Walk walk{{seed}};
    DotSquares own(plot_, apart_);
    own.add(before);
    const auto latest = static_cast<std::size_t>(2 * apart_ / step_);  // points that are no meeting
    double speed = 0, behind = 0;
    Dot direction, first;
    if (!flow_.at(seed, speed, first)) return walk;
    const auto most = static_cast<std::size_t>(kLongest * (plot_.width + plot_.height) / step_);
    while (walk.line.size() < most) {
      const Dot at = walk.line.back();
      if (!flow_.at(at, speed, direction)) break;
      const double half = 0.5 * step_ * sense;
      const Dot middle = {at.x + half * direction.x, at.y + half * direction.y};
      if (is_inside(middle) && !flow_.at(middle, speed, direction)) break;
      const Dot next = {at.x + 2 * half * direction.x, at.y + 2 * half * direction.y};
      if (!is_inside(next)) {
        walk.line.push_back(at_border(at, next));
        break;
      }
      if (taken_.has_near(next, kClose * apart_)) return std::nullopt;
      const std::size_t count = walk.line.size();
      const double past = (next.x - seed.x) * first.x + (next.y - seed.y) * first.y;
      const bool is_back = count > latest && distance(next, seed) < kClose * apart_;
      if (is_back && sense * past >= 0 && sense * behind < 0) {
        if (distance(next, seed) < kReturn * apart_) close(walk, next, seed);
        break;
      }
      behind = past;
      if (!is_back && count > latest && own.has_near(next, kClose * apart_)) break;
      walk.line.push_back(next);
      if (count > latest) own.add(walk.line[count - latest]);
    }
    return walk;
  }

  /// Joins the ends: the points take shares of the gap that the last one leaves to the seed.
  static void close(Walk& walk, const Dot& last, const Dot& seed) {
    walk.is_closed = true;
    walk.line.push_back(last);
    const auto count = static_cast<double>(walk.line.size() - 1);
    for (std::size_t k = 0; k < walk.line.size(); ++k) {
      const double share = static_cast<double>(k) / count;
      walk.line[k].x += share * (seed.x - last.x);
      walk.line[k].y += share * (seed.y - last.y);
    }
  }

  Dot at_border(const Dot& inside, const Dot& outside) const {
    double part = 1;
    const auto limit = [&](double from, double to, double low, double high) {
      if (to < low) part = std::min(part, (low - from) / (to - from));
      if (to > high) part = std::min(part, (high - from) / (to - from));
    };
    limit(inside.x, outside.x, plot_.x, plot_.right());
    limit(inside.y, outside.y, plot_.y, plot_.top());
    return {std::lerp(inside.x, outside.x, part), std::lerp(inside.y, outside.y, part)};
  }

  void find_mirrors() {
    for (const auto& [across, along] : {std::pair(false, true), {true, false}, {true, true}})
      for (const double sense : {1.0, -1.0})
        if (const Mirror mirror{across, along, sense}; keeps_flow(mirror)) {
          mirrors_.push_back(mirror);
          break;
        }
  }

  bool keeps_flow(const Mirror& mirror) const {
    const auto velocity = [&](const Dot& dot) {
      double speed = 0;
      Dot direction;
      if (!flow_.at(dot, speed, direction)) return Dot{};
      return Dot{speed * direction.x, speed * direction.y};
    };
    for (int i = 0; i < kSamples; ++i)
      for (int j = 0; j < kSamples; ++j) {
        const Dot dot = {plot_.x + (i + 0.37) / kSamples * plot_.width,
                         plot_.y + (j + 0.37) / kSamples * plot_.height};
        const Dot here = velocity(dot), there = velocity(mirror(dot, plot_));
        const double u = mirror.across ? -here.x : here.x, v = mirror.along ? -here.y : here.y;
        if (std::hypot(mirror.sense * u - there.x, mirror.sense * v - there.y) > kAsymmetry)
          return false;
      }
    return true;
  }

  // Lengths in distances of lines, the second in shorter sides of the plot, which few lines need,
  // the third in half circumferences of the plot.
  static constexpr double kShortest = 2.5, kShortestOfPlot = 0.5, kLongest = 20;
  static constexpr double kClose = 0.5, kTried = 0.2, kSame = 0.2, kReturn = 0.15;
  static constexpr double kMargin = 0.4, kStrip = 0.15;  // at the border
  static constexpr double kRounding = 1e-6;
  static constexpr double kAsymmetry = 0.01;  // of the largest speed
  static constexpr int kSamples = 40;
  const PixelFlow& flow_;
  const Box plot_;
  const double apart_, shortest_, step_;
  DotSquares taken_, tried_;
  std::vector<Mirror> mirrors_;
  std::vector<Line> lines_;
  std::size_t next_ = 0;
};
}  // namespace

std::vector<std::vector<Dot>> streamlines(const PlaneFlow& flow, int count,
                                          const PicturePlan& plan) {
  const PixelFlow pixels(flow, plan);
  return StreamlineTracer(pixels, count, plan).trace();
}

}  // namespace slipflow::drawing
