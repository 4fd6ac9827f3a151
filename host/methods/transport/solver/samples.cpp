#include "solver/samples.hpp"

#include <limits>

#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::transport {

namespace {
bool is_in_body(const mesh::Mesh& m, const methods::Point& p) {
  return m.solid(m.x.cell_at(p.x), m.y.cell_at(p.y), m.axes() > 2 ? m.z.cell_at(p.z) : 0);
}

double value_at(const Case& c, const std::vector<double>& phi, const methods::Point& p) {
  const auto& m = c.mesh;
  const auto value = [&](const auto& stencil) {
    return stencil.sum_of([&](int k) { return phi[stencil.place[k]]; });
  };
  const setup::AxisNodes x{m.x, false, c.periodic(0), 1}, y{m.y, false, c.periodic(1), 1};
  if (m.axes() < 3)
    return value(
        setup::point_stencil(x, p.x, y, p.y, [&](int i, int j) { return !m.solid(i, j); }));
  return value(setup::point_stencil({x, y, {m.z, false, c.periodic(2), 1}}, {p.x, p.y, p.z},
                                    [&](int i, int j, int k) { return !m.solid(i, j, k); }));
}
}  // namespace

methods::Samples samples_of(const Case& c, const std::vector<double>& phi,
                            const std::vector<methods::Point>& points) {
  methods::Samples samples;
  for (const auto& point : points)
    samples.push_back({is_in_body(c.mesh, point) ? std::numeric_limits<double>::quiet_NaN()
                                                 : value_at(c, phi, point)});
  return samples;
}

}  // namespace slipflow::transport
