#include "slipflow/setup/box_mesh.hpp"

#include <fmt/format.h>

#include <cmath>

#include "copies.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "text_file.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

mesh::Axis axis_from_file(const Settings& s, const Directive& d, double lo, double hi, int n) {
  const auto path = d.options.find("path");
  if (path == d.options.end()) throw s.error(d, "file needs path=NAME, a text of face positions");
  const auto file = s.folder() / path->second;
  const auto in = open_text(s, d, file);
  std::vector<double> faces;
  for (double x = 0; *in >> x && faces.size() <= static_cast<std::size_t>(n) + 1;)
    faces.push_back(x);
  if (!in->eof() || faces.size() != static_cast<std::size_t>(n) + 1)
    throw s.error(d, fmt::format("'{}' must hold {} face positions, one more than cells, and "
                                 "nothing else",
                                 shown(file.string()), n + 1));
  if (faces.front() != lo || faces.back() != hi)
    throw s.error(d, fmt::format("'{}' must begin at {} and end at {}, the extent of the mesh",
                                 shown(file.string()), lo, hi));
  return mesh::axis_from_faces(std::move(faces));
}

mesh::Axis read_axis(const Settings& s, const std::string& name, int n) {
  const auto extent = s.numbers("mesh." + name);
  if (!(extent[1] > extent[0]))
    throw s.error("mesh." + name, "the second number must be greater than the first");
  if (std::abs(extent[0]) > kLargestLength || std::abs(extent[1]) > kLargestLength ||
      extent[1] - extent[0] < 1 / kLargestLength)
    throw s.error("mesh." + name,
                  fmt::format("must be numbers of at most {} that differ by {} at least",
                              kLargestLength, 1 / kLargestLength));
  const Directive& d = s.directives("mesh." + name + "_stretch").at(0);
  try {
    if (d.kind == "uniform") return mesh::uniform_axis(extent[0], extent[1], n);
    if (d.kind == "file") return axis_from_file(s, d, extent[0], extent[1], n);
    if (d.numbers.size() != 1 || !(d.numbers[0] >= 0.5 && d.numbers[0] <= 2))
      throw s.error(d,
                    "geometric needs one number from 0.5 to 2, the ratio of neighbouring widths");
    return mesh::geometric_axis(extent[0], extent[1], n, d.numbers[0]);
  } catch (const Error& e) {
    if (std::string(e.what()).find("_stretch") != std::string::npos) throw;
    throw s.error(d, e.what());
  }
}

// The cell whose tag a ghost cell takes, or -1. Outside a wall ghost cells are solid, also in the
// ghost columns; outside an outflow or a fixed pressure they copy the last cell, outside a periodic
// boundary the opposite end; outside a stream or an inflow they are gas.
int ghost_source(int k, int n, mesh::SideKind lo, mesh::SideKind hi) {
  if (k >= 0 && k < n) return k;
  const auto kind = k < 0 ? lo : hi;
  if (kind == mesh::SideKind::periodic) return (k % n + n) % n;
  if (kind == mesh::SideKind::open_copy || kind == mesh::SideKind::open_pressure)
    return k < 0 ? 0 : n - 1;
  return -1;
}
}  // namespace

mesh::Mesh read_mesh(const Settings& s) {
  const auto cells = s.numbers("mesh.cells");
  const double padded = (cells[0] + 2 * mesh::kPad) * (cells[1] + 2 * mesh::kPad);
  if (padded > 2147483647.0)
    throw s.error("mesh.cells", "at most 2147483647 cells in all, ghost cells included");
  mesh::Mesh mesh;
  mesh.x = read_axis(s, "x", static_cast<int>(cells[0]));
  mesh.y = read_axis(s, "y", static_cast<int>(cells[1]));
  mesh.tags.assign(mesh.layout().size(), 0);
  return mesh;
}

void tag_ghosts(const std::array<mesh::SideKind, 4>& sides, const std::array<int, 4>& side_walls,
                mesh::Mesh& mesh) {
  const auto layout = mesh.layout();
  auto& tags = mesh.tags;
  for (int j = -mesh::kPad; j < layout.ny + mesh::kPad; ++j)
    for (int i = -mesh::kPad; i < layout.nx + mesh::kPad; ++i) {
      if (i >= 0 && i < layout.nx && j >= 0 && j < layout.ny) continue;
      const int wall_x = i < 0            ? side_walls[mesh::west]
                         : i >= layout.nx ? side_walls[mesh::east]
                                          : 0;
      const int wall_y = j < 0            ? side_walls[mesh::south]
                         : j >= layout.ny ? side_walls[mesh::north]
                                          : 0;
      const int from_i = ghost_source(i, layout.nx, sides[mesh::west], sides[mesh::east]);
      const int from_j = ghost_source(j, layout.ny, sides[mesh::south], sides[mesh::north]);
      const bool follows = from_i >= 0 && from_j >= 0;
      const int tag = wall_y    ? wall_y
                      : wall_x  ? wall_x
                      : follows ? tags[layout.at(from_i, from_j)]
                                : 0;
      tags[layout.at(i, j)] = static_cast<std::uint8_t>(tag);
    }
}

}  // namespace slipflow::setup
