// Whether gas touches the edges of the mesh, from the gas on the faces around them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "open_parts.hpp"

namespace slipflow::mesh::cut {

using Limits = std::vector<Interval>;

/// As a share of a cell's width: gas along less of an edge does not touch it.
constexpr double kTouches = 1e-9;

inline Limits common_part(const Limits& a, const Limits& b, double least) {
  Limits common;
  for (const Interval& s : a)
    for (const Interval& t : b) {
      const Interval both{std::max(s.from, t.from), std::min(s.to, t.to)};
      if (both.to - both.from > least) common.push_back(both);
    }
  return common;
}

/// Whether the gas on all open faces around a cell's lower mesh edge along an axis has a part of
/// the edge in common, and one of them is open.
template <class OpenOn>
bool gas_touches_edge(const PaddedSpace& space, int axis, const std::array<int, 3>& cell,
                      OpenOn open_on) {
  const double from = space.face(axis, cell[axis]), width = space.width(axis, cell[axis]);
  Limits limits = {{from, from + width}};
  bool any_open = false;
  const auto [e, f] = axes_of_planes[static_cast<std::size_t>(axis)];
  for (const auto& [across, along] : {std::array{e, f}, std::array{f, e}})
    for (const int step : {0, -1}) {
      auto other = cell;
      other[along] += step;
      const auto own = space.own_cell(other);
      if (!own) continue;
      const OpenParts open = open_on(across, *own);
      any_open = any_open || open.is_whole || !open.parts.empty();
      if (open.parts.empty()) continue;
      const bool is_first = axes_of_planes[static_cast<std::size_t>(across)][0] == along;
      const auto side = static_cast<std::size_t>((is_first ? west : south) - step);
      Limits on_face;
      for (const FacePart* part : open.parts)
        on_face.insert(on_face.end(), part->limits[side].begin(), part->limits[side].end());
      limits = common_part(limits, on_face, kTouches * width);
    }
  return any_open && !limits.empty();
}

/// CutInSpace::edges_in_gas. open_on(axis, cell) is the gas on the lower face of an own cell; faces
/// between cells that are not listed are wholly open or closed.
template <class IsGas, class IsListed, class OpenOn>
std::vector<std::uint8_t> edges_in_gas(const PaddedSpace& space, IsGas is_gas, IsListed is_listed,
                                       OpenOn open_on) {
  using Cell = std::array<int, 3>;
  const auto any_around = [&](const Cell& cell, auto is) {
    for (int n = 0; n < 8; ++n) {
      const auto other = space.own_cell({cell[0] - n % 2, cell[1] - n / 2 % 2, cell[2] - n / 4});
      if (other && is(*other)) return true;
    }
    return false;
  };
  const auto edges_of_cell = [&](const Cell& cell) {
    if (!any_around(cell, is_gas)) return 0;
    if (is_gas(cell) && !any_around(cell, is_listed)) return 7;
    int edges = 0;
    for (int axis = 0; axis < 3; ++axis)
      if (gas_touches_edge(space, axis, cell, open_on)) edges |= 1 << axis;
    return edges;
  };
  const Layout& layout = space.layout();
  std::vector<std::uint8_t> edges(layout.size());
  const auto at = [&](const Cell& cell) { return layout.at(cell[0], cell[1], cell[2]); };
  const CellBox all = padded_cells_of(layout);
  for_cells(all, [&](int i, int j, int k) {
    const Cell cell = {i, j, k};
    if (space.own_cell(cell) == cell)
      edges[at(cell)] = static_cast<std::uint8_t>(edges_of_cell(cell));
  });
  for_cells(all, [&](int i, int j, int k) {
    edges[layout.at(i, j, k)] = edges[at(*space.own_cell({i, j, k}))];
  });
  return edges;
}

}  // namespace slipflow::mesh::cut
