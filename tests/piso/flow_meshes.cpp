#include "flow_meshes.hpp"

#include <cmath>

#include "slipflow/mesh/poly_build.hpp"
#include "slipflow/mesh/poly_geometry.hpp"

namespace test_flow {

using namespace slipflow;

namespace {
void join(mesh::PolyMesh& mesh, const std::string& low, const std::string& high) {
  for (auto& patch : mesh.patches)
    if (patch.name == low || patch.name == high) {
      patch.type = "cyclic";
      patch.neighbour_patch = patch.name == low ? high : low;
    }
}
}  // namespace

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

}  // namespace test_flow
