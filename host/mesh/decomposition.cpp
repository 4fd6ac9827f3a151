#include "slipflow/mesh/decomposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "slipflow/support/error.hpp"

namespace slipflow::mesh {

namespace {
constexpr std::int64_t kOpen = 2, kNearSolid = 5;  // costs of cells, in halves
constexpr int kReach = kPad;                       // as of sub-domains near walls

constexpr const char* kNames[] = {"x", "y", "z"};

int most_pieces(int cells) { return std::max(1, cells / kLeastCells); }

/// By place in the layout, whether a solid cell is within reach of a cell: one axis after another,
/// each in the cells of the axes before and, for those that follow, in ghosts too.
std::vector<std::uint8_t> near_solid(const Mesh& mesh) {
  const Layout layout = mesh.layout();
  std::vector<std::uint8_t> near(mesh.tags.size());
  std::ranges::transform(mesh.tags, near.begin(), [](auto tag) { return tag != 0; });
  const CellBox padded = padded_cells_of(layout), cells = cells_of(layout);
  std::array<CellRange, 3> ranges = {padded.along(0), padded.along(1), padded.along(2)};
  const std::ptrdiff_t strides[] = {1, layout.pitch(),
                                    std::ptrdiff_t{layout.pitch()} * layout.rows()};
  for (int axis = 0; axis < layout.axes(); ++axis) {
    ranges[axis] = cells.along(axis);
    const auto from = near;
    for (int k = ranges[2].first; k < ranges[2].end; ++k)
      for (int j = ranges[1].first; j < ranges[1].end; ++j) {
        const std::size_t begin = layout.at(ranges[0].first, j, k);
        for (int step = -kReach; step <= kReach; ++step) {
          const std::uint8_t* const other = &from[begin] + step * strides[axis];
          for (int i = 0; i < ranges[0].count(); ++i) near[begin + i] |= other[i];
        }
      }
  }
  return near;
}
}  // namespace

std::string Grid::text(int axes, const char* by) const {
  std::string text = fmt::format("{}", columns);
  for (int axis = 1; axis < axes; ++axis) text += fmt::format("{}{}", by, along(axis));
  return text;
}

Grid Cuts::grid() const {
  const auto pieces = [&](int axis) { return static_cast<int>(along(axis).size()) - 1; };
  return {pieces(0), pieces(1), pieces(2)};
}

std::vector<std::vector<std::int64_t>> layer_costs(const Mesh& mesh) {
  const Layout layout = mesh.layout();
  std::vector<std::vector<std::int64_t>> costs;
  for (int axis = 0; axis < layout.axes(); ++axis)
    costs.emplace_back(layout.cells(axis), kOpen * mesh.cells() / layout.cells(axis));
  const auto near = near_solid(mesh);
  for_cells(cells_of(layout), [&](int i, int j, int k) {
    if (!near[layout.at(i, j, k)]) return;
    const int at[] = {i, j, k};
    for (int axis = 0; axis < layout.axes(); ++axis) costs[axis][at[axis]] += kNearSolid - kOpen;
  });
  return costs;
}

std::vector<int> cut_by_cost(std::span<const std::int64_t> costs, std::span<const double> weights) {
  const int layers = static_cast<int>(costs.size()), pieces = static_cast<int>(weights.size());
  const auto all = static_cast<double>(std::accumulate(costs.begin(), costs.end(), std::int64_t{}));
  // By a power of two, so that no weight is rounded and no sum overflows.
  const int exponent = std::ilogb(*std::ranges::max_element(weights));
  const auto scaled = [&](double weight) { return std::scalbn(weight, -exponent); };
  double sum = 0;
  for (const double weight : weights) sum += scaled(weight);
  std::vector<int> cuts = {0};
  double share = 0;
  std::int64_t cost = 0;  // of the layers before `layer`
  int layer = 0;
  for (int piece = 1; piece < pieces; ++piece) {
    share += scaled(weights[piece - 1]);
    const double wanted = all * share / sum;
    while (layer < layers && static_cast<double>(cost + costs[layer]) <= wanted)
      cost += costs[layer++];
    cuts.push_back(
        std::clamp(layer, cuts.back() + kLeastCells, layers - kLeastCells * (pieces - piece)));
  }
  cuts.push_back(layers);
  return cuts;
}

Cuts cut_mesh(const Mesh& mesh, const Grid& grid, const std::vector<double>& weights) {
  const bool even = weights.empty() && !mesh.any_solid();
  const auto costs = even ? std::vector<std::vector<std::int64_t>>() : layer_costs(mesh);
  Cuts cuts;
  for (int axis = 0; axis < mesh.axes(); ++axis) {
    const int pieces = grid.along(axis);
    const bool weighted = pieces > 1 && !weights.empty();
    (axis == 0   ? cuts.x
     : axis == 1 ? cuts.y
                 : cuts.z) =
        even ? even_cuts(mesh.axis(axis).cells(), pieces)
             : cut_by_cost(costs[axis], weighted ? weights : std::vector<double>(pieces, 1.0));
  }
  return cuts;
}

Decomposition::Decomposition(Axis x, Axis y)
    : axes_{std::move(x), std::move(y), {{0, 1}, false}}, axes_count_(2) {}

Decomposition::Decomposition(Axis x, Axis y, Axis z)
    : axes_{std::move(x), std::move(y), std::move(z)}, axes_count_(3) {}

std::array<int, 3> Decomposition::place(int rank) const {
  const int line = rank / pieces(0);
  return {rank % pieces(0), line % pieces(1), line / pieces(1)};
}

CellBox Decomposition::cells(int rank) const {
  const auto at = place(rank);
  std::array<CellRange, 3> ranges;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& cuts = axes_[axis].cuts;
    ranges[axis] = {cuts[at[axis]], cuts[at[axis] + 1]};
  }
  return box_of(ranges);
}

