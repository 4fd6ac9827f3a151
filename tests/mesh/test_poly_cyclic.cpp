// Pairs of cyclic patches: translated, rotated and refused ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "failure.hpp"
#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"

namespace test_poly_cyclic {

using namespace slipflow::mesh;
using slipflow::ExitStatus;
using test_support::failure;

namespace {
Vector3 turned(const Rotation& R, const Vector3& a) {
  Vector3 made{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) made[i] += R[i][j] * a[j];
  return made;
}

/// Columns: perpendicular unit vectors, the last one an oblique axis.
constexpr Rotation kOblique = {
    {{2.0 / 3, 2.0 / 3, -1.0 / 3}, {-1.0 / 3, 2.0 / 3, 2.0 / 3}, {2.0 / 3, -1.0 / 3, 2.0 / 3}}};

const Patch& patch_of(const PolyMesh& mesh, const char* name) {
  return *std::ranges::find(mesh.patches, name, &Patch::name);
}

/// 3 x 3 x 4 cells of size 1 whose patches `one` and `other` are a pair.
PolyMesh joined(const char* one, const char* other) {
  Mesh box{uniform_axis(0, 3, 3), uniform_axis(0, 3, 3), uniform_axis(0, 4, 4), {}};
  box.tags.assign(box.layout().size(), 0);
  auto mesh = poly_mesh_of(box);
  for (Patch& patch : mesh.patches) {
    const bool is_one = patch.name == one, is_other = patch.name == other;
    if (!is_one && !is_other) continue;
    patch.type = "cyclic";
    patch.neighbour_patch = is_one ? other : one;
  }
  return mesh;
}

/// The box bent to a sector of this angle, west to east, about an oblique axis through a point; the
/// sides are curved and oblique.
PolyMesh sector(double angle, double climb = 0) {
  auto mesh = joined("west", "east");
  for (Vector3& point : mesh.points) {
    const double turn = -angle * (point[0] / 3 + 0.1 * point[1] * point[2] + 0.2 * point[2]);
    const double r = 1 + point[1];
    point = turned(kOblique, {r * std::cos(turn), r * std::sin(turn), point[2] + climb * point[0]});
    point = {point[0] + 5, point[1] - 3, point[2] + 1};
  }
  return mesh;
}

std::string message(const PolyMesh& mesh) {
  const auto [status, sentence] =
      failure([&] { require_cyclic_pairs(mesh, geometry_of(mesh), "'box'"); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}

std::string refused(const std::string& one, const std::string& other, int face) {
  return "'box': neither a translation nor a rotation about an axis takes the faces of the cyclic "
         "patch " +
         other + " to those of " + one + " in their order; the first face that does not match is " +
         std::to_string(face);
}

/// The largest difference between entries of the rotation that is found and the one by `angle`.
double error_of(const std::optional<Rotation>& found, double angle) {
  REQUIRE(found.has_value());
  const double c = std::cos(angle), s = std::sin(angle);
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3& row = kOblique[i];
    for (std::size_t j = 0; j < 3; ++j) {
      const Vector3& column = kOblique[j];
      const double exact = c * (row[0] * column[0] + row[1] * column[1]) +
                           s * (row[1] * column[0] - row[0] * column[1]) + row[2] * column[2];
      largest = std::max(largest, std::abs((*found)[i][j] - exact));
    }
  }
  return largest;
}
}  // namespace

TEST_CASE("a translation joins opposite patches, and needs no rotation") {
  for (auto mesh : {joined("west", "east"), joined("south", "north")}) {
    for (Vector3& point : mesh.points) point[0] += 0.3 * point[1];
    const auto geometry = geometry_of(mesh);
    CHECK_NOTHROW(require_cyclic_pairs(mesh, geometry, "'box'"));
    for (const Patch& patch : mesh.patches)
      if (patch.type == "cyclic")
        CHECK(!rotation_between(geometry, patch, patch_of(mesh, patch.neighbour_patch.c_str()), "")
                   .has_value());
  }
}

TEST_CASE("the rotation of a pair is found from its faces, whatever its angle and its axis") {
  for (const double degrees : {1.0, 40.0, 90.0, 120.0, 180.0}) {
    CAPTURE(degrees);
    const double angle = degrees * std::numbers::pi / 180;
    const auto mesh = sector(angle);
    const auto geometry = geometry_of(mesh);
    const Patch &west = patch_of(mesh, "west"), &east = patch_of(mesh, "east");
    // The box is bent clockwise: east lies at -angle.
    CHECK(error_of(rotation_between(geometry, west, east, ""), angle) < 1e-12);
    CHECK(error_of(rotation_between(geometry, east, west, ""), -angle) < 1e-12);
    CHECK_NOTHROW(require_cyclic_pairs(mesh, geometry, "'box'"));
  }
}

TEST_CASE("one face is rotated about an axis across both normals") {
  auto mesh = joined("west", "south");
  const auto geometry = geometry_of(mesh);
  Patch west = patch_of(mesh, "west"), south = patch_of(mesh, "south");
  west.faces = south.faces = 1;
  const auto R = rotation_between(geometry, west, south, "");
  REQUIRE(R.has_value());
  const Rotation exact = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) CHECK(std::abs((*R)[i][j] - exact[i][j]) < 1e-15);
}

TEST_CASE("pairs that neither motion joins are refused with the first face that does not match") {
  // Faces of another size.
  auto mesh = joined("west", "south");
  for (Vector3& point : mesh.points) point[0] *= 1.1;
  CHECK(message(mesh) == refused("west", "south", patch_of(mesh, "west").begin));
  // A point of the fifth face of west and of its neighbours is elsewhere, along the patch.
  mesh = sector(0.7);
  const Patch west = patch_of(mesh, "west");
  const auto face = mesh.points_of(west.begin + 5);
  const auto moved = *std::ranges::max_element(face);
  int first = west.begin;
  while (std::ranges::count(mesh.points_of(first), moved) == 0) ++first;
  for (double& x : mesh.points[static_cast<std::size_t>(moved)]) x += 0.05;
  CHECK(first > west.begin);
  CHECK(message(mesh) == refused("west", "east", first));
  // A rotation that leads along its axis.
  CHECK(message(sector(0.7, 0.1)) == refused("west", "east", west.begin));
}

TEST_CASE("faces in another order and patches without a partner are refused") {
  auto mesh = joined("west", "east");
  const int east = patch_of(mesh, "east").begin;
  for (int k = 0; k < 4; ++k)
    std::swap(mesh.face_points[static_cast<std::size_t>(4 * east + k)],
              mesh.face_points[static_cast<std::size_t>(4 * east + 4 + k)]);
  CHECK(message(mesh) == refused("west", "east", patch_of(mesh, "west").begin + 1));
  mesh = joined("west", "nowhere");
  CHECK(message(mesh) ==
        "'box': the cyclic patch west needs another one with as many faces as its neighbourPatch");
}

}  // namespace test_poly_cyclic
