#include "flow_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>

#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"

namespace test_flow {

namespace mesh = slipflow::mesh;
namespace piso = slipflow::piso;

namespace {
void join(mesh::PolyMesh& mesh, const std::string& low, const std::string& high) {
  for (auto& patch : mesh.patches)
    if (patch.name == low || patch.name == high) {
      patch.type = "cyclic";
      patch.neighbour_patch = patch.name == low ? high : low;
    }
}

using Index = std::array<int, 3>;
using Lengths = std::array<double, 3>;

class CutBox {
 public:
  CutBox(const Index& cells, const Lengths& lengths, double moved, int axes_moved) : cells_(cells) {
    sides_.names = {"west", "east", "south", "north", "bottom", "top"};
    for (int k = 0; k <= cells[2]; ++k) {
      // Its numbers are the same everywhere, and those of edges along z.
      std::mt19937 random(axes_moved < 3 ? 1U : static_cast<unsigned>(k));
      for (int j = 0; j <= cells[1]; ++j)
        for (int i = 0; i <= cells[0]; ++i) {
          const Index at = {i, j, k};
          mesh::Vector3& point = points_.emplace_back();
          for (std::size_t a = 0; a < 3; ++a) {
            const double by =
                moved * (2 * (static_cast<double>(random()) / std::mt19937::max()) - 1);
            const bool moves = static_cast<int>(a) < axes_moved && at[a] % cells[a] != 0;
            point[a] = lengths[a] / cells[a] * (at[a] + (moves ? by : 0));
          }
        }
    }
  }

  mesh::PolyMesh of_tetrahedra() {
    for_hexahedra([this](const Index& first) {
      std::array<std::size_t, 3> order = {0, 1, 2};
      do {
        Index at = first;
        std::vector<Index> corners = {at};
        for (const std::size_t a : order) {
          ++at[a];
          corners.push_back(at);
        }
        add(mesh::CellShape::tetrahedron, corners);
        for (std::size_t left_out = 0; left_out < 4; ++left_out) {
          auto face = corners;
          face.erase(face.begin() + static_cast<std::ptrdiff_t>(left_out));
          add_side(mesh::CellShape::triangle, face);
        }
      } while (std::next_permutation(order.begin(), order.end()));
    });
    return made();
  }

  mesh::PolyMesh of_prisms() {
    for_hexahedra([this](const Index& at) {
      for (const std::array<Index, 3>& base :
           {std::array<Index, 3>{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}},
            {{{1, 0, 0}, {1, 1, 0}, {0, 1, 0}}}}) {
        std::vector<Index> corners;
        for (const int k : {0, 1})
          for (const Index& c : base) corners.push_back({at[0] + c[0], at[1] + c[1], at[2] + k});
        add(mesh::CellShape::prism, corners);
        for (const int first : {0, 3})
          add_side(mesh::CellShape::triangle,
                   {corners.begin() + first, corners.begin() + first + 3});
        for (std::size_t k = 0, next = 1; k < 3; ++k, next = (k + 1) % 3)
          add_side(mesh::CellShape::quadrilateral,
                   {corners[k], corners[next], corners[next + 3], corners[k + 3]});
      }
    });
    return made();
  }

 private:
  template <class Action>
  void for_hexahedra(const Action& action) const {
    for (int k = 0; k < cells_[2]; ++k)
      for (int j = 0; j < cells_[1]; ++j)
        for (int i = 0; i < cells_[0]; ++i) action(Index{i, j, k});
  }
  std::vector<int> labels(const std::vector<Index>& corners) const {
    std::vector<int> of;
    for (const Index& at : corners)
      of.push_back(at[0] + (cells_[0] + 1) * (at[1] + (cells_[1] + 1) * at[2]));
    return of;
  }
  void add(mesh::CellShape shape, const std::vector<Index>& corners) {
    all_.add(shape, labels(corners), -1);
  }
  void add_side(mesh::CellShape shape, const std::vector<Index>& corners) {
    for (int side = 0; side < 6; ++side) {
      const auto axis = static_cast<std::size_t>(side / 2);
      const int end = side % 2 == 0 ? 0 : cells_[axis];
      if (std::ranges::all_of(corners, [&](const Index& at) { return at[axis] == end; }))
        sides_.add(shape, labels(corners), side);
    }
  }
  mesh::PolyMesh made() { return mesh::poly_mesh_of(std::move(points_), all_, sides_, "", "cut"); }

