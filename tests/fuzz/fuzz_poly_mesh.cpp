// Any bytes as a polyMesh: refused in one sentence, or a mesh whose labels are in order. Lines of
// "====" separate points, faces, owner, neighbour and boundary.
#include <string_view>

#include "fuzzing.hpp"
#include "slipflow/mesh/poly_mesh_folder.hpp"

namespace {
constexpr std::string_view kSeparator = "\n====\n";

/// The part before the next separator, which is taken off.
std::string next_part(std::string_view& bytes) {
  const auto end = bytes.find(kSeparator);
  const std::string part(bytes.substr(0, end));
  bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + kSeparator.size());
  return part;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  slipflow::mesh::PolyMeshBytes files;
  for (std::string* part :
       {&files.points, &files.faces, &files.owner, &files.neighbour, &files.boundary})
    *part = next_part(bytes);
  fuzzing::read_or_refuse([&] {
    const auto mesh = read_poly_mesh(files, "mesh");
    fuzzing::require(mesh.cells > 0 && mesh.cells <= mesh.faces(), "more cells than faces");
    fuzzing::require(mesh.face_starts.size() == mesh.owner.size() + 1, "faces without points");
    fuzzing::require(fault_of_structure(mesh).file.empty(), "a mesh with a fault");
    const auto of_cells = faces_of_cells(mesh);
    const std::size_t sides = mesh.owner.size() + mesh.neighbour.size();
    fuzzing::require(of_cells.faces.size() == sides, "other faces of cells than the mesh has");
  });
  return 0;
}
