// Gaps too narrow for the mesh: one cell wide, with walls on both sides.
//
//     #####            u(i,j) has a wall on either side. It alone carries the flow through the
//     . u .  j         gap, so its profile cannot be seen: without slip the flow is three times
//     #####            too strong. Two cells have an error of half, and more of less.
//
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// "rectangle 1" or "the south side": a wall of the case, by its number.
std::string wall_in_gap(const Case& c, int wall);

/// Finds the gaps in a case whose tags are complete. Not counted are dead ends one cell wide, such
/// as the tip of a notch, where gas is at rest, and walls that neither shear the gas nor exchange
/// heat with it, such as symmetry planes: the flow beside those is as wide again. Gaps of two or
/// three cells: coarse_gaps.hpp.
class NarrowGaps {
 public:
  explicit NarrowGaps(const Case& c);

  /// The first gap with the body on one side of it, as the end of a sentence.
  std::optional<std::string> beside(const Body& body) const;

  /// A sentence if the domain itself is such a gap, between two of its sides.
  std::optional<std::string> between_sides() const;

 private:
  struct Place {
    int i = 0, j = 0;
  };

  int tag(int i, int j) const { return case_.mesh.tags[case_.mesh.layout().at(i, j)]; }
  Place wrapped(Place cell) const;
  bool in_dead_end(Place cell) const;
  bool is_tip(Place cell) const;
  void fill_dead_ends(const mesh::CellBox& box);
  int wall_at(Place a, Place b) const;
  std::array<int, 2> walls_at(Place lo, Place hi, int across_x, int across_y) const;
  std::optional<std::string> gap_at(Place lo, Place hi, int across_x, int across_y,
                                    const Body& body) const;
  std::string sentence(Place cell, int other, const Body& body) const;

  const Case& case_;
  std::vector<bool> dead_ends_;  // by cell of the domain
};

}  // namespace slipflow::simple_ts
