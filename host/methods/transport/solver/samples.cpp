#include "solver/samples.hpp"

#include <array>
#include <limits>
#include <optional>

#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::transport {

namespace {
class Sampler {
 public:
  Sampler(const Case& c, const TrBox& box, const std::vector<double>& phi)
      : case_(c), box_(box), phi_(phi) {}

  double at(const methods::Point& p) const {
    const auto& m = case_.mesh;
    const auto cell = setup::free_cell_at(m, {p.x, p.y, p.z});
    if (!cell) return std::numeric_limits<double>::quiet_NaN();
    const auto nodes = [&](int axis) {
      return setup::AxisNodes{m.axis(axis), false, case_.periodic(axis), 1};
    };
    const auto near = setup::boundaries_near(m, *cell, {p.x, p.y, p.z},
                                             [&](int side) { return wall_at(*cell, side) != 0; });
    if (m.axes() < 3)
      return value(setup::point_stencil(nodes(0), p.x, nodes(1), p.y,
                                        [&](int i, int j) { return !m.solid(i, j); }),
                   near);
    return value(setup::point_stencil({nodes(0), nodes(1), nodes(2)}, {p.x, p.y, p.z},
                                      [&](int i, int j, int k) { return !m.solid(i, j, k); }),
                 near);
  }

 private:
  TrCell cell_of(const std::array<int, 3>& at) const { return tr_cell(&box_, at[0], at[1], at[2]); }
  int wall_at(const std::array<int, 3>& at, int side) const {
    const TrCell cell = cell_of(at);
    return box_.tag[tr_beyond(&box_, &cell, side)];
  }
  template <class Stencil>
  double value(const Stencil& stencil, const std::vector<setup::NearBoundary>& near) const {
    const auto of_cell = [&](int k) { return phi_[stencil.place[k]]; };
    const auto on_boundary = [&](const auto& at, int side) -> std::optional<double> {
      const TrCell cell = cell_of(at);
      const int wall = wall_at(at, side);
      if (wall == 0) return std::nullopt;
      return tr_phi_on_face(&box_, &cell, side, wall, phi_[cell.p]);
    };
    return setup::value_at(stencil, near, of_cell, on_boundary);
  }

  const Case& case_;
  const TrBox& box_;
  const std::vector<double>& phi_;
};
}  // namespace

methods::Samples samples_of(const Case& c, const BoxArrays& arrays, const std::vector<double>& phi,
                            double time, const std::vector<methods::Point>& points) {
  const auto values = values_at(c, time);
  const TrBox box = arrays.view(c, values);
  const Sampler sampler(c, box, phi);
  methods::Samples samples;
  for (const auto& point : points) samples.push_back({sampler.at(point)});
  return samples;
}

}  // namespace slipflow::transport
