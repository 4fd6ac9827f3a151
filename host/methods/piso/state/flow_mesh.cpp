#include "slipflow/piso/flow_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::piso {

namespace {
// Of |d|: it bounds delta on faces that are nearly parallel to the line between the centres.
constexpr double kLeastAlongNormal = 0.05;
constexpr double kOrthogonal = 5;  // degrees
constexpr double kSkewed = 0.01;   // of |d|
// The distance of a cell to a hollow wall over its radius: at 1 the cell is at the centre.
constexpr double kMostHollow = 0.25;
constexpr double kAlongZ = 1e-6;

SfVector vector_of(const mesh::Vector3& a) { return {a[0], a[1], a[2]}; }
mesh::Vector3 numbers_of(const SfVector& a) { return {a.x, a.y, a.z}; }
SfVector difference(const SfVector& a, const SfVector& b) { return sf_plus_times(a, -1, b); }
double length(const SfVector& a) { return std::sqrt(sf_dot(a, a)); }

double delta_of(const SfVector& n, const SfVector& d) {
  return 1 / std::max(sf_dot(n, d), kLeastAlongNormal * length(d));
}

// Times a distance to the wall. That of a hollow wall is bounded, where the cell is hardly inside.
mesh::Curvature bounded(mesh::Curvature k, double distance) {
  for (double& part : k) part *= distance;
  const double half = (k[0] + k[2] + k[5]) / 2;
  const double product =
      k[0] * k[2] - k[1] * k[1] + k[0] * k[5] - k[3] * k[3] + k[2] * k[5] - k[4] * k[4];
  const double least = half - std::sqrt(std::max(half * half - product, 0.0));
  for (double& part : k) part *= least < -kMostHollow ? kMostHollow / -least : 1;
  return k;
}

class Builder {
 public:
  Builder(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry, const std::string& name)
      : mesh_(mesh), geometry_(geometry), name_(name) {
    made_.cells = mesh.cells;
    made_.volumes = geometry.volumes;
    for (const auto& centre : geometry.centres) made_.centres.push_back(vector_of(centre));
  }

  FlowMesh build() {
    for (int face = 0; face < mesh_.internal_faces(); ++face) {
      const auto f = static_cast<std::size_t>(face);
      add_face(face, mesh_.neighbour[f],
               difference(centre(face), centre_of_cell(mesh_.neighbour[f])));
    }
    for (const mesh::Patch& patch : mesh_.patches) add_patch(patch);
    for (const RotatedPair& pair : rotated_pairs_) join(pair);
    made_.rows = linear_solvers::rows_of(made_.cells, made_.faces.owner, made_.faces.neighbour);
    list_sides();
    add_curvatures();
    made_.oblique = largest_angle_ >= kOrthogonal;
    made_.skewed = made_.oblique && largest_skewness_ >= kSkewed;
    store_vectors();
    return std::move(made_);
  }

 private:
  struct RotatedPair {
    const mesh::Patch &patch, &other;
    mesh::Rotation rotation;  // takes vectors of the other patch to this one
  };

  SfVector area(int face) const {
    return vector_of(geometry_.face_areas[static_cast<std::size_t>(face)]);
  }
  SfVector centre(int face) const {
    return vector_of(geometry_.face_centres[static_cast<std::size_t>(face)]);
  }
  int cell(int face) const { return mesh_.owner[static_cast<std::size_t>(face)]; }
  SfVector centre_of_cell(int number) const {
    return made_.centres[static_cast<std::size_t>(number)];
  }
  void note_angle(const SfVector& n, const SfVector& d) {
    const double cosine = std::clamp(sf_dot(n, d) / length(d), -1.0, 1.0);
    largest_angle_ = std::max(largest_angle_, std::acos(cosine) * 180 / std::numbers::pi);
  }

