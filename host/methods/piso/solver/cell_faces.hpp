// The faces and sides of a cell, as formulas of the cell read them.
#pragma once

#include <cstddef>

#include "slipflow/piso/flow_mesh.hpp"

namespace slipflow::piso {

/// A face as one of its cells sees it.
struct FaceOfCell {
  std::size_t face, other;  ///< `other`: the cell across it
  double sign;              ///< 1 if S leads out of the cell, else -1
  double weight;            ///< of the cell in values at the face
};

/// visit(FaceOfCell) for each face between the cell and another one, in increasing order.
template <class Visit>
void for_faces(const FlowMesh& mesh, std::size_t cell, Visit visit) {
  const auto& rows = mesh.rows;
  for (auto k = static_cast<std::size_t>(rows.starts[cell]);
       k < static_cast<std::size_t>(rows.starts[cell + 1]); ++k) {
    const auto face = static_cast<std::size_t>(rows.faces[k]);
    const bool owns = static_cast<std::size_t>(mesh.faces.owner[face]) == cell;
    const double weight = mesh.faces.weight[face];
    visit(FaceOfCell{face, static_cast<std::size_t>(rows.columns[k]), owns ? 1.0 : -1.0,
                     owns ? weight : 1.0 - weight});
  }
}

/// visit(side) for each boundary face of the cell.
template <class Visit>
void for_sides(const FlowMesh& mesh, std::size_t cell, Visit visit) {
  for (auto k = static_cast<std::size_t>(mesh.side_starts[cell]);
       k < static_cast<std::size_t>(mesh.side_starts[cell + 1]); ++k)
    visit(static_cast<std::size_t>(mesh.side_list[k]));
}

/// The number of values of a component of vectors: component(v, 0) is x.
inline double& component(SfVector& v, int q) { return q == 0 ? v.x : q == 1 ? v.y : v.z; }
inline double component(const SfVector& v, int q) { return q == 0 ? v.x : q == 1 ? v.y : v.z; }

}  // namespace slipflow::piso