std::optional<int> Decomposition::next(int axis, int piece, int step) const {
  const int count = pieces(axis);
  if (step == 0) return piece;
  if (count == 1) return std::nullopt;
  const int next = piece + step;
  if (axes_[axis].periodic) return (next + count) % count;
  return next >= 0 && next < count ? std::optional(next) : std::nullopt;
}

std::optional<int> Decomposition::neighbour(int rank, int dx, int dy, int dz) const {
  const auto at = place(rank);
  const auto p = next(0, at[0], dx), q = next(1, at[1], dy), r = next(2, at[2], dz);
  if (!p || !q || !r) return std::nullopt;
  return (*r * pieces(1) + *q) * pieces(0) + *p;
}

CellBox Decomposition::owned(int rank) const {
  const CellBox box = cells(rank);
  std::array<CellRange, 3> ranges;
  for (int axis = 0; axis < 3; ++axis) {
    const auto ghosts = [&](int step) {
      return axis < axes_count_ && !has_neighbour(rank, axis, step) ? kPad : 0;
    };
    ranges[axis] = {-ghosts(-1), box.along(axis).count() + ghosts(1)};
  }
  return box_of(ranges);
}

namespace {
bool is_possible(const Grid& grid, const Layout& cells) {
  for (int axis = 0; axis < 3; ++axis)
    if (grid.along(axis) > most_pieces(cells.cells(axis))) return false;
  return true;
}

double time_of_borders(const Grid& grid, const Layout& cells) {
  constexpr double across_x = 16;
  double time = 0;
  for (int axis = 0; axis < cells.axes(); ++axis) {
    if (grid.along(axis) == 1) continue;
    double size = axis == 0 ? across_x : 1;
    for (int along = 0; along < cells.axes(); ++along)
      if (along != axis) size *= static_cast<double>(cells.cells(along)) / grid.along(along);
    time += size;
  }
  return time;
}
}  // namespace

Grid choose_grid(const Layout& cells, int pieces) {
  std::optional<Grid> best;
  for (int columns = 1; columns <= pieces; ++columns)
    for (int rows = 1; rows <= pieces / columns; ++rows) {
      const Grid grid{columns, rows, pieces / columns / rows};
      if (grid.size() != pieces || !is_possible(grid, cells)) continue;
      if (!best || time_of_borders(grid, cells) < time_of_borders(*best, cells)) best = grid;
    }
  if (best) return *best;
  std::string most;
  for (int axis = 0; axis < cells.axes(); ++axis)
    most += fmt::format("{}{} along {}", axis > 0 ? ", " : "", most_pieces(cells.cells(axis)),
                        kNames[axis]);
  throw Error(ExitStatus::bad_input,
              fmt::format("{} ranks cannot share {} cells in a grid of pieces of at least {} "
                          "cells along each axis that is cut, at most {}: take fewer ranks",
                          pieces, size_text(cells), kLeastCells, most));
}

void check_grid(const Grid& grid, const Layout& cells, int pieces) {
  const bool positive = grid.columns > 0 && grid.rows > 0 && grid.layers > 0;
  if (!positive || std::int64_t{grid.columns} * grid.rows * grid.layers != pieces)
    throw Error(ExitStatus::bad_input, fmt::format("a grid of {} pieces is not one of {} ranks",
                                                   grid.text(cells.axes()), pieces));
  for (int axis = 0; axis < cells.axes(); ++axis)
    if (grid.along(axis) > most_pieces(cells.cells(axis)))
      throw Error(
          ExitStatus::bad_input,
          fmt::format("a grid of {} pieces is too fine for {} cells: {} pieces along {} "
                      "need at least {} cells, {} each",
                      grid.text(cells.axes()), size_text(cells), grid.along(axis), kNames[axis],
                      std::int64_t{kLeastCells} * grid.along(axis), kLeastCells));
}

std::vector<int> even_cuts(int n, int pieces) {
  std::vector<int> cuts;
  for (int piece = 0; piece <= pieces; ++piece)
    cuts.push_back(static_cast<int>(static_cast<long>(n) * piece / pieces));
  return cuts;
}

}  // namespace slipflow::mesh