  // From the cell that has this face to another one; from_neighbour: as the owner sees it. A
  // face of a cell that is its own neighbour has two entries in its row, so it is halved.
  void add_face(int face, int neighbour, const SfVector& from_neighbour) {
    FlowFaces& to = made_.faces;
    const int owner = cell(face);
    const SfVector S = owner == neighbour ? sf_times(0.5, area(face)) : area(face);
    const SfVector from_owner = difference(centre(face), centre_of_cell(owner));
    const SfVector d = difference(from_owner, from_neighbour);
    const double size = length(S);
    const SfVector n = sf_times(1 / size, S);
    const double ahead = -sf_dot(S, from_neighbour), behind = sf_dot(S, from_owner);
    const double delta = delta_of(n, d);
    const double w = ahead / (ahead + behind);
    const SfVector skewness = sf_plus_times(from_owner, w - 1, d);
    note_angle(n, d);
    largest_skewness_ = std::max(largest_skewness_, length(skewness) / length(d));
    to.owner.push_back(owner);
    to.neighbour.push_back(neighbour);
    to.weight.push_back(w);
    to.s_delta.push_back(size * delta);
    to.d.push_back(numbers_of(d));
    S_.push_back(S);
    along_.push_back(sf_times(size, difference(n, sf_times(delta, d))));
    from_owner_.push_back(from_owner);
    from_neighbour_.push_back(from_neighbour);
  }

  void add_side(int face, int patch) {
    FlowSides& to = made_.sides;
    const SfVector S = area(face), d = difference(centre(face), centre_of_cell(cell(face)));
    const double size = length(S);
    const SfVector n = sf_times(1 / size, S);
    const double delta = delta_of(n, d);
    note_angle(n, d);
    to.cell.push_back(cell(face));
    to.patch.push_back(patch);
    to.s_delta.push_back(size * delta);
    to.d.push_back(numbers_of(d));
    to.centre.push_back(centre(face));
    side_faces_.push_back(face);
    side_S_.push_back(S);
    side_n_.push_back(n);
    side_along_.push_back(sf_times(size, difference(n, sf_times(delta, d))));
  }

  // Adds the curvatures of the faces that are sides, in their order, over delta.
  void add_curvatures() {
    const auto all = mesh::curvatures_of(mesh_, geometry_);
    FlowSides& to = made_.sides;
    const std::size_t parts = made_.components > 2 ? 6 : 3, sides = to.cell.size();
    to.curvature.resize(parts * sides);
    for (std::size_t s = 0; s < sides; ++s) {
      const auto of_face =
          bounded(all[static_cast<std::size_t>(side_faces_[s] - mesh_.internal_faces())],
                  length(side_S_[s]) / to.s_delta[s]);
      for (std::size_t k = 0; k < parts; ++k) to.curvature[k * sides + s] = of_face[k];
    }
  }

  void store_vectors() {
    const auto store = [this](const std::vector<SfVector>& vectors) {
      return components_of(vectors, made_.components);
    };
    made_.faces.S = store(S_);
    if (!made_.skewed) made_.faces.along = store(along_);
    from_owner_.insert(from_owner_.end(), from_neighbour_.begin(), from_neighbour_.end());
    made_.faces.to_face = store(from_owner_);
    made_.sides.S = store(side_S_);
    made_.sides.n = store(side_n_);
    made_.sides.along = store(side_along_);
  }

  void add_patch(const mesh::Patch& patch) {
    if (patch.type == "empty") return drop(patch);
    if (patch.type == "cyclic") return join(patch);
    made_.patches.push_back(patch.name);
    for (int face = patch.begin; face < patch.end(); ++face)
      add_side(face, static_cast<int>(made_.patches.size()) - 1);
  }

  void drop(const mesh::Patch& patch) {
    made_.components = 2;
    for (int face = patch.begin; face < patch.end(); ++face)
      if (const SfVector S = area(face); std::hypot(S.x, S.y) > kAlongZ * length(S))
        refuse(fmt::format("face {} of the patch {} of type empty is not normal to z", face,
                           shown(patch.name)));
  }

  // Once for each pair, from the first of its patches; mesh::require_cyclic_pairs() holds.
  void join(const mesh::Patch& patch) {
    const auto other = std::ranges::find(mesh_.patches, patch.neighbour_patch, &mesh::Patch::name);
    if (other->begin < patch.begin) return;
    if (const auto rotation = mesh::rotation_between(geometry_, patch, *other, name_)) {
      rotated_pairs_.push_back({patch, *other, *rotation});
      return;
    }
    note_direction(difference(centre(patch.begin), centre(other->begin)));
    join_faces(patch, *other, [&](int here, int there, bool) {
      const SfVector shift = difference(centre(here), centre(there));
      add_face(here, cell(there),
               difference(difference(centre(here), centre_of_cell(cell(there))), shift));
    });
  }

