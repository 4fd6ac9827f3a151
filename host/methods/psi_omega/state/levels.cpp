#include "state/levels.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/dense.hpp"

namespace slipflow::psi_omega {

namespace {
constexpr std::size_t kMostAtLast = 64;  // unknowns that are solved for directly
constexpr std::size_t kGhosts = std::size_t{2} * mesh::kPad;  // of a row

// A link to a node of known psi, in one of the four directions: its weight and position.
struct SideLink {
  double weight = 0, position = 0;
};

// What the next coarser level is made from.
struct Node {
  bool unknown = false;
  double x = 0, y = 0;  // of the centre
  std::array<SideLink, 4> sides;
};

struct Building {
  Level level;
  std::vector<Node> nodes;  // by place

  std::size_t at(int i, int j) const {
    const int place = po_place(level.nx, i, j);
    return static_cast<std::size_t>(place);
  }
  std::size_t up() const { return static_cast<std::size_t>(level.nx) + kGhosts; }
  std::size_t unknowns() const {
    return std::count_if(nodes.begin(), nodes.end(), [](const Node& n) { return n.unknown; });
  }
};

Building empty_level(int nx, int columns, int rows) {
  Building b;
  const std::size_t size =
      (static_cast<std::size_t>(nx) + kGhosts) * (static_cast<std::size_t>(rows) + kGhosts);
  b.level = {nx,
             columns,
             rows,
             std::vector<double>(size),
             std::vector<double>(size),
             std::vector<double>(size),
             std::vector<double>(size)};
  b.nodes.resize(size);
  return b;
}

template <class F>
void for_nodes(const Building& b, F f) {
  for (int j = 0; j < b.level.rows; ++j)
    for (int i = 0; i < b.level.columns; ++i) f(i, j, b.at(i, j));
}

// Sums and reciprocals from the links.
void finish(Building& b) {
  Level& level = b.level;
  for_nodes(b, [&](int, int, std::size_t at) {
    if (!b.nodes[at].unknown) return;
    double sum = level.west[at] + level.west[at + 1] + level.south[at] + level.south[at + b.up()];
    for (const SideLink& side : b.nodes[at].sides) sum += side.weight;
    level.sum[at] = sum;
    level.reciprocal[at] = SF_RECIPROCAL(sum);
  });
}

// The weight of a link: the length of the face between the volumes over the distance.
Building finest(const Case& c, const Nodes& nodes) {
  const auto& x = c.mesh.x;
  const auto& y = c.mesh.y;
  const int nx = x.cells(), ny = y.cells();
  Building b = empty_level(nx, nx + 1, ny + 1);
  const auto height = [](const mesh::Axis& axis, int k) {
    return 0.5 * (axis.widths[k - 1] + axis.widths[k]);
  };
  for (int j = 1; j < ny; ++j)
    for (int i = 1; i < nx; ++i) {
      const auto at = b.at(i, j);
      if (nodes.kind[at] != PO_FLOW) continue;
      Node& node = b.nodes[at];
      node.unknown = true;
      node.x = x.faces[i];
      node.y = y.faces[j];
      const std::array<double, 4> weights = {
          height(y, j) / x.widths[i - 1], height(y, j) / x.widths[i],
          height(x, i) / y.widths[j - 1], height(x, i) / y.widths[j]};
      const std::array<std::size_t, 4> neighbours = {at - 1, at + 1, at - b.up(), at + b.up()};
      const std::array<double, 4> positions = {x.faces[i - 1], x.faces[i + 1], y.faces[j - 1],
                                               y.faces[j + 1]};
      for (int k = 0; k < 4; ++k)
        if (nodes.kind[neighbours[k]] != PO_FLOW) node.sides[k] = {weights[k], positions[k]};
      if (nodes.kind[at - 1] == PO_FLOW) b.level.west[at] = weights[0];
      if (nodes.kind[at - b.up()] == PO_FLOW) b.level.south[at] = weights[2];
    }
  finish(b);
  return b;
}

// The part of a fine link that remains between coarse centres: (e g)/(e e) for the vectors e and g
// between the coarse and the fine centres.
double scale(const Node& coarse, const Node& coarse_other, const Node& fine,
             const Node& fine_other) {
  const double ex = coarse.x - coarse_other.x, ey = coarse.y - coarse_other.y;
  const double gx = fine.x - fine_other.x, gy = fine.y - fine_other.y;
  return (ex * gx + ey * gy) / (ex * ex + ey * ey);
}

void place_centres(const Building& fine, Building& coarse) {
  std::vector<int> members(coarse.nodes.size());
  for_nodes(fine, [&](int i, int j, std::size_t at) {
    if (!fine.nodes[at].unknown) return;
    const auto to = coarse.at(i / 2, j / 2);
    coarse.nodes[to].unknown = true;
    coarse.nodes[to].x += fine.nodes[at].x;
    coarse.nodes[to].y += fine.nodes[at].y;
    ++members[to];
  });
  for (std::size_t k = 0; k < members.size(); ++k)
    if (members[k] > 0) {
      coarse.nodes[k].x /= members[k];
      coarse.nodes[k].y /= members[k];
    }
}

// Adds the links of a fine node to nodes of known psi. Positions are means, by weight.
void add_sides(const Node& fine, Node& coarse) {
  for (int k = 0; k < 4; ++k) {
    const SideLink& link = fine.sides[k];
    if (link.weight == 0) continue;
    const double from = k < 2 ? fine.x : fine.y, centre = k < 2 ? coarse.x : coarse.y;
    const double near = std::abs(link.position - from);
    const double weight = link.weight * near / std::max(near, std::abs(link.position - centre));
    SideLink& sum = coarse.sides[k];
    sum.position = (sum.position * sum.weight + link.position * weight) / (sum.weight + weight);
    sum.weight += weight;
  }
}

Building coarsened(const Building& fine) {
  const int columns = (fine.level.columns + 1) / 2, rows = (fine.level.rows + 1) / 2;
  Building coarse = empty_level(columns, columns, rows);
  place_centres(fine, coarse);
  for_nodes(fine, [&](int i, int j, std::size_t at) {
    if (!fine.nodes[at].unknown) return;
    const auto to = coarse.at(i / 2, j / 2);
    add_sides(fine.nodes[at], coarse.nodes[to]);
    const auto add = [&](double weight, std::size_t neighbour, std::size_t to_neighbour,
                         double& link) {
      if (weight > 0 && to != to_neighbour)
        link += weight * scale(coarse.nodes[to], coarse.nodes[to_neighbour], fine.nodes[at],
                               fine.nodes[neighbour]);
    };
    if (i > 0)
      add(fine.level.west[at], at - 1, coarse.at((i - 1) / 2, j / 2), coarse.level.west[to]);
    if (j > 0)
      add(fine.level.south[at], at - fine.up(), coarse.at(i / 2, (j - 1) / 2),
          coarse.level.south[to]);
  });
  finish(coarse);
  return coarse;
}

void invert_last(const Building& last, Levels& levels) {
  std::vector<std::size_t> number(last.nodes.size());
  for_nodes(last, [&](int, int, std::size_t at) {
    if (!last.nodes[at].unknown) return;
    number[at] = levels.coarsest.size();
    levels.coarsest.push_back(static_cast<int>(at));
  });
  const std::size_t n = levels.coarsest.size();
  std::vector<double> matrix(n * n, 0.0);
  const auto link = [&](std::size_t a, std::size_t b, double weight) {
    if (weight > 0) matrix[a * n + b] = matrix[b * n + a] = -weight;
  };
  for (std::size_t k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(levels.coarsest[k]);
    matrix[k * n + k] = last.level.sum[at];
    link(k, number[at - 1], last.level.west[at]);
    link(k, number[at - last.up()], last.level.south[at]);
  }
  const auto by_rows = inverse_of(std::move(matrix), n);
  levels.inverse.resize(n * n);
  for (std::size_t row = 0; row < n; ++row)
    for (std::size_t k = 0; k < n; ++k) levels.inverse[k * n + row] = by_rows[row * n + k];
}
}  // namespace

Levels make_levels(const Case& c, const Nodes& nodes) {
  Levels made;
  Building level = finest(c, nodes);
  while (level.unknowns() > kMostAtLast) {
    Building next = coarsened(level);
    made.levels.push_back(std::move(level.level));
    level = std::move(next);
  }
  invert_last(level, made);
  made.levels.push_back(std::move(level.level));
  return made;
}

}  // namespace slipflow::psi_omega
