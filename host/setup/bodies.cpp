#include "slipflow/setup/bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include "body_shapes.hpp"
#include "pieces.hpp"
#include "slipflow/config/units.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/result_units.hpp"
#include "slipflow/setup/shared_keys.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

std::string column_of(std::string name) {
  std::ranges::replace(name, ' ', '_');
  return name;
}

namespace {
using config::Directive;
using config::Settings;

constexpr int kMostWalls = std::numeric_limits<std::uint8_t>::max();  // mesh::Mesh::tags

mesh::CellBox box_around(const std::vector<mesh::CellRun>& runs) {
  const auto& [j, i0, i1, k] = runs.front();
  mesh::CellBox b{i0, j, i1, j + 1, k, k + 1};
  for (const auto& run : runs)
    b = {std::min(b.i0, run.i0),    std::min(b.j0, run.j), std::max(b.i1, run.i1),
         std::max(b.j1, run.j + 1), std::min(b.k0, run.k), std::max(b.k1, run.k + 1)};
  return b;
}

// A solid and the cells it covers along one axis of the mesh.
struct Extent {
  const char* name;
  const mesh::Axis& axis;
  double lo, hi;    // of the solid
  int first, last;  // of the cells: [first, last)
};

std::vector<Extent> extents(const mesh::Solid& solid, const mesh::CellBox& b, const mesh::Mesh& m) {
  const auto [lo, hi] = mesh::bounds(solid);
  std::vector<Extent> along = {{"x", m.x, lo[0], hi[0], b.i0, b.i1}};
  if (m.y.cells() > 0) along.push_back({"y", m.y, lo[1], hi[1], b.j0, b.j1});
  if (m.z.cells() > 0 && std::isfinite(lo[2]))
    along.push_back({"z", m.z, lo[2], hi[2], b.k0, b.k1});
  return along;
}

bool has_flat_sides(const mesh::Solid& solid) {
  const auto* prism = std::get_if<mesh::Prism>(&solid);
  return prism && std::holds_alternative<mesh::Rectangle>(prism->outline);
}

/// A note on a rectangle or box that was moved to cell faces, or on another body that the mesh cuts
/// off; empty if there is nothing to note.
std::string note_on(const mesh::Solid& solid, const std::string& name, const mesh::CellBox& b,
                    const mesh::Mesh& m, const config::UnitSystem* units) {
  double moved = 0, beyond = 0;
  std::string text;
  for (const auto& [axis_name, axis, lo, hi, first, last] : extents(solid, b, m)) {
    const auto& faces = axis.faces;
    moved = std::max({moved, std::abs(faces[first] - lo), std::abs(faces[last] - hi)});
    beyond = std::max({beyond, faces.front() - lo, hi - faces.back()});
    text += fmt::format("{}{} {} to {}", text.empty() ? "" : ", ", axis_name,
                        quantity_text(faces[first], "L", units, 6),
                        quantity_text(faces[last], "L", units, 6));
  }
  if (has_flat_sides(solid))
    return moved > 1e-9 ? fmt::format("{} lies on cell faces only: it becomes {}", name, text) : "";
  return beyond > 1e-9 ? fmt::format("{} reaches beyond the mesh, which cuts it off", name) : "";
}

const char* reason_of_no_cells(const Directive& d) {
  return d.key != "body.mask"
             ? "covers no cell centre; the mesh is too coarse for it or it lies outside"
             : "is not dark at any cell centre; the mesh is too coarse for it or it lies outside";
}

class BodyReader {
 public:
  BodyReader(const Settings& s, const BodyWalls& walls, mesh::Mesh& mesh,
             std::vector<std::string>& notes)
      : settings_(s), units_(units_of_results(s)), walls_(walls), mesh_(mesh), notes_(notes) {}

  /// Reads all bodies of one key, which are named after it.
  void read(const std::string& kind) {
    if (!settings_.table().find("body." + kind)) return;
    int count = 0;
    for (const Directive& d : settings_.directives("body." + kind)) {
      const std::string* given = option(d, "name");
      if (given) check_name(d, *given);
      int copy = 0;
      for (const auto& solid : solids_of(settings_, d, mesh_)) {
        ++count, ++copy;
        const auto name = !given                        ? fmt::format("{} {}", kind, count)
                          : d.options.contains("count") ? fmt::format("{}_{}", *given, copy)
                                                        : *given;
        take_name(d, name);
        add(d, name, solid);
      }
    }
  }

  /// The bodies that were read. Refuses bodies that leave no gas.
  PlacedBodies placed() {
    if (!placed_.bodies.empty()) check_some_gas();
    return std::move(placed_);
  }

 private:
  void check_some_gas() const {
    std::int64_t covered = 0;
    for (const Body& body : placed_.bodies) covered += body.cell_count;
    if (covered < mesh_.cells()) return;
    throw settings_.error(*placed_.lines.back(), "leaves no gas in the domain");
  }

  void check_name(const Directive& d, const std::string& name) const {
    if (!is_name(name))
      throw settings_.error(
          d, fmt::format("name={} must be at most 40 letters, digits, _ and -", shown(name)));
    if (name.starts_with("wall_"))
      throw settings_.error(d, fmt::format("name={} begins as those of boundaries do", name));
  }

  /// Names are columns of tables, where blanks are written as '_'.
  void take_name(const Directive& d, std::string name) {
    std::ranges::replace(name, ' ', '_');
    if (!names_.insert(name).second)
      throw settings_.error(d, fmt::format("another body is named '{}'", name));
  }

