// OpenFOAM's polyMesh: the files points, faces, owner, neighbour and boundary in a folder.
#pragma once

#include <filesystem>
#include <string>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::mesh {

/// Reads a polyMesh: the folder with the files, or a case with constant/polyMesh in it. Each file
/// in ASCII or binary (LSB, label=32, scalar=64), plain or compressed (FILE.gz). Sizes are
/// checked against the bytes of the file before anything is allocated. Throws Error(bad_input) that
/// names the file, and its line or byte where that helps.
PolyMesh read_poly_mesh(const std::filesystem::path& folder);

/// The contents of the five files of a polyMesh, uncompressed.
struct PolyMeshBytes {
  std::string points, faces, owner, neighbour, boundary;
};

/// Reads a polyMesh from memory. Messages name the files as if they were in `folder`.
PolyMesh read_poly_mesh(const PolyMeshBytes& files, const std::filesystem::path& folder);

}  // namespace slipflow::mesh