  const Index cells_;
  std::vector<mesh::Vector3> points_;
  mesh::Elements all_, sides_;
};
}  // namespace

mesh::PolyMesh tetrahedra(const Index& cells, const Lengths& lengths, double moved) {
  return CutBox(cells, lengths, moved, 3).of_tetrahedra();
}

mesh::PolyMesh prisms(const Index& cells, const Lengths& lengths, double moved) {
  return CutBox(cells, lengths, moved, 2).of_prisms();
}

piso::FlowMesh triangles(int nx, int ny, double moved) {
  auto mesh = prisms({nx, ny, 1}, {1, 0.8, 1}, moved);
  for (auto& patch : mesh.patches)
    if (patch.name == "bottom" || patch.name == "top") patch.type = "empty";
  return flow_mesh(mesh);
}

mesh::PolyMesh box(const std::vector<int>& cells, const std::vector<double>& lengths,
                   const std::string& joined) {
  mesh::Mesh box{mesh::uniform_axis(0, lengths[0], cells[0]),
                 mesh::uniform_axis(0, lengths[1], cells[1]),
                 {},
                 {}};
  if (cells.size() > 2) box.z = mesh::uniform_axis(0, lengths[2], cells[2]);
  box.tags.assign(box.layout().size(), 0);
  auto made = mesh::poly_mesh_of(box);
  if (joined.find('x') != std::string::npos) join(made, "west", "east");
  if (joined.find('y') != std::string::npos) join(made, "south", "north");
  return made;
}

mesh::PolyMesh box_with_circle(int nx, int ny, const SfVector& centre, double radius) {
  mesh::Mesh box{mesh::uniform_axis(0, nx, nx), mesh::uniform_axis(0, ny, ny), {}, {}};
  const auto layout = box.layout();
  box.tags.assign(layout.size(), 0);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      if (std::hypot(i + 0.5 - centre.x, j + 0.5 - centre.y) < radius)
        box.tags[layout.at(i, j, 0)] = 1;
  return mesh::poly_mesh_of(box);
}

