#include "slipflow/mesh/decomposition.hpp"

#include <utility>

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

std::vector<int> even_cuts(int n, int pieces) {
  std::vector<int> cuts;
  for (int piece = 0; piece <= pieces; ++piece)
    cuts.push_back(static_cast<int>(static_cast<long>(n) * piece / pieces));
  return cuts;
}

}  // namespace slipflow::mesh
