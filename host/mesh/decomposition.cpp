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
constexpr int kWindow = 2 * kReach;                // columns before the last one within reach

/// The number of solid cells in a range of rows of each column, from column -kPad on.
class SolidCells {
 public:
  explicit SolidCells(const Mesh& mesh)
      : mesh_(mesh), layout_(mesh.layout()), counts_(mesh.x.cells() + 2 * kPad) {}
  void add_row(int j, int sign) {
    for (int i = -kPad; i < layout_.nx + kPad; ++i)
      counts_[i + kPad] += mesh_.tags[layout_.at(i, j)] != 0 ? sign : 0;
  }
  const std::vector<int>& counts() const { return counts_; }

 private:
  const Mesh& mesh_;
  Layout layout_;
  std::vector<int> counts_;
};
}  // namespace

LineCosts line_costs(const Mesh& mesh) {
  const int nx = mesh.x.cells(), ny = mesh.y.cells();
  LineCosts costs{std::vector<std::int64_t>(nx, kOpen * ny),
                  std::vector<std::int64_t>(ny, kOpen * nx)};
  SolidCells solid(mesh);
  for (int j = -kReach; j < kReach; ++j) solid.add_row(j, 1);
  for (int j = 0; j < ny; ++j) {
    solid.add_row(j + kReach, 1);
    if (j > 0) solid.add_row(j - kReach - 1, -1);
    const auto& counts = solid.counts();
    int within_reach = std::accumulate(counts.begin(), counts.begin() + kWindow, 0);
    for (int i = 0; i < nx; ++i) {
      within_reach += counts[i + kWindow];
      if (within_reach > 0) {
        costs.columns[i] += kNearSolid - kOpen;
        costs.rows[j] += kNearSolid - kOpen;
      }
      within_reach -= counts[i];
    }
  }
  return costs;
}

std::vector<int> cut_by_cost(std::span<const std::int64_t> costs, std::span<const double> weights) {
  const int lines = static_cast<int>(costs.size()), pieces = static_cast<int>(weights.size());
  const auto all = static_cast<double>(std::accumulate(costs.begin(), costs.end(), std::int64_t{}));
  // By a power of two, so that no weight is rounded and no sum overflows.
  const int exponent = std::ilogb(*std::ranges::max_element(weights));
  const auto scaled = [&](double weight) { return std::scalbn(weight, -exponent); };
  double sum = 0;
  for (const double weight : weights) sum += scaled(weight);
  std::vector<int> cuts = {0};
  double share = 0;
  std::int64_t cost = 0;  // of the lines before `line`
  int line = 0;
  for (int piece = 1; piece < pieces; ++piece) {
    share += scaled(weights[piece - 1]);
    const double wanted = all * share / sum;
    while (line < lines && static_cast<double>(cost + costs[line]) <= wanted) cost += costs[line++];
    cuts.push_back(
        std::clamp(line, cuts.back() + kLeastCells, lines - kLeastCells * (pieces - piece)));
  }
  cuts.push_back(lines);
  return cuts;
}

Cuts cut_mesh(const Mesh& mesh, const Grid& grid, const std::vector<double>& weights) {
  if (weights.empty() && !mesh.any_solid())
    return {even_cuts(mesh.x.cells(), grid.columns), even_cuts(mesh.y.cells(), grid.rows)};
  const LineCosts costs = line_costs(mesh);
  const auto cut_axis = [&](const std::vector<std::int64_t>& lines, int pieces) {
    const bool weighted = pieces > 1 && !weights.empty();
    return cut_by_cost(lines, weighted ? weights : std::vector<double>(pieces, 1.0));
  };
  return {cut_axis(costs.columns, grid.columns), cut_axis(costs.rows, grid.rows)};
}

Decomposition::Decomposition(Axis x, Axis y) : axes_{std::move(x), std::move(y)} {}

CellBox Decomposition::cells(int rank) const {
  const int p = rank % pieces(0), q = rank / pieces(0);
  const auto& x = axes_[0].cuts;
  const auto& y = axes_[1].cuts;
  return {x[p], y[q], x[p + 1], y[q + 1]};
}

std::optional<int> Decomposition::next(int axis, int piece, int step) const {
  const int count = pieces(axis);
  if (step == 0) return piece;
  if (count == 1) return std::nullopt;
  const int next = piece + step;
  if (axes_[axis].periodic) return (next + count) % count;
  return next >= 0 && next < count ? std::optional(next) : std::nullopt;
}

std::optional<int> Decomposition::neighbour(int rank, int dx, int dy) const {
  const auto p = next(0, rank % pieces(0), dx), q = next(1, rank / pieces(0), dy);
  if (!p || !q) return std::nullopt;
  return *q * pieces(0) + *p;
}

CellBox Decomposition::owned(int rank) const {
  const CellBox box = cells(rank);
  const auto ghosts = [&](int dx, int dy) { return neighbour(rank, dx, dy) ? 0 : kPad; };
  return {-ghosts(-1, 0), -ghosts(0, -1), box.i1 - box.i0 + ghosts(1, 0),
          box.j1 - box.j0 + ghosts(0, 1)};
}

namespace {
bool is_possible(const Grid& grid, int nx, int ny) {
  return (grid.columns == 1 || nx / grid.columns >= kLeastCells) &&
         (grid.rows == 1 || ny / grid.rows >= kLeastCells);
}

double time_of_borders(const Grid& grid, int nx, int ny) {
  constexpr double across_x = 16;
  const double row = static_cast<double>(nx) / grid.columns;
  const double column = static_cast<double>(ny) / grid.rows;
  return (grid.rows > 1 ? row : 0) + (grid.columns > 1 ? across_x * column : 0);
}
}  // namespace

Grid choose_grid(int nx, int ny, int pieces) {
  std::optional<Grid> best;
  for (int columns = 1; columns <= pieces; ++columns) {
    const Grid grid{columns, pieces / columns};
    if (grid.columns * grid.rows != pieces || !is_possible(grid, nx, ny)) continue;
    if (!best || time_of_borders(grid, nx, ny) < time_of_borders(*best, nx, ny)) best = grid;
  }
  if (!best)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("{} ranks cannot share {} x {} cells in a grid of pieces of at least {} "
                    "cells along each axis that is cut: take fewer ranks",
                    pieces, nx, ny, kLeastCells));
  return *best;
}

void check_grid(const Grid& grid, int nx, int ny, int pieces) {
  if (grid.columns < 1 || grid.rows < 1 || grid.columns * grid.rows != pieces)
    throw Error(ExitStatus::bad_input,
                fmt::format("a grid of {} x {} pieces is not one of {} ranks", grid.columns,
                            grid.rows, pieces));
  if (!is_possible(grid, nx, ny))
    throw Error(ExitStatus::bad_input,
                fmt::format("a grid of {} x {} pieces is too fine for {} x {} cells: along an axis "
                            "that is cut, each piece needs at least {}",
                            grid.columns, grid.rows, nx, ny, kLeastCells));
}

std::vector<int> even_cuts(int n, int pieces) {
  std::vector<int> cuts;
  for (int piece = 0; piece <= pieces; ++piece)
    cuts.push_back(static_cast<int>(static_cast<long>(n) * piece / pieces));
  return cuts;
}

}  // namespace slipflow::mesh
