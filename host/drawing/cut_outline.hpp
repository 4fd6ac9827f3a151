// Bodies that cut cells, in pictures of a mesh of two axes.
#pragma once

#include <vector>

#include "figure.hpp"
#include "picture_plan.hpp"
#include "slipflow/mesh/cut_mesh.hpp"

namespace slipflow::drawing {

/// Draws the outlines as the cells have them, without closed faces. Lengths of `cut` times `factor`
/// are those of the plan's window.
void draw_outlines(Figure& figure, const PicturePlan& plan, const mesh::CutMesh& cut,
                   double factor);

/// For each pixel of the plot, in rows from the south, whether the pieces of wall of its cell leave
/// it to a body.
std::vector<bool> pixels_in_bodies(const PicturePlan& plan, const mesh::Mesh& mesh,
                                   const mesh::CutMesh& cut, double factor);

}  // namespace slipflow::drawing
