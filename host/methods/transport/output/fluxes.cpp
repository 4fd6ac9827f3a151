#include "fluxes.hpp"

#include <algorithm>
#include <limits>

#include "slipflow/box/si_units.hpp"
#include "slipflow/setup/bodies.hpp"

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

namespace {
// Sums over the faces of a condition.
struct FaceSums {
  double area = 0, phi = 0, diffusive_flux = 0, flow = 0, flow_times_phi = 0;
};

std::vector<FaceSums> sums_on_conditions(const Case& c, const BoxArrays& arrays, const TrBox& box,
                                         const std::vector<double>& phi) {
  std::vector<FaceSums> sums(c.conditions.size());
  for_free_cells(arrays, box, [&](const TrCell& cell) {
    for (int side = 0; side < tr_sides(&box); ++side) {
      const int wall = box.tag[tr_beyond(&box, &cell, side)];
      if (wall == 0) continue;
      FaceSums& sum = sums[static_cast<std::size_t>(wall - 1)];
      const double area = tr_area(&box, &cell, TR_AXIS(side)), flow = tr_flow(&box, &cell, side);
      const TrCondition at = tr_condition(&box, &cell, side, wall);
      const double on_face = at.of_phi * phi[cell.p] + at.value;
      sum.area += area;
      sum.phi += area * on_face;
      sum.diffusive_flux += area * (at.conductance * phi[cell.p] - at.flux);
      sum.flow += flow;
      sum.flow_times_phi += flow * on_face;
    }
  });
  return sums;
}
}  // namespace

std::vector<methods::Surface> surface_list(const Case& c) {
  std::vector<methods::Surface> surfaces;
  for (const Condition& condition : c.conditions) {
    auto& numbers =
        surfaces.emplace_back(methods::Surface{setup::column_of(condition.name), {}}).numbers;
    numbers = {{"phi", "phi"}, {"flux_out", "phi " + boxes::flow_unit(c.mesh.axes())}};
    if (c.has_velocity())
      numbers.insert(numbers.end(),
                     {{"diffusive_flux_out", "phi " + boxes::flow_unit(c.mesh.axes())},
                      {"volume_flow", boxes::flow_unit(c.mesh.axes())},
                      {"phi_bulk", "phi"}});
  }
  return surfaces;
}

std::vector<double> surface_numbers(const Case& c, const BoxArrays& arrays,
                                    const std::vector<double>& phi, double time) {
  const auto values = values_at(c, time);
  const auto sums = sums_on_conditions(c, arrays, arrays.view(c, values), phi);
  const Fluxes fluxes = fluxes_of(c, arrays, phi, time);
  const auto ratio = [](double above, double below) {
    return below == 0 ? std::numeric_limits<double>::quiet_NaN() : above / below;
  };
  std::vector<double> numbers;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const FaceSums& sum = sums[k];
    numbers.insert(numbers.end(), {ratio(sum.phi, sum.area), fluxes.out[k]});
    if (c.has_velocity())
      numbers.insert(numbers.end(),
                     {sum.diffusive_flux, sum.flow, ratio(sum.flow_times_phi, sum.flow)});
  }
  return numbers;
}

methods::TableInfo flux_table(const Case& c) {
  std::vector<std::string> names;
  for (const Condition& condition : c.conditions) names.push_back(setup::column_of(condition.name));
  names.insert(names.end(), {"source", "loss"});
  return {"fluxes.csv", names,
          std::vector<std::string>(names.size(), "phi " + boxes::flow_unit(c.mesh.axes()))};
}

}  // namespace slipflow::transport
