#include "output/flow_fields.hpp"

#include <algorithm>

#include "piso/skewed.h"
#include "solver/setup.hpp"

namespace slipflow::piso {

namespace {
std::optional<double> unknown(int) { return std::nullopt; }
}  // namespace

std::vector<std::string> vorticity_names(int axes) {
  if (axes > 2) return {"vorticity_x", "vorticity_y", "vorticity_z"};
  return {"vorticity"};
}

void FlowFields::read_velocities() {
  if (!U_.empty()) return;
  U_ = components_of(solver_.velocities(), flow_.mesh().components);
  side_U_ = boundaries_.velocities(solver_.time());
}

void FlowFields::prepare_formulas() {
  loads();
  if (!view_) view_ = host_view_of(flow_.mesh(), boundaries_);
}

const SideLoads& FlowFields::loads() {
  if (!loads_) loads_ = solver_.side_loads();
  return *loads_;
}

// (5), on a skewed mesh (12), along one axis.
double FlowFields::velocity_gradient(int component, int axis, int cell) {
  const SfFaceRow row = row_of(flow_.mesh(), cell);
  const SfPrescribed prescribed = {side_U_.data(), nullptr, nullptr};
  const double* fluxes = loads_->fluxes.data();
  if (!view_->skewed)
    return sf_component(
        sf_velocity_gradient(*view_, row, prescribed, U_.data(), fluxes, component, cell), axis);
  const auto slopes = sf_velocity_slopes(*view_, row, prescribed, U_.data(), fluxes, cell);
  return sf_component(component == 0   ? slopes.of_x
                      : component == 1 ? slopes.of_y
                                       : slopes.of_z,
                      axis);
}

double FlowFields::vorticity(int component, int cell) {
  const int a = (component + 1) % 3, b = (component + 2) % 3;
  return velocity_gradient(b, a, cell) - velocity_gradient(a, b, cell);
}

Quantity FlowFields::quantity(const std::string& name) {
  const int axes = flow_.mesh().components;
  const auto vorticities = vorticity_names(axes);
  if (const auto at = std::ranges::find(vorticities, name); at != vorticities.end()) {
    read_velocities();
    prepare_formulas();
    const int component = axes > 2 ? static_cast<int>(at - vorticities.begin()) : 2;
    return {[this, component](int cell) { return vorticity(component, cell); }, unknown};
  }
  if (name == "p") return pressure();
  return velocity(
      static_cast<std::size_t>(std::ranges::find(kVelocities, name) - kVelocities.begin()));
}

Quantity FlowFields::pressure() {
  if (p_.empty()) p_ = solver_.pressures();
  loads();
  const auto of_side = [this](int side) {
    const auto s = static_cast<std::size_t>(side);
    return boundaries_.gives_pressure(s) ? std::optional(loads_->pressures[s]) : std::nullopt;
  };
  return {[this](int cell) { return p_[static_cast<std::size_t>(cell)]; }, of_side};
}

Quantity FlowFields::velocity(std::size_t component) {
  read_velocities();
  const double* of_cells = U_.data() + component * flow_.mesh().volumes.size();
  const double* of_sides = side_U_.data() + component * flow_.mesh().sides.cell.size();
  const auto of_side = [this, of_sides](int side) {
    const bool prescribed =
        boundaries_.kinds()[static_cast<std::size_t>(side)] == SF_PRESCRIBED_VELOCITY;
    return prescribed ? std::optional(of_sides[side]) : std::nullopt;
  };
  return {[of_cells](int cell) { return of_cells[cell]; }, of_side};
}

std::vector<SfVector> FlowFields::side_velocities() {
  read_velocities();
  prepare_formulas();
  const SfPrescribed prescribed = {side_U_.data(), nullptr, nullptr};
  std::vector<SfVector> velocities;
  for (int s = 0; s < view_->sides; ++s) {
    const SfVector own = sf_vector_at(U_.data(), sf_of_cells(*view_), view_->side_cell[s]);
    velocities.push_back(
        sf_side_velocity(*view_, prescribed, s, own, loads_->fluxes[static_cast<std::size_t>(s)]));
  }
  return velocities;
}

std::vector<SfVector> FlowFields::side_frictions() {
  const FlowSides& sides = flow_.mesh().sides;
  const SfVectorArray of{sides.count(), flow_.mesh().components};
  auto frictions = loads().frictions;
  for (int s = 0; s < of.count; ++s) {
    const SfVector n = sf_vector_at(sides.n.data(), of, s);
    const double area = sf_dot(sf_vector_at(sides.S.data(), of, s), n);
    SfVector& friction = frictions[static_cast<std::size_t>(s)];
    friction = sf_times(1 / area, sf_across(friction, n));
  }
  return frictions;
}

std::vector<double> FlowFields::of_cells(const std::string& name) {
  const Quantity q = quantity(name);
  std::vector<double> values;
  for (int cell = 0; cell < flow_.mesh().cells; ++cell) values.push_back(q.of_cell(cell));
  return values;
}

}  // namespace slipflow::piso
