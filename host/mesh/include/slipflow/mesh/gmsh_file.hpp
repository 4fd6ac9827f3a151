// Meshes of gmsh: .msh files of versions 2.2 and 4.1, ASCII and binary.
#pragma once

#include <filesystem>
#include <string_view>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::mesh {

/// Reads a mesh of tetrahedra, hexahedra, prisms and pyramids of first order. Physical surfaces
/// become patches of their names (a surface without a name: surface_TAG); boundary faces in none of
/// them form the patch `boundary`. Throws Error(bad_input) that names the file and its line (byte,
/// if binary).
PolyMesh read_gmsh(const std::filesystem::path& file);

/// Reads the content of such a file; `file` is its name in messages.
PolyMesh read_gmsh(std::string_view content, const std::filesystem::path& file);

}  // namespace slipflow::mesh
