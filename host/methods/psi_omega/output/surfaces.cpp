#include "output/surfaces.hpp"

#include <algorithm>

#include "slipflow/box/si_units.hpp"
#include "slipflow/setup/bodies.hpp"

namespace slipflow::psi_omega {

namespace {
constexpr const char* kForceUnit = "rho U^2 L";

bool lets_through(const Side& side) {
  return side.kind == SideKind::inflow || side.kind == SideKind::outflow;
}

// The nodes of a boundary in the direction of its axis, as places of arrays.
std::vector<std::size_t> places_on(const Case& c, int side) {
  const auto layout = c.mesh.layout();
  const bool across_x = mesh::across_x(side), far = side == mesh::east || side == mesh::north;
  const int last = across_x ? layout.ny : layout.nx;
  const int fixed = far ? (across_x ? layout.nx : layout.ny) : 0;
  std::vector<std::size_t> places;
  for (int k = 0; k <= last; ++k)
    places.push_back(
        static_cast<std::size_t>(across_x ? layout.at(fixed, k) : layout.at(k, fixed)));
  return places;
}

// u = d(psi)/dy and v = -d(psi)/dx.
double flow_out(int side, double change_of_psi) {
  return side == mesh::east || side == mesh::south ? change_of_psi : -change_of_psi;
}

// omega = dv/dx - du/dy: the shear stress on a wall is omega/Re or its opposite.
double friction_on(const Case& c, int side, const std::vector<double>& omega) {
  const auto places = places_on(c, side);
  const auto& widths = (mesh::across_x(side) ? c.mesh.y : c.mesh.x).widths;
  double integral = 0;
  for (std::size_t k = 0; k < widths.size(); ++k)
    integral += 0.5 * widths[k] * (omega[places[k]] + omega[places[k + 1]]);
  return (side == mesh::west || side == mesh::north ? integral : -integral) / c.reynolds;
}

// The integral of u^2 out of the domain, with u on the middles of the edges between nodes.
double momentum_out(const Case& c, int side, const std::vector<double>& psi) {
  const auto places = places_on(c, side);
  double integral = 0;
  for (std::size_t k = 0; k < c.mesh.y.widths.size(); ++k) {
    const double change = psi[places[k + 1]] - psi[places[k]];
    integral += change * change / c.mesh.y.widths[k];
  }
  return side == mesh::east ? integral : -integral;
}
}  // namespace

std::vector<methods::Surface> surface_list(const Case& c, const Nodes& nodes) {
  std::vector<methods::Surface> surfaces;
  for (int side = 0; side < 4; ++side) {
    const std::string name = mesh::side_names[side];
    if (lets_through(c.sides[side])) {
      surfaces.push_back({name, {{"volume_flow", "U L"}, {"momentum_x", kForceUnit}}});
      if (boxes::has_density(c.output.units.get()))
        surfaces.back().numbers.push_back({"mass_flow", "rho U L"});
    }
    if (c.sides[side].kind == SideKind::wall)
      surfaces.push_back({name, {{"friction", kForceUnit}}});
  }
  for (const Island* island : free_islands(nodes)) {
    surfaces.push_back(
        {setup::column_of(island->name), {{"force_x", kForceUnit}, {"force_y", kForceUnit}}});
  }
  return surfaces;
}

std::vector<double> surface_numbers(const Case& c, const std::vector<double>& psi,
                                    const std::vector<double>& omega,
                                    const std::vector<Force>& forces) {
  std::vector<double> numbers;
  for (int side = 0; side < 4; ++side) {
    if (lets_through(c.sides[side])) {
      const auto places = places_on(c, side);
      const double flow = flow_out(side, psi[places.back()] - psi[places.front()]);
      numbers.insert(numbers.end(), {flow, momentum_out(c, side, psi)});
      if (boxes::has_density(c.output.units.get())) numbers.push_back(flow);
    }
    if (c.sides[side].kind == SideKind::wall) numbers.push_back(friction_on(c, side, omega));
  }
  for (const Force& force : forces) numbers.insert(numbers.end(), {force.x, force.y});
  return numbers;
}

}  // namespace slipflow::psi_omega
