#include <array>

#include "cut_arrays.hpp"

namespace slipflow::simple_ts {
namespace {
// Layers of ghost cells whose nodes and cells an iteration computes. Next to another rank the
// second layer only has the parts of diagonals.
constexpr int kOfNeighbour = 2, kOfPeriodic = 1;

class PieceMaker {
 public:
  PieceMaker(const CutArrays& whole, const mesh::Layout& of_whole, const Case& piece,
             const mesh::CellBox& cells)
      : whole_(whole),
        of_whole_(of_whole),
        case_(piece),
        layout_(piece.mesh.layout()),
        first_{cells.i0, cells.j0} {}

  CutArrays make() {
    list_cells();
    take_pieces();
    take_shares();
    return std::move(made_);
  }

 private:
  int number_in_whole(int i, int j) const {
    return whole_.codes[of_whole_.at(i, j)] >> SF_CUT_NUMBER;
  }
  // 0 outside the arrays too.
  int number(int i, int j) const {
    return mesh::padded_cells_of(layout_).has(i, j, 0)
               ? made_.codes[layout_.at(i, j)] >> SF_CUT_NUMBER
               : 0;
  }
  // The cell of the domain whose bits a cell of the piece has.
  const SfCutCell& source_of(int i, int j) const {
    const int n = number_in_whole(i + first_[0], j + first_[1]);
    return whole_.cells[static_cast<std::size_t>(whole_.cells[static_cast<std::size_t>(n)].source)];
  }

  // At other boundaries the flags of the whole mesh say what is computed.
  int layers(int side) const {
    return case_.is_neighbour(mesh::Side(side)) ? kOfNeighbour
           : case_.continues(mesh::Side(side))  ? kOfPeriodic
                                                : SF_PAD;
  }
  bool is_within(const SfCutCell& cell, int more) const {
    const std::array<int, 2> at = {cell.i, cell.j};
    for (int axis = 0; axis < 2; ++axis)
      if (at[axis] < -layers(2 * axis) - more ||
          at[axis] >= case_.mesh.axis(axis).cells() + layers(2 * axis + 1) + more)
        return false;
    return true;
  }
  int flags_of(const SfCutCell& cell) const {
    int flags = cell.flags;
    if (!is_within(cell, 0)) flags &= ~(SF_CUT_NODE(SF_X) | SF_CUT_NODE(SF_Y) | SF_CUT_CELL);
    if (!is_within(cell, 1)) flags &= ~SF_CUT_STATE;
    if (cell.i < -1 || cell.i > layout_.nx || cell.j < -1 || cell.j > layout_.ny)
      flags |= SF_CUT_ONLY_PARTS;
    return flags;
  }

  void list_cells() {
    made_.codes.assign(layout_.size(), 0);
    made_.cells.push_back(whole_.cells.front());
    made_.gas_on_faces.emplace_back();
    for (int j = -SF_PAD; j < layout_.ny + SF_PAD; ++j)
      for (int i = -SF_PAD; i < layout_.nx + SF_PAD; ++i) {
        if (number_in_whole(i + first_[0], j + first_[1]) == 0) continue;
        const SfCutCell& source = source_of(i, j);
        made_.gas_on_faces.push_back(
            whole_.gas_on_faces[static_cast<std::size_t>(&source - whole_.cells.data())]);
        SfCutCell cell = source;
        cell.i = i, cell.j = j;
        cell.flags = flags_of(cell);
        made_.codes[layout_.at(i, j)] = code_of(static_cast<int>(made_.cells.size()), cell.flags);
        made_.cells.push_back(cell);
      }
    for (auto cell = made_.cells.begin() + 1; cell != made_.cells.end(); ++cell)
      cell->source = number(source_along(case_, 0, cell->i), source_along(case_, 1, cell->j));
    made_.cells.push_back({});
    made_.gas_on_faces.emplace_back();
  }

  void take_pieces() {
    for (std::size_t n = 1; n < made_.cells.size(); ++n) {
      SfCutCell& cell = made_.cells[n];
      cell.first_piece = static_cast<int>(made_.pieces.size());
      if (n + 1 == made_.cells.size()) return;
      const SfCutCell* of = &source_of(cell.i, cell.j);
      made_.pieces.insert(made_.pieces.end(), whole_.pieces.begin() + of->first_piece,
                          whole_.pieces.begin() + of[1].first_piece);
    }
  }

  void take_shares() {
    for (std::size_t n = 1; n < made_.cells.size(); ++n)
      for (int axis = 0; axis < 2; ++axis) {
        SfCutCell& node = made_.cells[n];
        node.first_share[axis] = static_cast<int>(made_.shares.size());
        if (n + 1 < made_.cells.size()) take_shares_of(node, axis);
      }
  }
  void take_shares_of(const SfCutCell& node, int axis) {
    const SfCutCell* of = &source_of(node.i, node.j);
    const int end = axis == SF_X ? of->first_share[SF_Y] : of[1].first_share[SF_X];
    for (int k = of->first_share[axis]; k < end; ++k) {
      SfCutShare share = whole_.shares[static_cast<std::size_t>(k)];
      const int a = (axis == SF_X) * share.side, b = (axis == SF_Y) * share.side;
      const auto cell = static_cast<std::size_t>(number(node.i + a, node.j + b));
      if (cell == 0) continue;
      const auto of_cell = static_cast<std::size_t>(number_in_whole(of->i + a, of->j + b));
      share.piece += made_.cells[cell].first_piece - whole_.cells[of_cell].first_piece;
      made_.shares.push_back(share);
    }
  }

  const CutArrays& whole_;
  mesh::Layout of_whole_;
  const Case& case_;
  mesh::Layout layout_;
  std::array<int, 2> first_;
  CutArrays made_;
};
}  // namespace

CutArrays part_of(const CutArrays& whole, const mesh::Layout& of_whole, const Case& piece,
                  const mesh::CellBox& cells) {
  return PieceMaker(whole, of_whole, piece, cells).make();
}

}  // namespace slipflow::simple_ts
