// slipflow convert: reads a mesh in one format and writes it in another.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "case_options.hpp"
#include "command_table.hpp"
#include "methods.hpp"
#include "slipflow/mesh/gmsh_file.hpp"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/poly_mesh_folder.hpp"
#include "slipflow/mesh/poly_order.hpp"
#include "slipflow/output/poly_mesh_files.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;

po::options_description convert_options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("to", po::value<std::string>()->value_name("PATH"),
      "write this file, if it ends in .vtu, else this folder with a polyMesh; without it, only "
      "report on the mesh");
  add("ascii", po::bool_switch(), "a polyMesh in ASCII instead of binary");
  add("renumber", po::bool_switch(), "order the cells by reverse Cuthill-McKee");
  add("set", po::value<std::vector<std::string>>()->composing()->value_name("KEY=VALUE"),
      "of a case: replace a key, section.key=value (repeatable)");
  return options;
}

std::string name_in_messages(const std::string& input) { return fmt::format("'{}'", shown(input)); }

mesh::PolyMesh mesh_of_case(const std::string& file, const po::variables_map& values) {
  const auto loaded = load_case(file, overrides_from(values));
  const auto* poly = loaded.problem->poly_mesh();
  return poly ? *poly : mesh::poly_mesh_of(loaded.problem->mesh());
}

mesh::PolyMesh read_mesh(const std::string& input, const po::variables_map& values) {
  const bool is_case = input.ends_with(".cfg");
  if (!is_case && values.count("set"))
    throw Error(ExitStatus::bad_input, "--set changes a case: CASE.cfg");
  if (is_case) return mesh_of_case(input, values);
  if (input.ends_with(".msh")) return mesh::read_gmsh(input);
  if (std::filesystem::is_directory(input)) return mesh::read_poly_mesh(input);
  throw Error(
      ExitStatus::bad_input,
      fmt::format("{} must be a folder with a polyMesh, a file .msh of gmsh, or a case .cfg",
                  name_in_messages(input)));
}

/// So that `case/constant/polyMesh` can be named before `case/constant` exists.
void make_parents(const std::filesystem::path& folder) {
  std::error_code error;
  const auto parent = folder.parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, error);
  if (error)
    throw Error(ExitStatus::output_failed,
                fmt::format("cannot make {}: {}", shown(parent.string()), error.message()));
}

void write_mesh(const mesh::PolyMesh& mesh, const std::string& to, bool ascii) {
  if (to.ends_with(".vtu")) {
    if (ascii) throw Error(ExitStatus::bad_input, "--ascii is for a polyMesh, not for a .vtu file");
    output::write_vtu(mesh, {}, to);
  } else {
    make_parents(to);
    output::write_poly_mesh(mesh, to,
                            ascii ? output::PolyMeshFormat::ascii : output::PolyMeshFormat::binary);
  }
}

void convert(const po::variables_map& values) {
  const auto input = values["mesh"].as<std::string>();
  const auto to = values.count("to") ? values["to"].as<std::string>() : "";
  if (values.count("to") && to.empty())
    throw Error(ExitStatus::bad_input, "--to '' must be the name of a file or a folder");
  auto mesh = read_mesh(input, values);
  const int bandwidth = mesh::bandwidth_of(mesh);
  const bool renumbers = values["renumber"].as<bool>();
  if (renumbers) mesh = mesh::with_cells_in_order(mesh, mesh::cuthill_mckee_order(mesh));
  const auto geometry = mesh::geometry_of(mesh);
  mesh::require_valid_geometry(mesh, geometry, name_in_messages(input));
  // Before anything is printed, so that a mesh that cannot be written is the only message.
  if (!to.empty()) write_mesh(mesh, to, values["ascii"].as<bool>());
  for (const auto& line : mesh::report_of(mesh, mesh::quality_of(mesh, geometry)))
    fmt::print("{}\n", line);
  if (const auto warning = mesh::warning_of_pieces(mesh); !warning.empty())
    fmt::print("warning: {}\n", warning);
  if (renumbers) fmt::print("bandwidth       {}, was {}\n", mesh::bandwidth_of(mesh), bandwidth);
  if (!to.empty()) fmt::print("{} was written\n", shown(to));
}
}  // namespace

CommandLine convert_line() {
  return {
      convert_options(),
      "mesh",
      {"slipflow convert MESH [options]",
       "Reads a mesh and reports on its cells, faces, patches and quality; with --to, writes it.\n"
       "MESH: a folder with OpenFOAM's polyMesh (points, faces, owner, neighbour, boundary, or "
       "constant/polyMesh\n"
       "in it), a file .msh of gmsh (2.2 or 4.1), or a case file, whose box mesh it is. Nothing "
       "that "
       "exists is\n"
       "replaced.",
       "slipflow convert pipe.msh --to pipe/constant/polyMesh"}};
}

int convert_command(const Call& call) {
  convert(call.values);
  return 0;
}

}  // namespace slipflow::app
