#include "case/poly_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "conditions.hpp"
#include "slipflow/mesh/gmsh_file.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_mesh_folder.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::piso {

namespace {
using config::Directive;
using config::Settings;

// A resolved case gives all defaults.
bool has_default(const Settings& s, const std::string& key) {
  const auto& value = s.table().find(key)->default_value;
  const auto& lines = s.directives(key);
  return !value.empty() && (lines.empty() ? s.text(key) : lines.front().raw) == value;
}

// What a box has and polyhedra have not.
void refuse_box_keys(const Settings& s) {
  for (const char* key :
       {"mesh.x",          "mesh.y",         "mesh.z",         "mesh.cells",     "mesh.x_stretch",
        "mesh.y_stretch",  "mesh.z_stretch", "body.rectangle", "body.polygon",   "body.circle",
        "body.mask",       "body.svg",       "body.box",       "body.sphere",    "body.cylinder",
        "body.stl",        "boundary.west",  "boundary.east",  "boundary.south", "boundary.north",
        "boundary.bottom", "boundary.top",   "output.format"})
    if (s.given(key) && !has_default(s, key))
      throw s.error(key, "is for a box; the mesh is one of polyhedra, mesh.file");
}

mesh::PolyMesh read_file(const Settings& s, const Directive& d) {
  const auto path = s.folder() / d.file;
  try {
    if (std::filesystem::is_directory(path)) return mesh::read_poly_mesh(path);
    if (d.file.ends_with(".msh")) return mesh::read_gmsh(path);
  } catch (const Error& error) {
    throw s.error(d, error.what());
  } catch (const std::filesystem::filesystem_error& failure) {
    throw s.error(d, refused_name(failure).what());
  }
  throw s.error(d, "must be a folder with a polyMesh, or a file .msh of gmsh");
}

// OpenFOAM joins the pieces of a decomposed mesh by patches of these types: "processorCyclic" too.
void refuse_pieces(const Settings& s, const Directive& d, const mesh::PolyMesh& mesh) {
  for (const auto& patch : mesh.patches)
    if (patch.type.starts_with("processor"))
      throw s.error(d, fmt::format("the patch {} of type {} means that this is one piece of a "
                                   "decomposed mesh: OpenFOAM's reconstructParMesh joins the "
                                   "pieces",
                                   shown(patch.name), shown(patch.type)));
}

std::vector<std::string> names_of(const mesh::PolyMesh& mesh) {
  std::vector<std::string> names;
  for (const auto& patch : mesh.patches)
    if (patch.is_boundary()) names.push_back(patch.name);
  return names;
}

// In the order of the patches.
std::vector<Condition> read_patches(const Settings& s, const Case& c) {
  const auto names = names_of(*c.poly);
  std::vector<const Directive*> lines(names.size(), nullptr);
  for (const Directive& d : s.directives("boundary.patch")) {
    const std::string* name = setup::option(d, "name");
    if (!name) throw s.error(d, "needs name=NAME, a patch of the mesh");
    const auto at = std::ranges::find(names, *name);
    if (at == names.end())
      throw s.error(d, fmt::format("the mesh has no patch {} that takes a condition; it has {}",
                                   shown(*name), shown(fmt::format("{}", fmt::join(names, ", ")))));
    const Directive*& line = lines[static_cast<std::size_t>(at - names.begin())];
    if (line) throw s.error(d, fmt::format("the patch {} has a condition already", shown(*name)));
    line = &d;
  }
  std::vector<Condition> surfaces;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (!lines[k])
      throw s.error("boundary.patch",
                    fmt::format("is missing for the patch {} of the mesh", shown(names[k])));
    surfaces.push_back(read_patch(s, *lines[k], c.axes));
  }
  return surfaces;
}

// OpenFOAM's wedges bound a sector of an axisymmetric flow. Here a plane that reflects does so too.
void note_wedges(Case& c) {
  auto surface = c.surfaces.begin();
  for (const auto& patch : c.poly->patches) {
    if (!patch.is_boundary()) continue;
    if (patch.type == "wedge" && surface->kind != PatchKind::symmetry)
      c.notes.push_back(
          fmt::format("the patch {} of type wedge is treated as {}; for an axisymmetric flow "
                      "without swirl give "
                      "both wedges the condition symmetry",
                      shown(patch.name), surface->in_words(c.axes)));
    ++surface;
  }
}
}  // namespace

void read_poly_case(const Settings& s, Case& c) {
  refuse_box_keys(s);
  const Directive& d = s.directives("mesh.file").at(0);
  const auto poly = std::make_shared<mesh::PolyMesh>(read_file(s, d));
  refuse_pieces(s, d, *poly);
  c.mesh_name = fmt::format("'{}'", shown(d.file));
  const auto geometry = mesh::geometry_of(*poly);
  try {
    mesh::require_valid_geometry(*poly, geometry, c.mesh_name);
    mesh::require_cyclic_pairs(*poly, geometry, c.mesh_name);
    const FlowMesh flow_mesh = flow_mesh_of(*poly, geometry, c.mesh_name);
    c.oblique = flow_mesh.oblique;
    c.skewed = flow_mesh.skewed;
    c.rotations = flow_mesh.faces.rotations;
  } catch (const Error& error) {
    throw s.error(d, error.what());
  }
  const bool is_plane = std::ranges::any_of(
      poly->patches, [](const mesh::Patch& patch) { return patch.type == "empty"; });
  c.axes = is_plane ? 2 : 3;
  c.mesh_digest = geometry.volumes;
  for (const auto& centre : geometry.centres)
    c.mesh_digest.insert(c.mesh_digest.end(), centre.begin(), centre.end());
  c.mesh.x = mesh::uniform_axis(0, poly->cells, poly->cells);
  c.mesh.tags.assign(c.mesh.layout().size(), 0);
  c.poly = poly;
  c.surfaces = read_patches(s, c);
  note_wedges(c);
  if (s.given("output.probe") || s.given("output.profile") || s.given("output.integral"))
    c.search = std::make_shared<mesh::PolySearch>(c.poly, c.axes);
}

setup::Domain domain_of_polyhedra(const Case& c) {
  setup::Domain domain;
  domain.axes = c.axes;
  domain.extent = mesh::extent_of(*c.poly);
  domain.contains = [&c](const setup::Position& at) { return c.search->cell_at(at).has_value(); };
  domain.body_at = [](const setup::Position&) { return std::string(); };
  domain.layer_at = [](int, double) { return 0; };
  return domain;
}

}  // namespace slipflow::piso
