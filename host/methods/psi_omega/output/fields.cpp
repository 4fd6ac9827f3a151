#include "fields.hpp"

#include <algorithm>
#include <limits>

#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::psi_omega {

namespace {
double mean_of_four(const std::vector<double>& values, const mesh::Layout& layout, int i, int j) {
  return 0.25 * (values[layout.at(i, j)] + values[layout.at(i + 1, j)] +
                 values[layout.at(i, j + 1)] + values[layout.at(i + 1, j + 1)]);
}

double cell_value(const Case& c, const State& s, const std::string& name, int i, int j) {
  const auto layout = c.mesh.layout();
  const auto psi = [&](int di, int dj) { return s.psi[layout.at(i + di, j + dj)]; };
  if (name == "psi") return mean_of_four(s.psi, layout, i, j);
  if (name == "omega") return c.mesh.solid(i, j) ? 0 : mean_of_four(s.omega, layout, i, j);
  if (name == "u")
    return (psi(1, 1) + psi(0, 1) - psi(1, 0) - psi(0, 0)) / (2 * c.mesh.y.widths[j]);
  return (psi(0, 0) + psi(0, 1) - psi(1, 0) - psi(1, 1)) / (2 * c.mesh.x.widths[i]);
}
}  // namespace

const std::vector<setup::FieldInfo>& field_list() {
  using setup::Location;
  static const std::vector<setup::FieldInfo> fields = {
      {"psi", "stream function psi", "U L", Location::node, true},
      {"omega", "vorticity omega", "U/L", Location::node, true},
      {"u", "velocity u", "U", Location::node},
      {"v", "velocity v", "U", Location::node}};
  return fields;
}

Velocity velocity_at(const Case& c, const Nodes& nodes, const std::vector<double>& psi, int i,
                     int j) {
  const auto layout = c.mesh.layout();
  const auto kind = nodes.kind[layout.at(i, j)];
  if (is_body(kind)) return {};
  const PoNodes view = {layout.nx, layout.ny, nodes.x.data(), nodes.y.data(), nodes.kind.data(),
                        nullptr,   nullptr,   psi.data(),     nullptr};
  if (kind == PO_FLOW) return {po_u(&view, i, j), po_v(&view, i, j)};
  const int inner_i = std::clamp(i, 1, layout.nx - 1), inner_j = std::clamp(j, 1, layout.ny - 1);
  const Velocity inside = velocity_at(c, nodes, psi, inner_i, inner_j);
  Velocity prescribed = inside;
  const auto apply = [&](int side, bool is_there) {
    if (!is_there) return;
    const Side& s = c.sides[side];
    double& along = mesh::across_x(side) ? prescribed.v : prescribed.u;
    double& across = mesh::across_x(side) ? prescribed.u : prescribed.v;
    if (s.kind == SideKind::wall || s.kind == SideKind::inflow) along = s.velocity;
    if (s.kind != SideKind::outflow) across = s.kind == SideKind::inflow ? s.speed[j] : 0;
  };
  apply(mesh::west, i == 0);
  apply(mesh::east, i == layout.nx);
  apply(mesh::south, j == 0);
  apply(mesh::north, j == layout.ny);
  return prescribed;
}

methods::CellField cell_field(const Case& c, const State& s, const std::string& name) {
  const auto& fields = field_list();
  const auto info = std::find_if(fields.begin(), fields.end(),
                                 [&](const setup::FieldInfo& f) { return f.name == name; });
  methods::CellField field{name, info->title(), {}};
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) field.values.push_back(cell_value(c, s, name, i, j));
  return field;
}

methods::Samples sample(const Case& c, const Nodes& nodes, const State& s,
                        const std::vector<methods::Point>& points) {
  const auto& m = c.mesh;
  const auto layout = m.layout();
  const auto corners = [&](int axis) { return setup::AxisNodes{m.axis(axis), true}; };
  const auto everywhere = [](int, int, int) { return true; };
  methods::Samples samples;
  for (const auto& p : points) {
    if (!setup::free_cell_at(m, {p.x, p.y, 0})) {
      samples.emplace_back(field_list().size(), std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const auto stencil = setup::point_stencil(2, corners, {p.x, p.y}, everywhere);
    const auto velocity = [&](int k) {
      const int row = stencil.place[k] / layout.pitch(), column = stencil.place[k] % layout.pitch();
      return velocity_at(c, nodes, s.psi, column - mesh::kPad, row - mesh::kPad);
    };
    samples.push_back({stencil.sum_of([&](int k) { return s.psi[stencil.place[k]]; }),
                       stencil.sum_of([&](int k) { return s.omega[stencil.place[k]]; }),
                       stencil.sum_of([&](int k) { return velocity(k).u; }),
                       stencil.sum_of([&](int k) { return velocity(k).v; })});
  }
  return samples;
}

}  // namespace slipflow::psi_omega
