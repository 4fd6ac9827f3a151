#include "slipflow/mesh/halo_plan.hpp"

namespace slipflow::mesh {

namespace {
/// The nodes [first, end) along an axis.
struct Range {
  int first, end;
};

/// What a piece of n cells receives from the neighbour in that direction, -1, 0 or 1. Across the
/// direction of a message it has all nodes that belong to both.
Range received(int n, int direction, HaloDepth depth, Range owned) {
  if (direction < 0) return {-depth.low, 0};
  if (direction > 0) return {n, n + depth.high};
  return owned;
}

/// What it sends there: the neighbour receives it from the opposite direction.
Range sent(int n, int direction, HaloDepth depth, Range owned) {
  if (direction < 0) return {0, depth.high};
  if (direction > 0) return {n - depth.low, n};
  return owned;
}

int number(int dx, int dy) { return (dy + 1) * 3 + dx + 1; }

/// Appends the blocks of all fields; returns the number of their values.
std::size_t append(HaloBuffer& buffer, const std::vector<FieldDepth>& fields, auto range) {
  const std::size_t begin = buffer.values();
  for (std::size_t k = 0; k < fields.size(); ++k) {
    const Range x = range(0, fields[k][0]), y = range(1, fields[k][1]);
    buffer.blocks.push_back(
        {static_cast<int>(k), {x.first, y.first, x.end, y.end}, buffer.values()});
  }
  return buffer.values() - begin;
}
}  // namespace

std::size_t HaloBuffer::values() const {
  return blocks.empty() ? 0 : blocks.back().begin + blocks.back().values();
}

HaloPlan halo_plan(const Decomposition& pieces, int rank, const std::vector<FieldDepth>& fields) {
  const CellBox cells = pieces.cells(rank);
  const int n[] = {cells.i1 - cells.i0, cells.j1 - cells.j0};
  const CellBox box = pieces.owned(rank);
  const Range owned[] = {{box.i0, box.i1}, {box.j0, box.j1}};
  HaloPlan plan;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const auto peer = pieces.neighbour(rank, dx, dy);
      if (!peer || (dx == 0 && dy == 0)) continue;
      const int direction[] = {dx, dy};
      HaloMessage message{
          *peer, number(dx, dy), number(-dx, -dy), plan.out.values(), 0, plan.in.values(), 0};
      message.values_out = append(plan.out, fields, [&](int axis, HaloDepth depth) {
        return sent(n[axis], direction[axis], depth, owned[axis]);
      });
      message.values_in = append(plan.in, fields, [&](int axis, HaloDepth depth) {
        return received(n[axis], direction[axis], depth, owned[axis]);
      });
      plan.messages.push_back(message);
    }
  return plan;
}

}  // namespace slipflow::mesh
