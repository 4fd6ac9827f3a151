#include "forces.hpp"

#include <algorithm>
#include <limits>

#include "case/lines.hpp"
#include "psi_omega/vorticity_flux.h"
#include "slipflow/setup/bodies.hpp"

namespace slipflow::psi_omega {

namespace {
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Place {
  int i, j;
};

Place moved(Place p, int axis, int by) {
  (axis == SF_X ? p.i : p.j) += by;
  return p;
}

// The balance of momentum in a box of nodes by the fluxes of the discrete equations, (18) to (20).
// Velocities are those of the psi that the step begins with. Cell (i, j) is north-east of node
// (i, j); the total head is located at the cells around the box.
class Balance {
 public:
  Balance(const Case& c, const Nodes& nodes, const mesh::CellBox& box, const StepFields& step)
      : box_(box),
        dt_(step.dt),
        begin_(view(c, nodes, step.psi)),
        end_(view(c, nodes, step.psi_after)),
        scheme_(scheme_of(c, step.dt)),
        omega_{step.omega_before.data(), step.omega_between.data(), step.omega_after.data()},
        columns_(box.i1 - box.i0 + 2),
        head_(static_cast<std::size_t>(columns_) * (box.j1 - box.j0 + 2)) {}

  Force force() {
    const double gap = find_head();
    return {along(SF_X), along(SF_Y), gap};
  }

 private:
  static PoNodes view(const Case& c, const Nodes& n, const std::vector<double>& psi) {
    return {c.mesh.x.cells(), c.mesh.y.cells(), n.x.data(), n.y.data(), n.kind.data(),
            nullptr,          nullptr,          psi.data(), nullptr};
  }

  int first(int axis) const { return axis == SF_X ? box_.i0 : box_.j0; }
  int last(int axis) const { return axis == SF_X ? box_.i1 : box_.j1; }
  static Place place(int axis, int along, int across) {
    return axis == SF_X ? Place{along, across} : Place{across, along};
  }
  static int sense(int axis) { return axis == SF_X ? 1 : -1; }
  double& head(Place p) {
    return head_[static_cast<std::size_t>(p.j - box_.j0 + 1) * columns_ + (p.i - box_.i0 + 1)];
  }

  // Equation (18). Returns by how much the head does not close.
  double find_head() {
    Place p = {box_.i0 - 1, box_.j0 - 1};
    double sum = 0;
    const auto walk = [&](int axis, int by) {
      for (int k = first(axis) - 1; k < last(axis); ++k) {
        head(p) = sum;
        if (by < 0) sum -= head_step(axis, p);
        p = moved(p, axis, by);
        if (by > 0) sum += head_step(axis, p);
      }
    };
    walk(SF_X, 1);
    walk(SF_Y, 1);
    walk(SF_X, -1);
    walk(SF_Y, -1);
    return sum;
  }
  // To a cell from the one before it along an axis.
  double head_step(int axis, Place p) const {
    const int other = SF_OTHER(axis);
    const double flux = po_vorticity_flux(&begin_, &scheme_, &omega_, other, p.i, p.j);
    const double rate =
        (po_slope(&end_, other, p.i, p.j) - po_slope(&begin_, other, p.i, p.j)) / dt_;
    return sense(axis) * po_width(&begin_, axis, p.i, p.j) * (flux - rate);
  }

  // Equation (19), along an axis.
  double along(int axis) {
    const int other = SF_OTHER(axis);
    double force = 0;
    for (int k = first(other); k < last(other); ++k) {
      const Place low = place(axis, first(axis) - 1, k), high = place(axis, last(axis), k);
      force -= (normal(axis, high) - normal(axis, low)) /
               po_inverse_spacing(&begin_, other, high.i, high.j);
    }
    for (int k = first(axis); k <= last(axis); ++k) {
      const Place low = place(axis, k, first(other)), high = place(axis, k, last(other));
      force -=
          (tangential(axis, high) - tangential(axis, low)) * po_width(&begin_, axis, low.i, low.j);
    }
    return force;
  }

  // A velocity at the middle of the edge from a node across the velocity's axis.
  double velocity(int axis, Place p) const {
    return sense(axis) * po_slope(&begin_, SF_OTHER(axis), p.i, p.j);
  }
  // The change of that velocity from the edge before to the next one.
  double change(int axis, Place p) const {
    return velocity(axis, p) - velocity(axis, moved(p, SF_OTHER(axis), -1));
  }

