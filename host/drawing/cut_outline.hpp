// Bodies that cut cells, in pictures of a mesh of two axes.
#pragma once

#include <optional>
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

/// The wall of a body that cuts cells, as a point near it sees it.
struct NearWall {
  double distance = 0;      ///< in cells across the wall; negative in the body
  double n_x = 0, n_y = 0;  ///< out of the gas
};

/// The wall nearest to a point of the window; nothing farther than a cell or two from all walls.
std::optional<NearWall> wall_near(const mesh::Mesh& mesh, const mesh::CutMesh& cut, double factor,
                                  double x, double y);

}  // namespace slipflow::drawing
