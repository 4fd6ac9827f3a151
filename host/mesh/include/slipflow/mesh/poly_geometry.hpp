// Areas, volumes and centres of a polyhedral mesh, and its quality.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::mesh {

/// Unit: that of the points. A face is divided into triangles about the mean of its points, a cell
/// into pyramids about the mean of its face centres.
struct PolyGeometry {
  std::vector<Vector3> face_areas;  ///< area vectors, out of the owner
  std::vector<Vector3> face_centres;
  std::vector<double> volumes;
  std::vector<Vector3> centres;
};
PolyGeometry geometry_of(const PolyMesh& mesh);

/// Degrees between the normals of two boundary faces, above which the edge between them is sharp.
constexpr double kSharpEdge = 35;

/// The shape operator of a surface at a boundary face, one over a length: the derivatives of the
/// normal into the fluid along the face, a symmetric tensor (xx, xy, yy, xz, yz, zz). A convex body
/// of radius R has 1/R, a bore -1/R around its axis.
using Curvature = std::array<double, 6>;

/// The curvatures of all boundary faces, in order; 0 on patches of type empty and cyclic. They are
/// those of parabolas through the points of a face and of the faces around it, up to sharp edges.
std::vector<Curvature> curvatures_of(const PolyMesh& mesh, const PolyGeometry& geometry);

/// Throws Error(bad_input) that begins with `name` and names the cell or face: a face without area,
/// a cell that is not closed (|sum S| above 1e-8 sum |S|), a volume that is not positive.
void require_valid_geometry(const PolyMesh& mesh, const PolyGeometry& geometry,
                            const std::string& name);

/// The rows of a matrix that rotates vectors.
using Rotation = std::array<Vector3, 3>;
Vector3 rotated(const Rotation& R, const Vector3& a);
Rotation inverse_of(const Rotation& R);

/// The rotation about an axis that takes the faces of a cyclic patch's partner, `other`, to those
/// of the patch in their order; none if a translation does. It is found from areas and centres.
/// Throws Error(bad_input) that begins with `name` and has the first face that does not match.
std::optional<Rotation> rotation_between(const PolyGeometry& geometry, const Patch& patch,
                                         const Patch& other, const std::string& name);

/// Throws Error(bad_input) unless each cyclic patch has a partner whose faces a translation or a
/// rotation takes to its own. `name` is that of the mesh.
void require_cyclic_pairs(const PolyMesh& mesh, const PolyGeometry& geometry,
                          const std::string& name);

/// The quality of a mesh, for `slipflow check` and `slipflow convert`.
struct PolyQuality {
  std::array<double, 2> volumes{};  ///< smallest and largest
  double total_volume = 0;
  std::vector<std::int64_t> by_faces;  ///< number of cells by their number of faces
  double max_non_orthogonality = 0;    ///< largest angle between S and the cell centres, degrees
  double mean_non_orthogonality = 0;   ///< over the internal faces
  std::int64_t severe_faces = 0;       ///< with an angle above 70 degrees
  std::int64_t inverted_faces = 0;     ///< whose normal leads from the neighbour to the owner
  double max_skewness = 0;  ///< distance of x_f from the line of the centres over their distance
  double max_aspect_ratio = 0;    ///< longest over shortest side of the box of a cell
  std::int64_t warped_faces = 0;  ///< not plane: |S| below 0.99 of the sum of triangles
};
PolyQuality quality_of(const PolyMesh& mesh, const PolyGeometry& geometry);

/// The number of cells of each part of the mesh that faces connect, cyclic patches included; the
/// largest first.
std::vector<int> pieces_of(const PolyMesh& mesh);
/// Says how many pieces a mesh has, and their sizes; nothing of a mesh in one piece.
std::string warning_of_pieces(const PolyMesh& mesh);

/// Lines for people: cells, faces, patches, volumes, angles, skewness, aspect ratio.
std::vector<std::string> report_of(const PolyMesh& mesh, const PolyQuality& quality);

}  // namespace slipflow::mesh
