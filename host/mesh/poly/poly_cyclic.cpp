#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/mesh/vectors.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::mesh {

namespace {
constexpr double kMatch = 1e-4;  // of faces, over their size

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
  throw Error(ExitStatus::bad_input, fmt::format("{}: {}", name, reason));
}

const Patch& partner_of(const PolyMesh& mesh, const Patch& patch, const std::string& name) {
  const auto other = std::ranges::find(mesh.patches, patch.neighbour_patch, &Patch::name);
  if (other == mesh.patches.end() || other->type != "cyclic" ||
      other->neighbour_patch != patch.name || other->faces != patch.faces)
    refuse(name, fmt::format("the cyclic patch {} needs another one with as many faces as its "
                             "neighbourPatch",
                             shown(patch.name)));
  return *other;
}

/// Unit vectors along a, across a in the plane of a and b, and normal to both.
Rotation frame_of(const Vector3& a, const Vector3& b) {
  const Vector3 first = 1 / length(a) * a, normal = cross(a, b);
  const Vector3 third = 1 / length(normal) * normal;
  return {first, cross(third, first), third};
}

/// From a column of R + R^T - (tr R - 1) I = 2 (1 - cos) a a^T with the axis a.
Vector3 axis_of(const Rotation& R) {
  Rotation square{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      square[i][j] = R[i][j] + R[j][i] - (i == j ? R[0][0] + R[1][1] + R[2][2] - 1 : 0);
  const Vector3& longest = *std::ranges::max_element(square, {}, length);
  return 1 / length(longest) * longest;
}

/// The faces of a cyclic patch, `here`, and those of its partner, `there`, whose normals lead into
/// the domain.
class Pair {
 public:
  Pair(const PolyGeometry& geometry, const Patch& patch, const Patch& other)
      : here_(faces_of(geometry, patch, 1)), there_(faces_of(geometry, other, -1)) {}

  /// Whether a translation takes the first `count` faces of the partner to those of the patch.
  bool is_translated(int count) const {
    const Vector3 shift = here_[0].centre - there_[0].centre;
    return all_match(count, [&](const Face& there) {
      return Face{there.area, there.centre + shift};
    });
  }

  /// The rotation about an axis that does so, if there is one.
  std::optional<Rotation> rotation(int count) const {
    const Face here = mean_of(here_, count), there = mean_of(there_, count);
    const auto arm = [&](int k) { return face(here_, k).centre - here.centre; };
    const auto distance = [&](int k) { return length(cross(here.area, arm(k))); };
    int far = 0;
    for (int k = 1; k < count; ++k)
      if (distance(k) > distance(far)) far = k;
    // Of one face only the normals are known, which an axis across both of them rotates.
    const Vector3 across = cross(here.area, there.area);
    const bool is_one = distance(far) == 0;
    const Rotation to = frame_of(here.area, is_one ? across : arm(far));
    const Rotation from =
        frame_of(there.area, is_one ? across : face(there_, far).centre - there.centre);
    Rotation R{};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) R[i] = R[i] + to[k][i] * from[k];
    // A rotation leads nowhere along its axis.
    const Vector3 axis = axis_of(R);
    const Vector3 along = dot(axis, here.centre - there.centre) * axis;
    const bool matches = all_match(count, [&](const Face& face) {
      return Face{rotated(R, face.area),
                  here.centre + rotated(R, face.centre - there.centre) - along};
    });
    return matches ? std::optional(R) : std::nullopt;
  }

 private:
  struct Face {
    Vector3 area, centre;
  };
  using Faces = std::vector<Face>;

  static Faces faces_of(const PolyGeometry& geometry, const Patch& patch, double sign) {
    Faces faces;
    for (auto k = static_cast<std::size_t>(patch.begin); k < static_cast<std::size_t>(patch.end());
         ++k)
      faces.push_back({sign * geometry.face_areas[k], geometry.face_centres[k]});
    return faces;
  }
  static const Face& face(const Faces& faces, int k) { return faces[static_cast<std::size_t>(k)]; }

  static Face mean_of(const Faces& faces, int count) {
    Face sum{};
    for (int k = 0; k < count; ++k)
      sum = {sum.area + face(faces, k).area, sum.centre + face(faces, k).centre};
    return {1.0 / count * sum.area, 1.0 / count * sum.centre};
  }

  template <class Moved>
  bool all_match(int count, const Moved& moved) const {
    for (int k = 0; k < count; ++k) {
      const Face own = face(here_, k), other = moved(face(there_, k));
      const double size = length(own.area);
      if (!(length(own.area - other.area) <= kMatch * size &&
            length(own.centre - other.centre) <= kMatch * std::sqrt(size)))
        return false;
    }
    return true;
  }

  const Faces here_, there_;
};
}  // namespace

Vector3 rotated(const Rotation& R, const Vector3& a) {
  return {dot(R[0], a), dot(R[1], a), dot(R[2], a)};
}

Rotation inverse_of(const Rotation& R) {
  return {{{R[0][0], R[1][0], R[2][0]}, {R[0][1], R[1][1], R[2][1]}, {R[0][2], R[1][2], R[2][2]}}};
}

std::optional<Rotation> rotation_between(const PolyGeometry& geometry, const Patch& patch,
                                         const Patch& other, const std::string& name) {
  const Pair pair(geometry, patch, other);
  if (pair.is_translated(patch.faces)) return std::nullopt;
  if (const auto rotation = pair.rotation(patch.faces)) return rotation;
  // The first face that no motion takes along with those before it.
  int count = 1;
  for (int beyond = patch.faces; count < beyond;) {
    const int middle = std::midpoint(count, beyond);
    if (pair.is_translated(middle) || pair.rotation(middle))
      count = middle + 1;
    else
      beyond = middle;
  }
  refuse(name, fmt::format("neither a translation nor a rotation about an axis takes the faces of "
                           "the cyclic patch {} to those of {} in their order; the first face that "
                           "does not match is {}",
                           shown(other.name), shown(patch.name), patch.begin + count - 1));
}

void require_cyclic_pairs(const PolyMesh& mesh, const PolyGeometry& geometry,
                          const std::string& name) {
  for (const Patch& patch : mesh.patches)
    if (patch.type == "cyclic")
      rotation_between(geometry, patch, partner_of(mesh, patch, name), name);
}

}  // namespace slipflow::mesh
