#include "solver/forces.hpp"

#include <algorithm>
#include <limits>

#include "psi_omega/nodes.h"

namespace slipflow::psi_omega {

namespace {
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Sums the integrand of equations (15) and (16) along the outline of a box.
class Outline {
 public:
  Outline(const Case& c, const Nodes& nodes, const mesh::CellBox& box, const ForceFields& fields)
      : case_(c),
        box_(box),
        fields_(fields),
        now_(view(nodes, fields.psi)),
        before_(view(nodes, fields.psi_before ? *fields.psi_before : fields.psi)) {
    const auto& x = c.mesh.x.faces;
    const auto& y = c.mesh.y.faces;
    middle_x_ = 0.5 * (x[box.i0] + x[box.i1]);
    middle_y_ = 0.5 * (y[box.j0] + y[box.j1]);
  }

  // Counter-clockwise: the flow inside is on the left.
  Force sum() {
    for (int i = box_.i0; i <= box_.i1; ++i) {
      const double dx = length(case_.mesh.x, i, box_.i0, box_.i1);
      add(i, box_.j0, dx, 0);
      add(i, box_.j1, -dx, 0);
    }
    for (int j = box_.j0; j <= box_.j1; ++j) {
      const double dy = length(case_.mesh.y, j, box_.j0, box_.j1);
      add(box_.i1, j, 0, dy);
      add(box_.i0, j, 0, -dy);
    }
    return force_;
  }

 private:
  PoNodes view(const Nodes& nodes, const std::vector<double>& psi) const {
    return {case_.mesh.x.cells(),
            case_.mesh.y.cells(),
            nodes.x.data(),
            nodes.y.data(),
            nodes.kind.data(),
            nullptr,
            nullptr,
            psi.data(),
            fields_.omega.data()};
  }

  // The part of node k between the ends, by the trapezoidal rule.
  static double length(const mesh::Axis& axis, int k, int first, int last) {
    const double low = k > first ? axis.widths[k - 1] : 0, high = k < last ? axis.widths[k] : 0;
    return 0.5 * (low + high);
  }

  double rate(double now, double before) const {
    return fields_.psi_before ? (now - before) / fields_.dt : 0;
  }

  // With the piece (dx, dy) of the outline at a node, whose normal outwards times its length is
  // (dy, -dx).
  void add(int i, int j, double dx, double dy) {
    const int at = po_at(&now_, i, j);
    const double u = po_u(&now_, i, j), v = po_v(&now_, i, j), omega = now_.omega[at];
    const double u_t = rate(u, po_u(&before_, i, j)), v_t = rate(v, po_v(&before_, i, j));
    const double psi_t = rate(now_.psi[at], before_.psi[at]);
    // Equation (16), the change of the total head p + (u^2 + v^2)/2.
    const double head = (v * omega - u_t - omega_y(i, j) / case_.reynolds) * dx +
                        (-u * omega - v_t + omega_x(i, j) / case_.reynolds) * dy;
    const double flow = u * dy - v * dx, kinetic = 0.5 * (u * u + v * v);
    force_.x += psi_t * dx - u * flow + kinetic * dy + omega / case_.reynolds * dx +
                (case_.mesh.y.faces[j] - middle_y_) * head;
    force_.y += psi_t * dy - v * flow - kinetic * dx + omega / case_.reynolds * dy -
                (case_.mesh.x.faces[i] - middle_x_) * head;
  }

  double omega_x(int i, int j) const {
    const int at = po_at(&now_, i, j);
    return (now_.omega[at + 1] - now_.omega[at - 1]) * po_mean(&now_, SF_X, i, j);
  }
  double omega_y(int i, int j) const {
    const int at = po_at(&now_, i, j), up = po_stride(&now_, SF_Y);
    return (now_.omega[at + up] - now_.omega[at - up]) * po_mean(&now_, SF_Y, i, j);
  }

  const Case& case_;
  const mesh::CellBox box_;
  const ForceFields fields_;
  const PoNodes now_, before_;
  double middle_x_ = 0, middle_y_ = 0;
  Force force_;
};

bool outline_is_in_flow(const Case& c, const Nodes& nodes, const mesh::CellBox& box) {
  const auto layout = c.mesh.layout();
  if (box.i0 < 1 || box.j0 < 1 || box.i1 >= layout.nx || box.j1 >= layout.ny) return false;
  const auto in_flow = [&](int i, int j) { return nodes.kind[layout.at(i, j)] == PO_FLOW; };
  bool all = true;
  for (int i = box.i0; i <= box.i1; ++i) all = all && in_flow(i, box.j0) && in_flow(i, box.j1);
  for (int j = box.j0; j <= box.j1; ++j) all = all && in_flow(box.i0, j) && in_flow(box.i1, j);
  return all;
}

std::string underscored(std::string name) {
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}
}  // namespace

Force force_inside(const Case& c, const Nodes& nodes, const mesh::CellBox& box,
                   const ForceFields& fields) {
  return Outline(c, nodes, box, fields).sum();
}

std::optional<mesh::CellBox> box_around(const Case& c, const Nodes& nodes, const Island& island) {
  const auto& own = island.nodes;
  std::optional<mesh::CellBox> box;
  const int most = std::max({(own.i1 - own.i0) / 2, (own.j1 - own.j0) / 2, 2});
  for (int away = 1; away <= most; ++away) {
    const mesh::CellBox wider{own.i0 - away, own.j0 - away, own.i1 + away, own.j1 + away};
    if (!outline_is_in_flow(c, nodes, wider)) break;
    box = wider;
  }
  return box;
}

std::vector<methods::TableInfo> force_tables(const Nodes& nodes) {
  std::vector<std::string> columns;
  for (const Island* island : free_islands(nodes))
    for (const char* part : {"force_x", "force_y"})
      columns.push_back(underscored(island->name) + '_' + part);
  if (columns.empty()) return {};
  return {{"forces.csv", columns}};
}

std::vector<Force> forces_on_islands(const Case& c, const Nodes& nodes, const ForceFields& fields) {
  std::vector<Force> forces;
  for (const Island* island : free_islands(nodes)) {
    const auto box = box_around(c, nodes, *island);
    forces.push_back(box ? force_inside(c, nodes, *box, fields) : Force{kNan, kNan});
  }
  return forces;
}

std::vector<methods::BodySummary> force_summaries(const Case& c, const Nodes& nodes,
                                                  const std::vector<Force>& forces) {
  std::vector<methods::BodySummary> summaries;
  const auto islands = free_islands(nodes);
  for (std::size_t k = 0; k < islands.size(); ++k) {
    const auto& box = islands[k]->nodes;
    const double height = c.mesh.y.faces[box.j1] - c.mesh.y.faces[box.j0];
    const double width = c.mesh.x.faces[box.i1] - c.mesh.x.faces[box.i0];
    summaries.push_back({islands[k]->name,
                         {{"drag", 2 * forces[k].x / height}, {"lift", 2 * forces[k].y / width}}});
  }
  return summaries;
}

}  // namespace slipflow::psi_omega
