#include "case/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace slipflow::psi_omega {

namespace {
using mesh::Mesh;

constexpr std::array<std::array<int, 2>, 4> kDirections = {{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

std::vector<double> axis_values(const mesh::Axis& axis) {
  const std::size_t nodes = axis.faces.size();
  std::vector<double> values(PO_AXIS_VALUES * nodes, 0.0);
  for (std::size_t k = 1; k + 1 < nodes; ++k) {
    const double l = axis.widths[k - 1], r = axis.widths[k];
    values[k] = 2 / (l * (l + r));
    values[nodes + k] = 2 / (r * (l + r));
    values[2 * nodes + k] = 1 / (l + r);
  }
  return values;
}

// The distance from node k of an axis to the next one in a direction.
double spacing(const mesh::Axis& axis, int k, int direction) {
  return axis.widths[direction > 0 ? k : k - 1];
}

double spacing(const Mesh& mesh, int i, int j, const std::array<int, 2>& towards) {
  return towards[0] != 0 ? spacing(mesh.x, i, towards[0]) : spacing(mesh.y, j, towards[1]);
}

class NodeMaker {
 public:
  NodeMaker(const config::Settings& settings, const Case& c)
      : settings_(settings), case_(c), mesh_(c.mesh), layout_(mesh_.layout()) {}

  Nodes make() {
    nodes_.x = axis_values(mesh_.x);
    nodes_.y = axis_values(mesh_.y);
    set_kinds();
    find_islands();
    add_side_walls();
    add_body_walls();
    return std::move(nodes_);
  }

 private:
  bool is_solid(int i, int j) const {
    return i >= 0 && j >= 0 && i < layout_.nx && j < layout_.ny && mesh_.solid(i, j);
  }
  int place(int i, int j) const { return static_cast<int>(layout_.at(i, j)); }
  bool in_flow(int i, int j) const { return nodes_.kind[place(i, j)] == PO_FLOW; }

  template <class F>
  void for_nodes(F f) const {
    for (int j = 0; j <= layout_.ny; ++j)
      for (int i = 0; i <= layout_.nx; ++i) f(i, j);
  }

  void set_kinds() {
    nodes_.kind.assign(layout_.size(), PO_SIDE);
    for_nodes([&](int i, int j) {
      const bool on_side = i == 0 || j == 0 || i == layout_.nx || j == layout_.ny;
      const bool in_body =
          is_solid(i - 1, j - 1) || is_solid(i, j - 1) || is_solid(i - 1, j) || is_solid(i, j);
      nodes_.kind[place(i, j)] = on_side ? PO_SIDE : in_body ? PO_BODY : PO_FLOW;
    });
  }

  // Solid cells that share a node belong to one island.
  void find_islands() {
    island_.assign(layout_.size(), -1);
    for_cells([&](int i, int j) {
      if (island_[place(i, j)] < 0) nodes_.islands.push_back(island_from(i, j));
    });
    for (Island& island : nodes_.islands)
      if (!island.boundary_psi) add_faces(island);
  }

  // Calls f for all solid cells.
  template <class F>
  void for_cells(F f) const {
    for (int j = 0; j < layout_.ny; ++j)
      for (int i = 0; i < layout_.nx; ++i)
        if (is_solid(i, j)) f(i, j);
  }

  // The island of a cell that belongs to none yet.
  Island island_from(int first_i, int first_j) {
    Island island{
        body_at(first_i, first_j).name, {first_i, first_j, first_i, first_j}, {}, {}, 0, {}};
    std::vector<std::pair<int, int>> waiting;
    const auto take = [&](int i, int j) {
      if (!is_solid(i, j) || island_[place(i, j)] >= 0) return;
      island_[place(i, j)] = static_cast<int>(nodes_.islands.size());
      waiting.emplace_back(i, j);
    };
    take(first_i, first_j);
    while (!waiting.empty()) {
      const auto [i, j] = waiting.back();
      waiting.pop_back();
      add_cell(island, i, j);
      for (int dj = -1; dj <= 1; ++dj)
        for (int di = -1; di <= 1; ++di) take(i + di, j + dj);
    }
    std::sort(island.places.begin(), island.places.end());
    island.places.erase(std::unique(island.places.begin(), island.places.end()),
                        island.places.end());
    set_boundary_psi(island);
    const auto& y = mesh_.y.faces;
    if (island.reference_length == 0)
      island.reference_length = y[island.nodes.j1] - y[island.nodes.j0];
    return island;
  }

  const setup::Body& body_at(int i, int j) const {
    const int wall = mesh_.tags[layout_.at(i, j)];
    return *std::ranges::find(case_.bodies, wall, &setup::Body::wall);
  }

  void add_cell(Island& island, int i, int j) const {
    const setup::Body& body = body_at(i, j);
    if (body.has_given_length)
      island.reference_length = std::max(island.reference_length, body.reference_length);
    auto& box = island.nodes;
    box = {std::min(box.i0, i), std::min(box.j0, j), std::max(box.i1, i + 1),
           std::max(box.j1, j + 1)};
    for (const auto& [node_i, node_j] : {std::pair{i, j}, {i + 1, j}, {i, j + 1}, {i + 1, j + 1}})
      island.places.push_back(place(node_i, node_j));
  }

  void set_boundary_psi(Island& island) const {
    const std::string& body = island.name;
    const auto& box = island.nodes;
    const std::array<bool, 4> touches = {box.i0 == 0, box.i1 == layout_.nx, box.j0 == 0,
                                         box.j1 == layout_.ny};
    for (int side = 0; side < 4; ++side) {
      if (!touches[side]) continue;
      const std::string key = fmt::format("boundary.{}", mesh::side_names[side]);
      const SideKind kind = case_.sides[side].kind;
      if (kind == SideKind::inflow || kind == SideKind::outflow)
        throw settings_.error(
            key, fmt::format("{} is at this boundary: a body needs a cell of fluid between it and "
                             "an inflow or outflow",
                             body));
      const double psi = side == mesh::north ? case_.flow_rate() : 0;
      if (island.boundary_psi && *island.boundary_psi != psi)
        throw settings_.error(key, fmt::format("{} joins this boundary and another one, and would "
                                               "block the flow between them",
                                               body));
      island.boundary_psi = psi;
    }
  }

  // A free island has all its nodes inside the domain.
  void add_faces(Island& island) const {
    for (const int at : island.places) {
      const int i = at % layout_.pitch() - mesh::kPad, j = at / layout_.pitch() - mesh::kPad;
      for (const auto& d : kDirections) {
        if (!in_flow(i + d[0], j + d[1])) continue;
        island.faces.push_back(
            {std::min(i, i + d[0]), std::min(j, j + d[1]), d[0] != 0 ? SF_X : SF_Y, d[0] + d[1]});
      }
    }
  }

  // v = 0 at an inflow as on a wall, with the vorticity -du/dy as the part of its own motion.
  void add_side_walls() {
    for (int side = 0; side < 4; ++side) {
      const Side& s = case_.sides[side];
      if (s.kind != SideKind::wall && s.kind != SideKind::inflow) continue;
      const std::array<int, 2> into = {-kDirections[side][0], -kDirections[side][1]};
      const int last = mesh::across_x(side) ? layout_.ny : layout_.nx;
      for (int k = 1; k < last; ++k) {
        const int i = side == mesh::west ? 0 : side == mesh::east ? layout_.nx : k;
        const int j = side == mesh::south ? 0 : side == mesh::north ? layout_.ny : k;
        if (!in_flow(i + into[0], j + into[1])) continue;
        add_wall_node(i, j, {into}, s.velocity);
        if (s.kind == SideKind::inflow) nodes_.walls.back().motion = s.omega[j];
      }
    }
  }

  void add_body_walls() {
    for_nodes([&](int i, int j) {
      if (nodes_.kind[place(i, j)] != PO_BODY) return;
      std::vector<std::array<int, 2>> into;
      for (const auto& d : kDirections)
        if (in_flow(i + d[0], j + d[1])) into.push_back(d);
      if (!into.empty()) add_wall_node(i, j, into, 0);
      if (into.size() > 1 && case_.scheme.sees_faces) nodes_.kind[place(i, j)] = PO_CORNER;
    });
  }

  // `velocity` along the wall, in +x or +y. With the flow above, psi_1 = psi_w + h u - h^2/2 omega.
  void add_wall_node(int i, int j, const std::vector<std::array<int, 2>>& into, double velocity) {
    PoWallNode wall = {};
    wall.node = place(i, j);
    for (std::size_t k = 0; k < 2; ++k) {
      const auto& d = into[std::min(k, into.size() - 1)];
      const double h = spacing(mesh_, i, j, d);
      wall.first[k] = place(i + d[0], j + d[1]);
      wall.second[k] = place(i + 2 * d[0], j + 2 * d[1]);
      if (k < into.size()) wall.weight[k] = 1 / (h * h * static_cast<double>(into.size()));
    }
    const int sense = into[0][1] - into[0][0];
    const double factor = case_.scheme.wall_vorticity == WallVorticity::thom ? 2 : 3;
    wall.motion = sense * factor * velocity / spacing(mesh_, i, j, into[0]);
    nodes_.walls.push_back(wall);
  }

  const config::Settings& settings_;
  const Case& case_;
  const Mesh& mesh_;
  const mesh::Layout layout_;
  std::vector<int> island_;  // number of that of each cell, -1: none
  Nodes nodes_;
};
}  // namespace

bool is_body(SfTag kind) { return kind == PO_BODY || kind == PO_CORNER; }

std::vector<const Island*> free_islands(const Nodes& nodes) {
  std::vector<const Island*> islands;
  for (const Island& island : nodes.islands)
    if (!island.boundary_psi) islands.push_back(&island);
  return islands;
}

Nodes make_nodes(const config::Settings& settings, const Case& c) {
  return NodeMaker(settings, c).make();
}

StartFields start_fields(const Case& c, const Nodes& nodes) {
  const auto layout = c.mesh.layout();
  const Side& west = c.sides[mesh::west];
  StartFields start{std::vector<double>(layout.size()), std::vector<double>(layout.size())};
  for (int j = 0; j <= layout.ny && west.kind == SideKind::inflow; ++j)
    for (int i = 0; i <= layout.nx; ++i) {
      const auto at = layout.at(i, j);
      start.psi[at] = west.psi[j];
      const bool on_wall = j == 0 || j == layout.ny;
      if (!is_body(nodes.kind[at]) && !on_wall) start.omega[at] = west.omega[j];
    }
  return start;
}

void set_psi_of_islands(const Case& c, const Nodes& nodes, std::vector<double>& psi) {
  const auto layout = c.mesh.layout();
  for (const Island& island : nodes.islands) {
    const double middle = 0.5 * (psi[layout.at(island.nodes.i0, island.nodes.j0)] +
                                 psi[layout.at(island.nodes.i0, island.nodes.j1)]);
    const double value = island.boundary_psi    ? *island.boundary_psi
                         : c.scheme.free_bodies ? middle
                                                : 0.5 * c.flow_rate();
    for (const int place : island.places) psi[place] = value;
  }
}

PrescribedVelocities prescribed_velocities(const Case& c) {
  const auto layout = c.mesh.layout();
  PrescribedVelocities prescribed{std::vector<double>(layout.size()),
                                  std::vector<double>(layout.size())};
  for (int i = 0; i <= layout.nx; ++i) {
    prescribed.u[layout.at(i, 0)] = c.sides[mesh::south].velocity;
    prescribed.u[layout.at(i, layout.ny)] = c.sides[mesh::north].velocity;
  }
  const Side& west = c.sides[mesh::west];
  for (int j = 1; j < layout.ny; ++j) {
    prescribed.v[layout.at(0, j)] = west.velocity;
    prescribed.v[layout.at(layout.nx, j)] = c.sides[mesh::east].velocity;
    if (west.kind == SideKind::inflow) prescribed.u[layout.at(0, j)] = west.speed[j];
  }
  return prescribed;
}

}  // namespace slipflow::psi_omega
