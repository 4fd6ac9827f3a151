#include "fluxes.hpp"

#include <algorithm>

namespace slipflow::transport {

Fluxes fluxes_of(const Case& c, const BoxArrays& arrays, const std::vector<double>& phi,
                 double time) {
  const auto values = values_at(c, time);
  const TrBox box = arrays.view(c, values);
  Fluxes fluxes;
  fluxes.out.resize(c.conditions.size());
  for_free_cells(arrays, box, [&](const TrCell& cell) {
    const double volume = tr_volume(&box, &cell);
    fluxes.source += volume * tr_source(&box, &cell);
    fluxes.loss += volume * c.reaction * phi[cell.p];
    for (int side = 0; side < tr_sides(&box); ++side) {
      const int wall = box.tag[tr_beyond(&box, &cell, side)];
      if (wall == 0) continue;
      const TrFace face = tr_outer_face(&box, &cell, side, wall, tr_flow(&box, &cell, side));
      fluxes.out[wall - 1] += face.own * phi[cell.p] - face.prescribed;
    }
  });
  return fluxes;
}

std::vector<std::string> flux_columns(const Case& c) {
  std::vector<std::string> names;
  for (const Condition& condition : c.conditions) {
    names.push_back(condition.name);
    std::ranges::replace(names.back(), ' ', '_');
  }
  names.insert(names.end(), {"source", "loss"});
  return names;
}

}  // namespace slipflow::transport
