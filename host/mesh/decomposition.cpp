#include "slipflow/mesh/decomposition.hpp"

#include <fmt/format.h>

#include <utility>

#include "slipflow/support/error.hpp"

namespace slipflow::mesh {

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
