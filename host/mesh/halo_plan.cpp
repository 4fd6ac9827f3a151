#include "slipflow/mesh/halo_plan.hpp"

namespace slipflow::mesh {

namespace {
/// What a piece of n cells receives from the neighbour in that direction, -1, 0 or 1. Across the
/// direction of a message it has all nodes that belong to both.
CellRange received(int n, int direction, HaloDepth depth, CellRange owned) {
  if (direction < 0) return {-depth.low, 0};
  if (direction > 0) return {n, n + depth.high};
  return owned;
}

/// What it sends there: the neighbour receives it from the opposite direction.
CellRange sent(int n, int direction, HaloDepth depth, CellRange owned) {
  if (direction < 0) return {0, depth.high};
  if (direction > 0) return {n - depth.low, n};
  return owned;
}

using Direction = std::array<int, 3>;

int number(const Direction& d) { return ((d[2] + 1) * 3 + d[1] + 1) * 3 + d[0] + 1; }

/// Appends the blocks of all fields; returns the number of their values.
std::size_t append(HaloBuffer& buffer, const std::vector<FieldDepth>& fields, auto range) {
  const std::size_t begin = buffer.values();
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const CellBox nodes =
        box_of({range(0, fields[k][0]), range(1, fields[k][1]), range(2, fields[k][2])});
    buffer.blocks.push_back({static_cast<int>(k), nodes, buffer.values()});
  }
  return buffer.values() - begin;
}
}  // namespace

std::size_t HaloBuffer::values() const {
  return blocks.empty() ? 0 : blocks.back().begin + blocks.back().values();
}

HaloPlan halo_plan(const Decomposition& pieces, int rank, const std::vector<FieldDepth>& fields) {
  const CellBox cells = pieces.cells(rank), owned = pieces.owned(rank);
  HaloPlan plan;
  const auto add = [&](const Direction& d) {
    const auto peer = pieces.neighbour(rank, d[0], d[1], d[2]);
    if (!peer || d == Direction{}) return;
    HaloMessage message{
        *peer, number(d), number({-d[0], -d[1], -d[2]}), plan.out.values(), 0, plan.in.values(), 0};
    message.values_out = append(plan.out, fields, [&](int axis, HaloDepth depth) {
      return sent(cells.along(axis).count(), d[axis], depth, owned.along(axis));
    });
    message.values_in = append(plan.in, fields, [&](int axis, HaloDepth depth) {
      return received(cells.along(axis).count(), d[axis], depth, owned.along(axis));
    });
    plan.messages.push_back(message);
  };
  for_cells({-1, -1, 2, 2, -1, 2}, [&](int dx, int dy, int dz) { add({dx, dy, dz}); });
  return plan;
}

}  // namespace slipflow::mesh
