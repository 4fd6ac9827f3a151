#include "slipflow/simple_ts/start_fields.hpp"

#include <fmt/format.h>

#include <cmath>

#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::simple_ts {

namespace {
// Stencils of the gas cells around a point; outside the outermost centres, their values count.
class GasAround {
 public:
  explicit GasAround(const StartFields& f) : solid_(f.solid) {
    for (const auto& faces : f.faces)
      if (!faces.empty()) axes_.push_back(mesh::axis_from_faces(faces));
  }

  setup::PointStencil operator()(const std::array<double, 3>& point) const {
    const auto counts = [this](int i, int j, int k) {
      return !solid_[(static_cast<std::size_t>(k) * axes_[1].cells() + j) * axes_[0].cells() + i];
    };
    const auto nodes = [this](int axis) {
      return setup::AxisNodes{.axis = axes_[axis], .ghosts = 0};
    };
    return setup::point_stencil(static_cast<int>(axes_.size()), nodes, point, counts);
  }

 private:
  const std::vector<bool>& solid_;
  std::vector<mesh::Axis> axes_;
};

// The interpolated field; 0 if there is no gas.
double value_at(const setup::PointStencil& s, const std::vector<double>& field) {
  return s.sum_of([&](int k) { return field[s.place[k]]; });
}
}  // namespace

std::string reason_against(const Case& c, const StartFields& f) {
  std::string extent;
  bool covers_all = true;
  for (int axis = 0; axis < c.axes(); ++axis) {
    const auto& faces = f.faces[axis];
    extent += fmt::format("{}{} {} to {}", axis > 0 ? ", " : "", setup::kAxes[axis], faces.front(),
                          faces.back());
    covers_all &= setup::covers(faces, c.mesh.axis(axis));
  }
  if (!covers_all) return fmt::format("covers {}, which is not all of the mesh", extent);
  for (std::size_t at = 0; at < f.T.size(); ++at) {
    if (f.solid[at]) continue;
    bool fits = f.T[at] > 0 && f.rho[at] > 0 && std::isfinite(f.T[at]) && std::isfinite(f.rho[at]);
    for (int axis = 0; axis < c.axes(); ++axis) fits &= std::isfinite(f.velocity[axis][at]);
    if (fits) continue;
    std::string velocities, cell;
    std::size_t rest = at;
    for (int axis = 0; axis < c.axes(); ++axis) {
      const std::size_t cells = f.faces[axis].size() - 1;
      velocities += fmt::format(", {} = {}", "uvw"[axis], f.velocity[axis][at]);
      cell += fmt::format("{}{}", axis > 0 ? ", " : "", rest % cells);
      rest /= cells;
    }
    return fmt::format("has T = {}, rho = {}{} in cell ({}), which no gas has", f.T[at], f.rho[at],
                       velocities, cell);
  }
  return "";
}

void put_fields(const Case& c, const StartFields& fields, State& s) {
  const GasAround gas_around(fields);
  const auto layout = c.mesh.layout();
  const auto place = [&](int axis, int k, bool on_face) {
    if (axis == c.axes()) return 0.0;
    const mesh::Axis& of = c.mesh.axis(axis);
    return on_face ? of.faces[k] : of.centre(k);
  };
  const auto gas_at = [&](int i, int j, int k, int normal) {
    return gas_around(
        {place(0, i, normal == 0), place(1, j, normal == 1), place(2, k, normal == 2)});
  };
  mesh::for_cells(mesh::cells_of(layout), [&](int i, int j, int k) {
    if (c.mesh.solid(i, j, k)) return;
    const auto gas = gas_at(i, j, k, -1);
    if (!gas.any_counts()) return;
    s.T[layout.at(i, j, k)] = value_at(gas, fields.T);
    s.rho[layout.at(i, j, k)] = value_at(gas, fields.rho);
  });
  for (int axis = 0; axis < c.axes(); ++axis) {
    mesh::CellBox faces = mesh::cells_of(layout);
    (axis == 0 ? faces.i1 : axis == 1 ? faces.j1 : faces.k1) += 1;
    mesh::for_cells(faces, [&](int i, int j, int k) {
      if (c.mesh.solid(i - (axis == 0), j - (axis == 1), k - (axis == 2)) || c.mesh.solid(i, j, k))
        return;
      double& q = s.velocity(axis)[layout.at(i, j, k)];
      const double added = value_at(gas_at(i, j, k, axis), fields.velocity[axis]);
      q = axis == 1 ? q + added : added;  // v may have a disturbance
    });
  }
}

}  // namespace slipflow::simple_ts
