#include "output/flow_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "piso/gradients.h"
#include "piso/skewed.h"
#include "slipflow/setup/box_mesh.hpp"
#include "solver/setup.hpp"

namespace slipflow::piso {

namespace {
constexpr double kNothingKnown = 1e-10;  // of a sum of squares of unit vectors

/// Sums of n n^T and of n times a difference over its distance, n: unit vectors to neighbours.
class NormalEquations {
 public:
  NormalEquations(const FlowMesh& mesh, int cell, const Quantity& q) : axes_(mesh.components) {
    const double own = q.of_cell(cell);
    const auto at = static_cast<std::size_t>(cell);
    for (int k = mesh.rows.starts[at]; k < mesh.rows.starts[at + 1]; ++k) {
      const int other = mesh.rows.columns[static_cast<std::size_t>(k)];
      const auto face = static_cast<std::size_t>(mesh.rows.faces[static_cast<std::size_t>(k)]);
      const bool rotated = static_cast<int>(face) >= mesh.faces.unrotated();
      if (other >= 0 && !rotated)
        add(mesh.faces.d[face], other > cell ? 1 : -1, q.of_cell(other) - own);
    }
    for (int k = mesh.side_starts[at]; k < mesh.side_starts[at + 1]; ++k) {
      const int side = mesh.side_list[static_cast<std::size_t>(k)];
      if (const auto value = q.of_side(side))
        add(mesh.sides.d[static_cast<std::size_t>(side)], 1, *value - own);
    }
  }

  /// By elimination; the matrix is symmetric and not negative.
  SfVector solution() {
    for (std::size_t k = 0; k < axes_; ++k) {
      if (matrix_[k][k] < kNothingKnown) continue;
      for (std::size_t i = k + 1; i < axes_; ++i) {
        const double factor = matrix_[i][k] / matrix_[k][k];
        for (std::size_t j = k; j < axes_; ++j) matrix_[i][j] -= factor * matrix_[k][j];
        right_[i] -= factor * right_[k];
      }
    }
    std::array<double, 3> x{};
    for (std::size_t k = axes_; k-- > 0;) {
      if (matrix_[k][k] < kNothingKnown) continue;
      double sum = right_[k];
      for (std::size_t j = k + 1; j < axes_; ++j) sum -= matrix_[k][j] * x[j];
      x[k] = sum / matrix_[k][k];
    }
    return {x[0], x[1], x[2]};
  }

 private:
  void add(const mesh::Vector3& d, double sign, double difference) {
    double square = 0;
    for (std::size_t k = 0; k < axes_; ++k) square += d[k] * d[k];
    if (square == 0) return;
    for (std::size_t i = 0; i < axes_; ++i) {
      for (std::size_t j = 0; j < axes_; ++j) matrix_[i][j] += d[i] * d[j] / square;
      right_[i] += sign * d[i] * difference / square;
    }
  }

  const std::size_t axes_;
  std::array<std::array<double, 3>, 3> matrix_{};
  std::array<double, 3> right_{};
};
}  // namespace

SfVector gradient_by_least_squares(const FlowMesh& mesh, int cell, const Quantity& q) {
  return NormalEquations(mesh, cell, q).solution();
}

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

namespace {
// The solver has its sides in the order of the patches and their faces.
std::vector<double> in_order_of(const mesh::PolyMesh& mesh, const std::vector<double>& of_sides) {
  const int first = mesh.internal_faces();
  std::vector<double> values(static_cast<std::size_t>(mesh.faces() - first),
                             std::numeric_limits<double>::quiet_NaN());
  auto side = of_sides.begin();
  for (const auto& patch : mesh.patches) {
    if (!patch.is_boundary()) continue;
    const auto begin = values.begin() + (patch.begin - first);
    std::copy_n(side, patch.faces, begin);
    side += patch.faces;
  }
  return values;
}

std::vector<double> parts_of(const std::vector<SfVector>& vectors, int axis) {
  std::vector<double> parts;
  for (const SfVector& vector : vectors) parts.push_back(sf_component(vector, axis));
  return parts;
}
}  // namespace

std::vector<methods::CellField> boundary_fields(const mesh::PolyMesh& mesh, int axes,
                                                FlowFields& fields) {
  const auto velocities = fields.side_velocities(), frictions = fields.side_frictions();
  std::vector<methods::CellField> made;
  const auto add = [&](const std::string& name, const std::vector<double>& of_sides,
                       const char* unit) {
    made.push_back({name, name, in_order_of(mesh, of_sides), unit});
  };
  for (int axis = 0; axis < axes; ++axis) add(kVelocities[axis], parts_of(velocities, axis), "L/T");
  add("p", fields.loads().pressures, kPressureUnit);
  for (int axis = 0; axis < axes; ++axis)
    add(fmt::format("friction_{}", setup::kAxes[axis]), parts_of(frictions, axis), kPressureUnit);
  return made;
}

}  // namespace slipflow::piso
