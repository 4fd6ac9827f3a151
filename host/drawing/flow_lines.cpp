// The flow in a plane, its arrows, and how streamlines look.
#include <algorithm>
#include <cmath>

#include "drawn_field.hpp"
#include "palette.hpp"
#include "pixel_flow.hpp"

namespace slipflow::drawing {

namespace {
constexpr double kSlowest = 1e-4;  // of the largest speed: where no arrow is drawn

void draw_head(Figure& figure, const Dot& from, const Dot& tip, double size, Colour colour) {
  const double length = std::hypot(tip.x - from.x, tip.y - from.y);
  if (!(length > 0)) return;
  const Dot along = {(tip.x - from.x) / length, (tip.y - from.y) / length};
  const Dot back = {tip.x - size * along.x, tip.y - size * along.y};
  const double half = 0.4 * size;
  figure.polygon({tip,
                  {back.x - half * along.y, back.y + half * along.x},
                  {back.x + half * along.y, back.y - half * along.x}},
                 colour);
}
}  // namespace

PlaneFlow flow_in(const output::Snapshot& snapshot, const std::array<std::string, 3>& velocity,
                  const PlaneView& view, const Window& window) {
  const auto grid = [&](int axis) {
    const auto& name = velocity[static_cast<std::size_t>(axis)];
    return view.grid_of(field_to_draw(snapshot, name).values, window);
  };
  PlaneFlow flow{grid(view.axes[0]), grid(view.axes[1])};
  if (snapshot.cut)
    flow.wall = [&snapshot](double x, double y) {
      return mesh::wall_near(*snapshot.mesh, *snapshot.cut, snapshot.length_factor, x, y);
    };
  return flow;
}

std::vector<Piece> arrows(const PlaneFlow& flow, int along_x, const PicturePlan& plan) {
  const PixelFlow pixels(flow, plan);
  const double apart = static_cast<double>(plan.plot.width) / along_x;
  const int rows = std::max(static_cast<int>(plan.plot.height / apart), 1);
  const double margin = 0.5 * (plan.plot.height - (rows - 1) * apart);
  std::vector<Piece> pieces;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < along_x; ++i) {
      const Dot at = {plan.plot.x + (i + 0.5) * apart, plan.plot.y + margin + j * apart};
      double speed = 0;
      Dot direction;
      if (!pixels.at(at, speed, direction) || speed < kSlowest) continue;
      const double half = 0.45 * apart * speed;
      pieces.push_back({{at.x - half * direction.x, at.y - half * direction.y},
                        {at.x + half * direction.x, at.y + half * direction.y}});
    }
  return pieces;
}

void draw_arrows(Figure& figure, const PicturePlan& plan, const std::vector<Piece>& pieces) {
  std::vector<std::vector<Dot>> lines;
  for (const Piece& piece : pieces) lines.push_back({piece.a, piece.b});
  figure.strokes(lines, plan.scaled(2), kInk);
  for (const auto& [from, tip] : pieces)
    draw_head(figure, from, tip,
              std::min(0.5 * std::hypot(tip.x - from.x, tip.y - from.y), 1.0 * plan.scaled(12)),
              kInk);
}

double arrowhead_size(const PicturePlan& plan) { return plan.scaled(16); }

void draw_streamlines(Figure& figure, const PicturePlan& plan,
                      const std::vector<std::vector<Dot>>& lines,
                      const std::vector<LineLabel>& labels) {
  // Over a pale rim, which both ends of both colour maps let be seen.
  const auto parts = parts_outside(labels, lines, plan);
  figure.strokes(parts, plan.scaled(6), kWhite);
  figure.strokes(parts, plan.scaled(3), kStream);
  for (const auto& line : lines)
    if (const std::size_t middle = line.size() / 2; middle > 0)
      draw_head(figure, line[middle - 1], line[middle], arrowhead_size(plan), kStream);
}

}  // namespace slipflow::drawing
