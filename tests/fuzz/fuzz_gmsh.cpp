// Any bytes as a mesh of gmsh: refused in one sentence, or a mesh whose labels are sound.
#include "fuzzing.hpp"
#include "slipflow/mesh/gmsh_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refuse([&] {
    const auto mesh = slipflow::mesh::read_gmsh(bytes, "mesh.msh");
    fuzzing::require(mesh.cells > 0, "a mesh without cells");
    const auto fault = slipflow::mesh::fault_of_structure(mesh);
    fuzzing::require(fault.sentence.empty(), fault.file + " " + fault.sentence);
  });
  return 0;
}
