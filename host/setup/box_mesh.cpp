#include "slipflow/setup/box_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "copies.hpp"
#include "indexing.h"
#include "slipflow/mesh/layout.hpp"
#include "slipflow/setup/text_file.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/machine.hpp"

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

// Where a ghost cell takes its tag from, along one axis.
struct Source {
  int cell = 0;  // or -1: there is gas beyond the boundary
  int wall = 0;  // the wall beyond the boundary
  bool ghost = false;
};

// Outside a wall ghost cells are solid, also in the ghost columns.
Source source_of(int k, int n, int axis, std::span<const Outside> outside,
                 std::span<const int> walls) {
  if (k >= 0 && k < n) return {k};
  const int side = 2 * axis + (k < 0 ? 0 : 1);
  Source source{-1, walls[side], true};
  if (outside[side] == Outside::periodic) source.cell = (k % n + n) % n;
  if (outside[side] == Outside::like_last_cell) source.cell = k < 0 ? 0 : n - 1;
  return source;
}

// Calls f(k) for the cells of an axis and its ghost cells; f(0) where there is no such axis.
template <class F>
void for_padded(int n, F f) {
  const int pad = n > 0 ? mesh::kPad : 0;
  for (int k = -pad; k < std::max(n, 1) + pad; ++k) f(k);
}
}  // namespace

mesh::Mesh read_mesh(const Settings& s) {
  const auto cells = s.numbers("mesh.cells");
  double padded = 1;
  for (const double n : cells) padded *= n + 2 * mesh::kPad;
  if (padded > 2147483647.0)
    throw s.error("mesh.cells", "at most 2147483647 cells in all, ghost cells included");
  mesh::Mesh mesh;
  mesh::Axis* const axes[] = {&mesh.x, &mesh.y, &mesh.z};
  for (std::size_t k = 0; k < kAxes.size(); ++k) {
    const auto extent = std::string("mesh.") + kAxes[k];
    if (!s.table().find(extent)) break;
    const bool counted = k < cells.size();
    if (counted && !s.given(extent))
      throw s.error(extent, fmt::format("is missing: mesh.cells has {} numbers", cells.size()));
    if (!counted && s.given(extent))
      throw s.error(extent, fmt::format("needs a number of cells in {}, but mesh.cells has {}",
                                        kAxes[k], cells.size()));
    if (counted) *axes[k] = read_axis(s, kAxes[k], static_cast<int>(cells[k]));
  }
  const double bytes = static_cast<double>(mesh.layout().size()) * sizeof(mesh.tags[0]);
  if (const auto usable = usable_memory(); bytes > usable.bytes)
    throw Error(ExitStatus::no_device,
                fmt::format("the tags of a mesh of {} cells need {:.3g} GB of this machine's "
                            "memory, {:.3g} GB can be used ({}): take a coarser mesh",
                            mesh.size_text(), bytes / 1e9, usable.bytes / 1e9, usable.limit));
  mesh.tags.assign(mesh.layout().size(), 0);
  return mesh;
}

void tag_ghosts(std::span<const Outside> outside, std::span<const int> side_walls,
                mesh::Mesh& mesh) {
  const auto layout = mesh.layout();
  for_padded(layout.nz, [&](int k) {
    const Source in_z = layout.nz ? source_of(k, layout.nz, 2, outside, side_walls) : Source{};
    for_padded(layout.ny, [&](int j) {
      const Source in_y = layout.ny ? source_of(j, layout.ny, 1, outside, side_walls) : Source{};
      for_padded(layout.nx, [&](int i) {
        const Source in_x = source_of(i, layout.nx, 0, outside, side_walls);
        if (!in_x.ghost && !in_y.ghost && !in_z.ghost) return;
        const bool follows = in_x.cell >= 0 && in_y.cell >= 0 && in_z.cell >= 0;
        const int tag = in_z.wall   ? in_z.wall
                        : in_y.wall ? in_y.wall
                        : in_x.wall ? in_x.wall
                        : follows   ? mesh.tags[layout.at(in_x.cell, in_y.cell, in_z.cell)]
                                    : 0;
        mesh.tags[layout.at(i, j, k)] = static_cast<std::uint8_t>(tag);
      });
    });
  });
}

void check_periodic_pairs(const Settings& s, std::span<const Outside> outside,
                          const mesh::Mesh& mesh) {
  const mesh::Axis* const axes[] = {&mesh.x, &mesh.y, &mesh.z};
  for (std::size_t lo = 0; lo < outside.size(); lo += 2) {
    const auto hi = lo + 1;
    const bool a = outside[lo] == Outside::periodic;
    const bool b = outside[hi] == Outside::periodic;
    if (a != b)
      throw s.error(
          std::string("boundary.") + mesh::side_names[a ? lo : hi],
          fmt::format("periodic needs the {} side periodic too", mesh::side_names[a ? hi : lo]));
    if (a && axes[lo / 2]->cells() < mesh::kPad)
      throw s.error("mesh.cells",
                    fmt::format("a periodic direction needs at least {} cells", mesh::kPad));
  }
}

using mesh::kPad;
static_assert(kPad == SF_PAD);

std::vector<double> axis_metrics(const mesh::Axis& axis, bool periodic) {
  const int n = axis.cells();
  const auto width = [&](int k) {
    if (periodic) return axis.widths[(k % n + n) % n];
    return axis.widths[std::clamp(k, 0, n - 1)];
  };
  const std::size_t count = n + 2 * kPad;
  std::vector<double> values(SF_AXIS_VALUES * count);
  for (std::size_t at = 0; at < count; ++at) {
    const int k = static_cast<int>(at) - kPad;
    const double h = width(k);
    const double before = width(k - 1);
    const double distance = 0.5 * (before + h);
    const double cell[SF_AXIS_VALUES] = {
        h, 1 / h, distance, 1 / distance, h / (before + h), before / (before + h)};
    for (std::size_t which = 0; which < SF_AXIS_VALUES; ++which)
      values[which * count + at] = cell[which];
  }
  return values;
}

}  // namespace slipflow::setup
