// The lists of a polyMesh: points, labels, faces and patches.
#pragma once

#include <string_view>
#include <vector>

#include "foam_file.hpp"
#include "slipflow/mesh/poly_mesh.hpp"

namespace slipflow::mesh {

/// The labels that a list may hold.
struct LabelRange {
  std::string_view noun;  ///< "point", "cell": names a label in a refusal
  int first = 0;
  int last = 0;
};

/// The faces of a mesh, as PolyMesh stores them.
struct FaceLists {
  std::vector<int> starts = {0};
  std::vector<int> points;

  std::size_t size() const { return starts.size() - 1; }
};

// Each of these reads a whole file, in ASCII or binary, and throws Error(bad_input) with the line
// or the byte of a fault. The announced length of a list is compared with the bytes that are left
// before memory is allocated for it.

/// Points: `N ( (x y z) .. )`. All coordinates are finite.
std::vector<Vector3> read_points(FoamFile file);

/// Labels: `N ( i j .. )`, or `N{i}` for N equal ones, at most `most` in either case.
std::vector<int> read_labels(FoamFile file, const LabelRange& range, std::size_t most);

/// Faces: `N ( 4(i j k l) .. )` or, of class faceCompactList, where the points of each face begin
/// and then those points, as two lists of labels.
FaceLists read_faces(FoamFile file, const LabelRange& points);

/// Patches: `N ( name { type ..; nFaces ..; startFace ..; } .. )`, as text in binary files too.
/// Entries of other names are skipped.
std::vector<Patch> read_patches(FoamFile file);

}  // namespace slipflow::mesh
