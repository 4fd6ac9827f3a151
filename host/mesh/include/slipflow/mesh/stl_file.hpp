// Surfaces of triangles from STL files.
#pragma once

#include <filesystem>
#include <string_view>

#include "slipflow/mesh/solids.hpp"

namespace slipflow::mesh {

/// Reads an STL, ASCII or binary. Corners at the same position become one point; of a surface that
/// is not closed then, also corners that differ by round-off, 1e-12 of its extent. Triangles with
/// two corners at one point are left out, and so are the normals. Throws Error(bad_input) with a
/// sentence that names the file and the line or triangle when it cannot be read, is no STL, is
/// damaged, is larger than 2^28 bytes or does not enclose a solid.
Surface read_stl(const std::filesystem::path& file);

/// The same from the bytes of a file; messages name `file`.
Surface read_stl(std::string_view bytes, const std::filesystem::path& file);

}  // namespace slipflow::mesh