  void join(const RotatedPair& pair) {
    FlowFaces& to = made_.faces;
    if (made_.components < 3 && !(pair.rotation[2][2] > 1 - kAlongZ))
      refuse(
          fmt::format("the rotation that joins the cyclic patches {} and {} is not about the z "
                      "axis, as a mesh with patches of type empty needs",
                      shown(pair.patch.name), shown(pair.other.name)));
    const int first = static_cast<int>(to.rotations.size());
    to.rotations.insert(to.rotations.end(), {pair.rotation, mesh::inverse_of(pair.rotation)});
    join_faces(pair.patch, pair.other, [&](int here, int there, bool back) {
      const int number = first + (back ? 1 : 0);
      const SfVector away = difference(centre(there), centre_of_cell(cell(there)));
      add_face(here, cell(there),
               vector_of(mesh::rotated(to.rotations[static_cast<std::size_t>(number)],
                                       numbers_of(away))));
      to.rotation.push_back(number);
    });
  }

  // Calls add(face of the owner, face of the neighbour, whether that one is of the first patch).
  template <class Add>
  void join_faces(const mesh::Patch& patch, const mesh::Patch& other, const Add& add) {
    for (int k = 0; k < patch.faces; ++k) {
      const int here = patch.begin + k, there = other.begin + k;
      if (cell(here) <= cell(there)) add(here, there, false);
      if (cell(there) <= cell(here)) add(there, here, true);
    }
  }

  void note_direction(const SfVector& shift) {
    const std::array<double, 3> parts = {std::abs(shift.x), std::abs(shift.y), std::abs(shift.z)};
    made_.periodic[static_cast<std::size_t>(std::ranges::max_element(parts) - parts.begin())] =
        true;
  }

  void list_sides() {
    auto& starts = made_.side_starts;
    starts.assign(static_cast<std::size_t>(made_.cells) + 1, 0);
    for (const int own : made_.sides.cell) ++starts[static_cast<std::size_t>(own) + 1];
    for (std::size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
    made_.side_list.resize(made_.sides.cell.size());
    std::vector<int> next(starts.begin(), starts.end() - 1);
    for (std::size_t s = 0; s < made_.sides.cell.size(); ++s) {
      int& at = next[static_cast<std::size_t>(made_.sides.cell[s])];
      made_.side_list[static_cast<std::size_t>(at++)] = static_cast<int>(s);
    }
  }

  [[noreturn]] void refuse(const std::string& sentence) const {
    throw Error(ExitStatus::bad_input, fmt::format("{}: {}", name_, sentence));
  }

  const mesh::PolyMesh& mesh_;
  const mesh::PolyGeometry& geometry_;
  const std::string name_;
  FlowMesh made_;
  double largest_angle_ = 0, largest_skewness_ = 0;
  std::vector<RotatedPair> rotated_pairs_;
  std::vector<int> side_faces_;
  std::vector<SfVector> S_, along_, from_owner_, from_neighbour_, side_S_, side_n_, side_along_;
};
}  // namespace

std::vector<double> components_of(const std::vector<SfVector>& vectors, int components) {
  const SfVectorArray of{static_cast<int>(vectors.size()), components};
  std::vector<double> values(vectors.size() * static_cast<std::size_t>(components));
  for (int i = 0; i < of.count; ++i)
    sf_store_vector(values.data(), of, i, vectors[static_cast<std::size_t>(i)]);
  return values;
}

std::vector<SfVector> vectors_of(const std::vector<double>& values, int components) {
  std::vector<SfVector> vectors(values.size() / static_cast<std::size_t>(components));
  const SfVectorArray of{static_cast<int>(vectors.size()), components};
  for (int i = 0; i < of.count; ++i)
    vectors[static_cast<std::size_t>(i)] = sf_vector_at(values.data(), of, i);
  return vectors;
}

FlowMesh flow_mesh_of(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                      const std::string& name) {
  return Builder(mesh, geometry, name).build();
}

}  // namespace slipflow::piso
