#include "state/face_velocities.hpp"

namespace slipflow::transport {

namespace {
using Point = std::array<double, 3>;

// The component along an axis at a point.
double component(const Velocity& velocity, int axis, const Point& at) {
  if (velocity.kind == Velocity::Kind::constant) return velocity.constant[axis];
  const auto [first, second] = mesh::axes_of_planes[static_cast<std::size_t>(velocity.axis)];
  // (first, second, axis) is right-handed, but about y.
  const double turn = velocity.axis == 1 ? -velocity.rotation : velocity.rotation;
  if (axis == first) return -turn * (at[second] - velocity.centre[1]);
  if (axis == second) return turn * (at[first] - velocity.centre[0]);
  return 0;
}

// Where the face behind cell `at` along an axis is; -1 is the face before the first cell.
Point place_of_face(const mesh::Mesh& mesh, int axis, const std::array<int, 3>& at) {
  Point place{};
  for (int other = 0; other < mesh.axes(); ++other)
    place[other] =
        other == axis ? mesh.axis(other).faces[at[other] + 1] : mesh.axis(other).centre(at[other]);
  return place;
}

double mean_of_cells(const Case& c, int axis, const std::array<int, 3>& before) {
  const auto& values = c.velocity.cells[static_cast<std::size_t>(axis)];
  std::array<int, 3> after = before;
  const int cells = c.mesh.axis(axis).cells();
  ++after[axis];
  const auto value = [&](std::array<int, 3> at) {
    const auto row = static_cast<std::size_t>(at[2]) * c.mesh.y.cells() + at[1];
    return values[row * c.mesh.x.cells() + at[0]];
  };
  std::array<int, 3> a = before, b = after;
  a[axis] = before[axis] >= 0 ? before[axis] : c.periodic(axis) ? cells - 1 : 0;
  b[axis] = after[axis] < cells ? after[axis] : c.periodic(axis) ? 0 : cells - 1;
  const bool beside_body = c.mesh.solid(a[0], a[1], a[2]) || c.mesh.solid(b[0], b[1], b[2]);
  return beside_body ? 0 : 0.5 * (value(a) + value(b));
}

// Calls f(cell) for the cells that have a face behind them along an axis, from -1 on.
template <class F>
void for_faces(const linear_solvers::Box7& box, int axis, F f) {
  for (int k = axis == 2 ? -1 : 0; k < box.n3; ++k)
    for (int j = axis == 1 ? -1 : 0; j < box.n2; ++j)
      for (int i = axis == 0 ? -1 : 0; i < box.n1; ++i) f(std::array<int, 3>{i, j, k});
}
}  // namespace

std::array<std::vector<double>, 3> face_velocities(const Case& c, const linear_solvers::Box7& box) {
  std::array<std::vector<double>, 3> faces;
  for (int axis = 0; axis < c.mesh.axes() && c.has_velocity(); ++axis) {
    auto& values = faces[static_cast<std::size_t>(axis)];
    values.resize(box.size());
    for_faces(box, axis, [&](const std::array<int, 3>& at) {
      values[box.at(at[0], at[1], at[2])] =
          c.velocity.kind == Velocity::Kind::file
              ? mean_of_cells(c, axis, at)
              : component(c.velocity, axis, place_of_face(c.mesh, axis, at));
    });
  }
  return faces;
}

}  // namespace slipflow::transport
