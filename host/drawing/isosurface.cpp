#include "isosurface.hpp"

#include <algorithm>
#include <cmath>

namespace slipflow::drawing {

namespace {
/// The middle of a cell, with the value of the surface's field less its level.
struct Middle {
  Point3 at;
  double above = 0, shown = 0;
};

/// The corner of a box with a 1 for each axis along which it is the upper one: x 1, y 2, z 4. Each
/// path along the axes from 0 to 7 has a tetrahedron, so neighbouring boxes cut their common face
/// alike.
constexpr int kTetrahedra[6][4] = {{0, 1, 3, 7}, {0, 1, 5, 7}, {0, 2, 3, 7},
                                   {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 6, 7}};

Middle between(const Middle& a, const Middle& b) {
  const double part = a.above / (a.above - b.above);
  Middle cut{{}, 0, std::lerp(a.shown, b.shown, part)};
  for (std::size_t k = 0; k < 3; ++k) cut.at[k] = std::lerp(a.at[k], b.at[k], part);
  return cut;
}

void cut_tetrahedron(const std::array<Middle, 8>& box, const int (&corners)[4],
                     const std::function<void(const SurfaceTriangle&)>& act) {
  std::vector<const Middle*> above, below;
  for (const int c : corners) {
    const Middle& corner = box[static_cast<std::size_t>(c)];
    (corner.above >= 0 ? above : below).push_back(&corner);
  }
  const auto triangle = [&](const Middle& a, const Middle& b, const Middle& c) {
    act({{a.at, b.at, c.at}, (a.shown + b.shown + c.shown) / 3});
  };
  if (above.size() == 2) {
    const Middle cuts[] = {between(*above[0], *below[0]), between(*above[0], *below[1]),
                           between(*above[1], *below[1]), between(*above[1], *below[0])};
    triangle(cuts[0], cuts[1], cuts[2]);
    triangle(cuts[0], cuts[2], cuts[3]);
  } else if (above.size() == 1 || below.size() == 1) {
    const Middle& alone = above.size() == 1 ? *above[0] : *below[0];
    const auto& others = above.size() == 1 ? below : above;
    triangle(between(alone, *others[0]), between(alone, *others[1]), between(alone, *others[2]));
  }
}
}  // namespace

void for_isosurface(const mesh::Mesh& mesh, const std::vector<double>& field, double level,
                    const std::vector<double>& shown,
                    const std::function<void(const SurfaceTriangle&)>& act) {
  const int nx = mesh.x.cells(), ny = mesh.y.cells(), nz = mesh.z.cells();
  mesh::for_cells({0, 0, nx - 1, ny - 1, 0, nz - 1}, [&](int i, int j, int k) {
    std::array<Middle, 8> box;
    bool is_gas = true, any_above = false, any_below = false;
    for (int c = 0; c < 8 && is_gas; ++c) {
      const int ic = i + (c & 1), jc = j + (c >> 1 & 1), kc = k + (c >> 2);
      const auto cell = static_cast<std::size_t>((static_cast<long>(kc) * ny + jc) * nx + ic);
      const double above = field[cell] - level;
      is_gas = !mesh.solid(ic, jc, kc) && std::isfinite(above);
      box[static_cast<std::size_t>(c)] = {
          {mesh.x.centre(ic), mesh.y.centre(jc), mesh.z.centre(kc)}, above, shown[cell]};
      (above >= 0 ? any_above : any_below) = true;
    }
    if (!is_gas || !any_above || !any_below) return;
    for (const auto& corners : kTetrahedra) cut_tetrahedron(box, corners, act);
  });
}

}  // namespace slipflow::drawing