  // Equation (20), the momentum along an axis that passes the middle of a cell along it,
  double normal(int axis, Place p) {
    const int other = SF_OTHER(axis);
    const Place ahead = moved(p, axis, 1), up = moved(p, other, 1);
    const double across = 0.5 * (velocity(other, p) + velocity(other, up));
    const double changes = change(axis, up) * change(axis, moved(ahead, other, 1)) +
                           change(axis, p) * change(axis, ahead);
    return head(p) - 0.5 * across * across + 0.5 * velocity(axis, p) * velocity(axis, ahead) -
           0.0625 * changes;
  }
  // and a node across it, with the momentum of the fluid inside.
  double tangential(int axis, Place p) const {
    const int other = SF_OTHER(axis), at = po_at(&begin_, p.i, p.j);
    const Place up = moved(p, other, 1), down = moved(p, other, -1);
    const double change_across =
        po_along(&begin_, other, up.i, up.j) - po_along(&begin_, other, down.i, down.j);
    const double rate = (end_.psi[at] - begin_.psi[at]) / dt_;
    const double friction = po_transported(&omega_, other, at) / scheme_.reynolds;
    return po_u(&begin_, p.i, p.j) * po_v(&begin_, p.i, p.j) -
           0.125 * change(axis, p) * change_across + sense(axis) * (friction + rate);
  }

  const mesh::CellBox box_;
  const double dt_;
  const PoNodes begin_, end_;
  const PoScheme scheme_;
  const PoVorticities omega_;
  const int columns_;
  std::vector<double> head_;
};

mesh::CellBox widened(const mesh::CellBox& box, int by) {
  return {box.i0 - by, box.j0 - by, box.i1 + by, box.j1 + by};
}

bool outline_is_in_flow(const Case& c, const Nodes& nodes, const mesh::CellBox& box) {
  const auto layout = c.mesh.layout();
  if (box.i0 < 1 || box.j0 < 1 || box.i1 >= layout.nx || box.j1 >= layout.ny) return false;
  const auto in_flow = [&](int i, int j) { return nodes.kind[layout.at(i, j)] == PO_FLOW; };
  bool all = true;
  for (int i = box.i0; i <= box.i1; ++i) all = all && in_flow(i, box.j0) && in_flow(i, box.j1);
  for (int j = box.j0; j <= box.j1; ++j) all = all && in_flow(box.i0, j) && in_flow(box.i1, j);
  return all;
}

}  // namespace

Force force_inside(const Case& c, const Nodes& nodes, const mesh::CellBox& box,
                   const StepFields& step) {
  return Balance(c, nodes, box, step).force();
}

std::optional<mesh::CellBox> box_around(const Case& c, const Nodes& nodes, const Island& island) {
  for (const int away : {1, 0}) {
    const mesh::CellBox box = widened(island.nodes, away);
    if (outline_is_in_flow(c, nodes, widened(box, 1))) return box;
  }
  return {};
}

std::vector<methods::TableInfo> force_tables(const Nodes& nodes) {
  std::vector<std::string> columns;
  for (const auto& force : forces_in_table(nodes)) columns.push_back(force.columns.front());
  if (columns.empty()) return {};
  return {{methods::kForcesTable, columns, std::vector<std::string>(columns.size(), "rho U^2 L")}};
}

std::vector<methods::BodyForce> forces_in_table(const Nodes& nodes) {
  std::vector<methods::BodyForce> forces;
  for (const Island* island : free_islands(nodes))
    for (const char* part : {"force_x", "force_y"})
      forces.push_back({island->name,
                        part,
                        {setup::column_of(island->name) + '_' + part},
                        island->reference_length});
  return forces;
}

std::vector<Force> forces_on_islands(const Case& c, const Nodes& nodes, const StepFields& step) {
  std::vector<Force> forces;
  for (const Island* island : free_islands(nodes)) {
    const auto box = box_around(c, nodes, *island);
    forces.push_back(box ? force_inside(c, nodes, *box, step) : Force{kNan, kNan, kNan});
  }
  return forces;
}

std::vector<methods::BodySummary> force_summaries(const Nodes& nodes,
                                                  const std::vector<Force>& forces) {
  std::vector<methods::BodySummary> summaries;
  const auto islands = free_islands(nodes);
  for (std::size_t k = 0; k < islands.size(); ++k) {
    const double length = islands[k]->reference_length;
    summaries.push_back({islands[k]->name,
                         {{"drag", 2 * forces[k].x / length},
                          {"lift", 2 * forces[k].y / length},
                          {"reference_length", length}}});
  }
  return summaries;
}

}  // namespace slipflow::psi_omega
