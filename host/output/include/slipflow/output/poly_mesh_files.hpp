// Writing polyhedral meshes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::output {

enum class PolyMeshFormat { ascii, binary };

/// Writes OpenFOAM's polyMesh: points, faces, owner, neighbour and boundary, in a folder that must
/// be new or empty. The folder is complete or absent. Throws Error(bad_input) if something is in
/// the folder or it is a file, Error(output_failed) naming the file and the system's reason.
void write_poly_mesh(const mesh::PolyMesh& mesh, const std::filesystem::path& folder,
                     PolyMeshFormat format);

/// Writes the cells with fields, a value per cell, as an unstructured grid in VTK's XML format
/// (.vtu), compressed. Tetrahedra, hexahedra, prisms and pyramids are written as such, other cells
/// as polyhedra. Throws Error(bad_input) if the file exists, Error(output_failed).
void write_vtu(const mesh::PolyMesh& mesh, const std::vector<NamedField>& fields,
               const std::filesystem::path& file);

}  // namespace slipflow::output
