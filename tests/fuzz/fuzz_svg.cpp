// Any bytes as an SVG: refused in one sentence, or closed outlines of finite positions.
#include <cmath>

#include "fuzzing.hpp"
#include "slipflow/mesh/svg_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  fuzzing::read_or_refuse([&] {
    using namespace slipflow::mesh;
    const auto picture = read_svg(bytes, "body.svg");
    fuzzing::require(picture.page.x1 > picture.page.x0 && picture.page.y1 > picture.page.y0,
                     "a page without size");
    for (const Outline& part : picture.drawing.parts) {
      fuzzing::require(!part.edges.empty(), "a shape without edges");
      for (const auto& [a, b] : part.edges)
        for (const double number : {a.x, a.y, b.x, b.y})
          fuzzing::require(std::isfinite(number), "a position that is not finite");
    }
    const Axis axis = uniform_axis(0, 8, 7);
    for (const CellRun& run : cells_inside(axis, axis, Shape(picture.drawing)))
      fuzzing::require(run.i0 >= 0 && run.i0 < run.i1 && run.i1 <= 7, "cells outside the mesh");
  });
  return 0;
}
