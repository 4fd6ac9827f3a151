#include "svg_path.hpp"

#include <string>

#include "svg_text.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::string_view kCommands = "MLHVCSQTAZ";

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

class SvgPathReader {
 public:
  SvgPathReader(std::string_view data, SvgOutlineBuilder& to) : in_(data, "path data"), to_(to) {}

  void read() {
    while (!in_.at_end()) {
      const char letter = in_.take();
      command_ = upper(letter);
      relative_ = command_ != letter;
      if (kCommands.find(command_) == std::string_view::npos || (!begun_ && command_ != 'M'))
        refuse_command(letter);
      begun_ = true;
      draw();
      if (command_ == 'Z') continue;
      if (command_ == 'M') command_ = 'L';  // more positions after those of M
      while (in_.at_number()) draw();
    }
  }

 private:
  [[noreturn]] void refuse_command(char letter) {
    throw SvgFault("path data: " + (begun_ ? "'" + std::string(1, printable(letter)) +
                                                 "' is no command; they are "
                                                 "M L H V C S Q T A Z"
                                           : std::string("it must begin with M")));
  }
  static char printable(char c) { return c >= ' ' && c <= '~' ? c : '?'; }

  Point position() {
    const double x = in_.number(), y = in_.number();
    return relative_ ? Point{to_.at().x + x, to_.at().y + y} : Point{x, y};
  }

  /// The control point opposite the last one, if the last command was of the same kind of curve.
  Point reflected(char kind) const {
    const Point& at = to_.at();
    return last_curve_ == kind ? Point{2 * at.x - control_.x, 2 * at.y - control_.y} : at;
  }

  void draw() {
    const char curve = command_ == 'S' ? 'C' : command_ == 'T' ? 'Q' : command_;
    switch (command_) {
      case 'M':
        to_.move_to(position());
        break;
      case 'Z':
        to_.close();
        break;
      case 'C':
      case 'S':
        draw_cubic();
        break;
      case 'Q':
      case 'T':
        control_ = command_ == 'T' ? reflected('Q') : position();
        to_.quadratic_to(control_, position());
        break;
      case 'A':
        draw_arc();
        break;
      default:
        draw_line();
    }
    last_curve_ = curve;
  }

  void draw_line() {
    Point p = to_.at();
    if (command_ == 'L') p = position();
    if (command_ == 'H') p.x = in_.number() + (relative_ ? p.x : 0);
    if (command_ == 'V') p.y = in_.number() + (relative_ ? p.y : 0);
    to_.line_to(p);
  }

  void draw_cubic() {
    const Point first = command_ == 'S' ? reflected('C') : position();
    control_ = position();
    to_.cubic_to(first, control_, position());
  }

  void draw_arc() {
    SvgArc arc;
    arc.rx = in_.number();
    arc.ry = in_.number();
    arc.degrees = in_.number();
    arc.large = in_.flag();
    arc.sweep = in_.flag();
    arc.to = position();
    to_.arc_to(arc);
  }

  SvgText in_;
  SvgOutlineBuilder& to_;
  char command_ = '\0', last_curve_ = '\0';
  bool relative_ = false, begun_ = false;
  Point control_;
};
}  // namespace

void draw_svg_path(std::string_view data, SvgOutlineBuilder& to) { SvgPathReader(data, to).read(); }

}  // namespace slipflow::mesh
