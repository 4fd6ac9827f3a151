// Any bytes as an STL: refused in one sentence, or a closed surface whose labels are sound.
#include "fuzzing.hpp"
#include "slipflow/mesh/stl_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refuse([&] {
    using namespace slipflow::mesh;
    const Surface surface = read_stl(bytes, "body.stl");
    fuzzing::require(!surface.triangles.empty(), "a surface without triangles");
    const int points = static_cast<int>(surface.points.size());
    for (const auto& triangle : surface.triangles)
      for (const int point : triangle)
        fuzzing::require(point >= 0 && point < points, "a corner that is no point");
    const Axis axis = uniform_axis(-1, 5, 7);
    for (const CellRun& run : cells_inside(Mesh{axis, axis, axis, {}}, surface))
      fuzzing::require(run.i0 >= 0 && run.i0 < run.i1 && run.i1 <= 7, "cells outside the mesh");
  });
  return 0;
}