namespace {
// Unit vectors, the last one along the axis.
std::array<SfVector, 3> frame_of(const Ring& ring) {
  if (ring.cells[2] == 0) return {SfVector{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  return {SfVector{2.0 / 3, -1.0 / 3, 2.0 / 3},
          {2.0 / 3, 2.0 / 3, -1.0 / 3},
          {-1.0 / 3, 2.0 / 3, 2.0 / 3}};
}

// Gives the triangles of east the order of those of west, which differ in x alone.
void order_east_like_west(mesh::PolyMesh& mesh) {
  const auto patch = [&](const char* name) {
    return *std::ranges::find(mesh.patches, name, &mesh::Patch::name);
  };
  const auto old = mesh;
  const auto geometry = mesh::geometry_of(old);
  for (int k = 0; k < patch("west").faces; ++k) {
    const auto& x = geometry.face_centres[static_cast<std::size_t>(patch("west").begin + k)];
    for (int j = 0; j < patch("east").faces; ++j) {
      const auto from = static_cast<std::size_t>(patch("east").begin + j);
      const auto& y = geometry.face_centres[from];
      if (std::hypot(x[1] - y[1], x[2] - y[2]) > 1e-9) continue;
      const auto to = static_cast<std::size_t>(patch("east").begin + k);
      mesh.owner[to] = old.owner[from];
      std::ranges::copy(old.points_of(static_cast<int>(from)),
                        mesh.face_points.begin() + mesh.face_starts[to]);
    }
  }
}
}  // namespace

mesh::PolyMesh Ring::mesh(int count) const {
  const int around = count * cells[0];
  auto made = cells[2] == 0   ? box({around, cells[1]}, {1, 1})
              : of_tetrahedra ? tetrahedra({around, cells[1], cells[2]}, {1, 1, 1}, 0)
                              : box({around, cells[1], cells[2]}, {1, 1, 1});
  order_east_like_west(made);
  join(made, "west", "east");
  const auto frame = frame_of(*this);
  const double turn = 2 * std::numbers::pi / sectors;
  for (auto& point : made.points) {
    const double s = count * point[0], r = 1 + point[1],
                 z = cells[2] == 0 ? point[2] : 0.8 * point[2];
    const double bent = wave * turn * std::sin(2 * std::numbers::pi * s) * (1 + point[1]);
    const double angle = -turn * s + spiral * point[1] + 0.5 * spiral * point[2] + bent;
    SfVector x = sf_times(r * std::cos(angle), frame[0]);
    x = sf_plus_times(sf_plus_times(x, r * std::sin(angle), frame[1]), z, frame[2]);
    point = {x.x, x.y, x.z};
  }
  return made;
}

std::array<double, 3> Ring::cylindrical(const SfVector& x) const {
  const auto frame = frame_of(*this);
  const double a = sf_dot(x, frame[0]), b = sf_dot(x, frame[1]);
  return {std::hypot(a, b), std::atan2(b, a), sf_dot(x, frame[2])};
}

SfVector Ring::vector_at(const SfVector& x, const std::array<double, 3>& parts) const {
  const auto frame = frame_of(*this);
  const double angle = angle_at(x), cosine = std::cos(angle), sine = std::sin(angle);
  const SfVector first = sf_times(parts[0] * cosine - parts[1] * sine, frame[0]);
  return sf_plus_times(sf_plus_times(first, parts[0] * sine + parts[1] * cosine, frame[1]),
                       parts[2], frame[2]);
}

mesh::PolyMesh sheared(mesh::PolyMesh mesh, double factor) {
  for (auto& point : mesh.points) point[0] += factor * point[1];
  return mesh;
}

piso::FlowMesh flow_mesh(const mesh::PolyMesh& mesh) {
  return piso::flow_mesh_of(mesh, mesh::geometry_of(mesh), "test");
}

piso::FlowCase flow_with_all_sides(const piso::FlowMesh& mesh) {
  using piso::PatchKind;
  piso::FlowCase flow;
  flow.viscosity = 0.05;
  flow.gravity = {0.1, -1, 0.2};
  const auto moving = [](const SfVector& x, double t) {
    return SfVector{1 + 0.3 * t, 0.2 * x.z, 0.1 * x.x};
  };
  for (const auto& name : mesh.patches) {
    auto& patch = flow.patches.emplace_back();
    if (name == "west") patch.velocity = moving;
    if (name == "east") patch.kind = PatchKind::pressure;
    if (name == "north") patch.kind = PatchKind::outflow;
    if (name == "bottom") patch.kind = PatchKind::symmetry;
    if (name == "top") {
      patch.kind = PatchKind::slip;
      patch.slip_length = 0.1;
      patch.velocity = [](const SfVector&, double t) { return SfVector{0.5 * t, 0, 0}; };
    }
    patch.pressure = [](const SfVector& x, double t) { return 0.1 * x.y + 0.05 * t; };
  }
  return flow;
}

double rms_error(const piso::FlowMesh& mesh, const std::vector<SfVector>& U,
                 const std::function<SfVector(const SfVector&)>& exact) {
  double sum = 0, volume = 0;
  for (std::size_t i = 0; i < U.size(); ++i) {
    const SfVector e = sf_plus_times(U[i], -1, exact(mesh.centres[i]));
    sum += mesh.volumes[i] * sf_dot(e, e);
    volume += mesh.volumes[i];
  }
  return std::sqrt(sum / volume);
}

double largest_error_of_fluxes(const piso::FlowMesh& mesh, const std::vector<double>& fluxes,
                               const std::function<SfVector(const SfVector&)>& field) {
  const piso::FlowFaces& faces = mesh.faces;
  const SfVectorArray of{faces.count(), mesh.components}, twice{2 * of.count, mesh.components};
  double largest = 0;
  for (int f = 0; f < of.count; ++f) {
    const auto k = static_cast<std::size_t>(f);
    const SfVector S = sf_vector_at(faces.S.data(), of, f);
    const SfVector x = sf_plus(mesh.centres[static_cast<std::size_t>(faces.owner[k])],
                               sf_vector_at(faces.to_face.data(), twice, f));
    largest =
        std::max(largest, std::abs(fluxes[k] - sf_dot(field(x), S)) / std::sqrt(sf_dot(S, S)));
  }
  return largest;
}

}  // namespace test_flow
