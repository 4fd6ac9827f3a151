#include "listed_cells.hpp"

#include <algorithm>
#include <cstdint>

namespace slipflow::simple_ts {

namespace {
constexpr int kListedWithin = 4, kNearWithin = 2;
constexpr std::uint8_t kListed = 1, kNear = 2;
}  // namespace

ListedCells::ListedCells(const Case& c)
    : case_(c), cut_(*c.cut_in_space), layout_(c.mesh.layout()) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    axes_[a] = mesh::with_ghosts(c.mesh.axis(axis), c.periodic(axis));
    const auto& faces = c.mesh.axis(axis).faces;
    if (c.periodic(axis)) periods_[a] = faces.back() - faces.front();
  }
  list_cells();
}

void ListedCells::list_cells() {
  std::vector<std::uint8_t> marks(layout_.size());
  constexpr int kReach = kListedWithin;
  for (const mesh::CutCell3& cell : cut_.cells)
    mesh::for_cells({-kReach, -kReach, kReach + 1, kReach + 1, -kReach, kReach + 1},
                    [&](int a, int b, int c) {
                      const auto own = source({cell.i + a, cell.j + b, cell.k + c});
                      if (!own) return;
                      const int apart = std::max({std::abs(a), std::abs(b), std::abs(c)});
                      std::uint8_t& mark = marks[at(*own)];
                      mark = std::max(mark, apart <= kNearWithin ? kNear : kListed);
                    });
  number_.assign(layout_.size(), 0);
  mesh::for_cells(mesh::padded_cells_of(layout_), [&](int i, int j, int k) {
    const Cell cell = {i, j, k};
    const std::uint8_t mark = marks[at(*source(cell))];
    if (mark == 0) return;
    cells_.push_back(cell);
    is_near_.push_back(mark == kNear);
    number_[at(cell)] = static_cast<int>(cells_.size());
  });
  in_cut_.assign(cells_.size(), -1);
  for (std::size_t n = 0; n < cut_.cells.size(); ++n) {
    const mesh::CutCell3& cell = cut_.cells[n];
    in_cut_[static_cast<std::size_t>(number({cell.i, cell.j, cell.k})) - 1] = static_cast<int>(n);
  }
}

int ListedCells::number(const Cell& cell) const {
  const bool is_inside = mesh::padded_cells_of(layout_).has(cell[0], cell[1], cell[2]);
  return is_inside ? number_[at(cell)] : 0;
}

bool ListedCells::is_near(const Cell& cell) const {
  const int n = number(cell);
  return n > 0 && is_near_[static_cast<std::size_t>(n) - 1];
}

std::optional<ListedCells::Cell> ListedCells::source(Cell cell) const {
  for (int axis = 0; axis < 3; ++axis) {
    int& k = cell[static_cast<std::size_t>(axis)];
    const int n = layout_.cells(axis);
    if (case_.periodic(axis))
      k = (k % n + n) % n;
    else if (k < -mesh::kPad || k >= n + mesh::kPad)
      return std::nullopt;
  }
  return cell;
}

Vector3 ListedCells::corner(const Cell& cell) const {
  return {face(0, cell[0]), face(1, cell[1]), face(2, cell[2])};
}
Vector3 ListedCells::widths(const Cell& cell) const {
  return {width(0, cell[0]), width(1, cell[1]), width(2, cell[2])};
}
double ListedCells::least_width(const Cell& cell) const { return std::ranges::min(widths(cell)); }
double ListedCells::whole_volume(const Cell& cell) const {
  const auto [x, y, z] = widths(cell);
  return x * y * z;
}
double ListedCells::area(int axis, const Cell& cell) const {
  const auto [e, f] = mesh::axes_of_planes[static_cast<std::size_t>(axis)];
  return width(e, cell[e]) * width(f, cell[f]);
}
double ListedCells::least_area(const Cell& cell) const {
  return std::min({area(0, cell), area(1, cell), area(2, cell)});
}

const mesh::CutCell3* ListedCells::cut_cell(const Cell& own) const {
  const int n = number(own);
  const int place = n > 0 ? in_cut_[static_cast<std::size_t>(n) - 1] : -1;
  return place < 0 ? nullptr : &cut_.cells[static_cast<std::size_t>(place)];
}

double ListedCells::volume(const Cell& cell) const {
  const Cell own = *source(cell);
  if (const auto* of = cut_cell(own)) return of->volume;
  return is_solid(own) ? 0 : whole_volume(own);
}

Vector3 ListedCells::centre(const Cell& cell) const {
  const Cell own = *source(cell);
  const auto* of = cut_cell(own);
  return of && of->volume > 0 ? of->at - corner(own) : 0.5 * widths(own);
}

double ListedCells::open(int axis, const Cell& cell) const {
  const auto own = source(cell), below = source(moved(cell, axis, -1));
  if (!own) return 0;
  if (const auto* of = cut_cell(*own)) return of->open[static_cast<std::size_t>(axis)];
  return is_solid(*own) || (below && is_solid(*below)) ? 0 : area(axis, *own);
}

Vector3 ListedCells::through(int axis, const Cell& cell) const {
  const Cell own = *source(cell);
  if (const auto* of = cut_cell(own))
    return of->through[static_cast<std::size_t>(axis)] - corner(own);
  Vector3 middle = 0.5 * widths(own);
  middle[static_cast<std::size_t>(axis)] = 0;
  return middle;
}

bool ListedCells::edge_in_gas(int axis, const Cell& cell) const {
  return cut_.edges_in_gas[at(*source(cell))] >> axis & 1;
}

std::vector<ListedCells::Patch> ListedCells::patches(const Cell& cell) const {
  std::vector<Patch> patches;
  if (const auto* of = cut_cell(cell)) {
    const auto n = of - cut_.cells.data();
    for (int k = cut_.first_patch[n]; k < cut_.first_patch[n + 1]; ++k)
      patches.push_back({cut_.patches[static_cast<std::size_t>(k)], k});
    return patches;
  }
  if (is_solid(cell)) return patches;
  for (int side = 0; side < 6; ++side) {
    const int axis = mesh::axis_across(side), up = side % 2;
    const auto a = static_cast<std::size_t>(axis);
    const auto other = source(moved(cell, axis, up == 0 ? -1 : 1));
    if (!other || !is_solid(*other)) continue;
    mesh::WallPatch wall;
    wall.S[a] = up == 0 ? -area(axis, cell) : area(axis, cell);
    wall.at = corner(cell) + 0.5 * widths(cell);
    wall.at[a] = face(axis, cell[a] + up);
    wall.wall = cut_.tags[at(*other)];
    patches.push_back({wall, -1});
  }
  return patches;
}

}  // namespace slipflow::simple_ts
