#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "slipflow/mesh/poly_geometry.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "vectors.hpp"

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

/// The first face that is not the partner's, translated as the first one is; none if all are.
std::optional<int> first_mismatch(const PolyGeometry& geometry, const Patch& patch,
                                  const Patch& other) {
  const auto centre = [&](int face) {
    return geometry.face_centres[static_cast<std::size_t>(face)];
  };
  const auto area = [&](int face) { return geometry.face_areas[static_cast<std::size_t>(face)]; };
  const Vector3 shift = centre(other.begin) - centre(patch.begin);
  for (int k = 0; k < patch.faces; ++k) {
    const int here = patch.begin + k, there = other.begin + k;
    const double size = length(area(here));
    if (!(length(area(here) + area(there)) <= kMatch * size &&
          length(centre(there) - centre(here) - shift) <= kMatch * std::sqrt(size)))
      return here;
  }
  return std::nullopt;
}
}  // namespace

void require_cyclic_pairs(const PolyMesh& mesh, const PolyGeometry& geometry,
                          const std::string& name) {
  for (const Patch& patch : mesh.patches) {
    if (patch.type != "cyclic") continue;
    const Patch& other = partner_of(mesh, patch, name);
    if (const auto face = first_mismatch(geometry, patch, other))
      refuse(name, fmt::format("face {} of the cyclic patch {} is not that of {} translated as the "
                               "first one is: patches that are joined by a rotation, or in another "
                               "order of faces, cannot be computed",
                               *face, shown(patch.name), shown(other.name)));
  }
}

}  // namespace slipflow::mesh
