#include <fmt/format.h>

#include <algorithm>

#include "slipflow/setup/gaps.hpp"

namespace slipflow::setup {

namespace {
const mesh::Axis& axis_of(const GapRegion& region, std::size_t axis) {
  return region.mesh.axis(static_cast<int>(axis));
}

/// "cell (4, 0), x = 4.5, y = 0.5"
std::string place_of(const GapRegion& region, const std::array<int, 3>& cell) {
  const auto axes = static_cast<std::size_t>(region.mesh.axes());
  std::string numbers, place;
  for (std::size_t k = 0; k < axes; ++k) {
    const double centre = axis_of(region, k).centre(cell[k]);
    numbers += fmt::format("{}{}", k ? ", " : "", cell[k]);
    place += fmt::format(", {} = {}", "xyz"[k], quantity_text(centre, "L", region.units, 6));
  }
  return fmt::format("cell ({}){}", numbers, place);
}

const Body* body_of(const GapRegion& region, int wall) {
  const auto body = std::ranges::find(region.bodies, wall, &Body::wall);
  return body == region.bodies.end() ? nullptr : &*body;
}

std::string sentence_on(const GapRegion& region, const Gap& gap) {
  return fmt::format(
      "{} leaves a gap one cell wide to {} at {}: close it, or make it two cells wide, better four",
      region.name(gap.wall), gap.other == gap.wall ? "itself" : region.name(gap.other),
      place_of(region, gap.cell));
}

std::string sentence_on_channel(const GapRegion& region, const Gap& gap) {
  return fmt::format(
      "a single cell between {} and {} lets up to three times too much {} through: "
      "take two cells or more, better four",
      region.name(gap.wall), region.name(gap.other), region.fluid);
}

void check_gaps_in_space(const config::Settings& s, const GapRegion& region,
                         const std::vector<const config::Directive*>& lines) {
  auto gap = narrowest_gap_in_space(region);
  if (!gap || gap->cells > 1) return;
  if (gap->wall >= GapRegion::kFirstSide) std::swap(gap->wall, gap->other);
  const Body* body = body_of(region, gap->wall);
  if (!body) throw s.error("mesh.cells", sentence_on_channel(region, *gap));
  throw s.error(*lines[static_cast<std::size_t>(body - region.bodies.data())],
                sentence_on(region, *gap));
}
}  // namespace

int GapRegion::wall(std::array<int, 3> cell) const {
  const auto axes = static_cast<std::size_t>(mesh.axes());
  bool is_outside = false;
  for (std::size_t k = axes; k-- > 0;) {
    const int n = axis_of(*this, k).cells();
    if (cell[k] >= 0 && cell[k] < n) continue;
    const std::size_t side = 2 * k + (cell[k] < 0 ? 0 : 1);
    if (sides[side] == GapSide::periodic)
      cell[k] = (cell[k] % n + n) % n;
    else if (sides[side] != GapSide::open)
      return kFirstSide + static_cast<int>(side);
    else
      is_outside = true;
  }
  return is_outside ? 0 : mesh.tags[mesh.layout().at(cell[0], cell[1], cell[2])];
}

bool GapRegion::acts(int wall) const {
  if (wall == 0) return false;
  if (wall >= kFirstSide)
    return sides[static_cast<std::size_t>(wall - kFirstSide)] == GapSide::wall;
  return acts_of_bodies.empty() || acts_of_bodies[static_cast<std::size_t>(wall)];
}

std::string GapRegion::name(int wall) const {
  if (const Body* body = body_of(*this, wall)) return body->name;
  return fmt::format("the {} side", mesh::side_names[static_cast<std::size_t>(wall - kFirstSide)]);
}

void check_gaps(const config::Settings& s, const GapRegion& region,
                const std::vector<const config::Directive*>& lines) {
  if (region.mesh.axes() > 2) return check_gaps_in_space(s, region, lines);
  const NarrowGaps gaps(region);
  for (std::size_t k = 0; k < lines.size(); ++k)
    if (const auto gap = gaps.beside(region.bodies[k]))
      throw s.error(*lines[k], sentence_on(region, *gap));
  if (const auto gap = gaps.between_sides())
    throw s.error("mesh.cells", sentence_on_channel(region, *gap));
}

std::string warning_of_coarse_gap(const GapRegion& region) {
  const auto gap =
      region.mesh.axes() > 2 ? narrowest_gap_in_space(region) : first_coarse_gap(region);
  if (!gap) return "";
  const double excess = 200.0 / (gap->cells * gap->cells);  // docs/methods/simple-ts.md section 9
  return fmt::format(
      "the gap between {} and {} at {}, is {} cells wide: without slip {:.0f} % too much {} flows "
      "through it; make it four cells wide or more",
      region.name(gap->wall), region.name(gap->other), place_of(region, gap->cell), gap->cells,
      excess, region.fluid);
}

std::string warning_of_pieces(const std::vector<Body>& bodies) {
  const auto body = std::ranges::find_if(bodies, [](const Body& b) { return b.pieces > 1; });
  if (body == bodies.end()) return "";
  return fmt::format(
      "{} is thinner than the cells: the cells it covers are {} pieces with gaps between them; "
      "make "
      "it thicker, or take smaller cells",
      body->name, body->pieces);
}

std::vector<std::string> warnings_of_gaps(const GapRegion& region) {
  std::vector<std::string> warnings = {warning_of_coarse_gap(region),
                                       warning_of_pieces(region.bodies)};
  std::erase(warnings, "");
  return warnings;
}

}  // namespace slipflow::setup