  void add(const Directive& d, const std::string& name, const mesh::Solid& solid) {
    if (cuts_cells(d, solid)) return add_cutting(d, name, solid);
    if (walls_.cut && d.key == "body.mask")
      notes_.push_back(name + " is a mask, which does not cut cells: it is made of whole ones");
    const auto runs = mesh::cells_inside(mesh_, solid);
    if (runs.empty()) throw settings_.error(d, in_a_row(d, name) + reason_of_no_cells(d));
    Body body{name, walls_.add(d, name), {}};
    body.pieces = pieces_of(solid, runs, mesh_);
    check_number(d, body);
    for (const auto& run : runs) tag(d, run, body);
    if (body.cell_count == 0)
      throw settings_.error(d, in_a_row(d, name) + "lies wholly inside other bodies");
    if (auto note = note_on(solid, name, box_around(runs), mesh_, units_.get()); !note.empty())
      notes_.push_back(std::move(note));
    const auto& faces = mesh_.y.faces;
    set_reference_length(d, mesh_.y.cells() == 0 ? 0 : faces[body.cells.j1] - faces[body.cells.j0],
                         body);
    placed_.bodies.push_back(body);
    placed_.lines.push_back(&d);
  }

  /// Whether the outline of a body cuts the cells; options that contradict that are refused.
  bool cuts_cells(const Directive& d, const mesh::Solid& solid) const {
    const std::string* walls = option(d, kWallsOfBody);
    if (walls && *walls != "cut" && *walls != "stairs")
      throw settings_.error(d, fmt::format("walls={} must be cut or stairs", shown(*walls)));
    const auto* prism = std::get_if<mesh::Prism>(&solid);
    const bool is_mask = prism && std::holds_alternative<mesh::PlacedMask>(prism->outline);
    const bool has_outline = !is_mask && (prism || mesh_.axes() == 3);
    const bool cuts = walls_.cut && has_outline && (!walls || *walls == "cut");
    if (walls && *walls == "cut" && !walls_.cut)
      throw settings_.error(d, "walls=cut needs mesh.walls = cut");
    if (const std::string* gas = option(d, kGasOfBody)) {
      if (*gas != "inside")
        throw settings_.error(d, fmt::format("gas={} must be inside", shown(*gas)));
      if (!cuts)
        throw settings_.error(d, "gas=inside is for a body that cuts cells: mesh.walls = cut");
    }
    return cuts;
  }

  void add_cutting(const Directive& d, const std::string& name, const mesh::Solid& solid) {
    Body body{name, walls_.add(d, name), {}};
    check_number(d, body);
    const bool gas_inside = option(d, kGasOfBody) != nullptr;
    if (mesh_.axes() == 3)
      body.cut_solid = mesh::CutSolid{solid, gas_inside, body.wall};
    else
      body.cut = mesh::CutBody{std::get<mesh::Prism>(solid).outline, gas_inside, body.wall};
    const mesh::Extent3 box = mesh::bounds(solid);
    set_reference_length(d, box.hi[1] - box.lo[1], body);
    placed_.bodies.push_back(body);
    placed_.lines.push_back(&d);
  }

  void check_number(const Directive& d, const Body& body) const {
    if (body.wall > kMostWalls) throw settings_.error(d, "at most 255 walls and bodies in all");
  }

  /// By default its extent along y.
  void set_reference_length(const Directive& d, double extent, Body& body) const {
    const auto is_positive = [](double length) { return length > 0; };
    body.has_given_length = option(d, kReferenceLength) != nullptr;
    body.reference_length =
        number_of(settings_, d, kReferenceLength, extent, is_positive, " above 0");
  }

  /// Tags the gas cells of a run. Cells of another body with the same wall remain its cells.
  void tag(const Directive& d, const mesh::CellRun& run, Body& body) {
    for (int i = run.i0; i < run.i1; ++i) {
      auto& tag = mesh_.tags[mesh_.layout().at(i, run.j, run.k)];
      if (tag == 0) {
        tag = static_cast<std::uint8_t>(body.wall);
        take_in(i, run, body);
      } else if (const auto difference = walls_.difference(body.wall, tag); !difference.empty()) {
        throw settings_.error(
            d, fmt::format("{}overlaps {}, which has {}, at {}", in_a_row(d, body.name),
                           name_of_body(tag), difference,
                           place_text(mesh_.x.centre(i), mesh_.y.centre(run.j), units_.get())));
      }
    }
  }

  static void take_in(int i, const mesh::CellRun& at, Body& body) {
    auto& b = body.cells;
    if (body.cell_count++ == 0) b = {i, at.j, i + 1, at.j + 1, at.k, at.k + 1};
    b = {std::min(b.i0, i),        std::min(b.j0, at.j), std::max(b.i1, i + 1),
         std::max(b.j1, at.j + 1), std::min(b.k0, at.k), std::max(b.k1, at.k + 1)};
  }

  const std::string& name_of_body(int wall) const {
    return std::find_if(placed_.bodies.begin(), placed_.bodies.end(),
                        [&](const Body& body) { return body.wall == wall; })
        ->name;
  }

  const Settings& settings_;
  std::shared_ptr<const config::UnitSystem> units_;
  const BodyWalls& walls_;
  mesh::Mesh& mesh_;
  std::vector<std::string>& notes_;
  PlacedBodies placed_;
  std::set<std::string> names_;
};
}  // namespace

std::string in_a_row(const Directive& d, const std::string& name) {
  return d.options.contains("count") ? name + " " : "";
}

PlacedBodies read_bodies(const Settings& s, const BodyWalls& walls, mesh::Mesh& mesh,
                         std::vector<std::string>& notes) {
  BodyReader reader(s, walls, mesh, notes);
  for (const char* kind :
       {"rectangle", "polygon", "circle", "mask", "svg", "box", "sphere", "cylinder", "stl"})
    reader.read(kind);
  return reader.placed();
}

}  // namespace slipflow::setup
