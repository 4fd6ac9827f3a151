// Picture of a case before it runs: mesh, bodies, boundaries. Drawn in memory: no window, no
// display.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/mesh/cut_mesh.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::drawing {

/// A body, by the number of its wall in the mesh's tags.
struct BodyLabel {
  std::string name;
  int wall = 0;
  mesh::CellBox cells;
};

/// Options of a picture of a mesh. Boundaries and walls of the same kind share a colour,
/// which the legend explains.
struct MeshPicture {
  std::string title;
  std::array<std::string, 4> sides;       ///< by mesh::Side, in a word: "wall"
  std::array<std::string, 4> side_kinds;  ///< in full: "wall, slip, temperature jump, T = 1"
  std::vector<std::string> wall_kinds;    ///< by wall number - 1, in full
  std::vector<BodyLabel> bodies;          ///< named where the name fits into the body
  int width = 1600;                       ///< pixels of the whole picture
  std::string length_unit = "L";
  /// Cells that bodies cut: in the bodies' colour by their share of solid, with their pieces of
  /// wall.
  std::shared_ptr<const mesh::CutMesh> cut{};
  /// As Mesh::tags: the edges of these cells are drawn over the picture. None if it is empty.
  std::vector<std::uint8_t> stairs{};
  double length_factor = 1;  ///< lengths of `cut` times this are those of the mesh
  double letters = 1;        ///< factor on the usual size of letters and lines
};

/// Draws the cell faces (where they are too dense, some), the bodies and a border for the
/// boundaries; of a mesh of three axes, those of the plane across z that has a body and is nearest
/// to the middle. Returns the bytes of a PNG file.
std::string draw_mesh_picture(const mesh::Mesh& mesh, const MeshPicture& picture);

/// Writes that picture through a temporary file and a rename; failure is Error(output_failed).
void write_mesh_picture(const std::filesystem::path& file, const mesh::Mesh& mesh,
                        const MeshPicture& picture);

}  // namespace slipflow::drawing
