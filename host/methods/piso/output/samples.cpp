#include "output/samples.hpp"

#include <limits>

#include "slipflow/setup/point_stencil.hpp"

namespace slipflow::piso {

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Sampler {
 public:
  Sampler(const std::vector<std::string>& names, const Case& c, const CaseFlow& flow,
          FlowFields& fields)
      : case_(c), mesh_(flow.mesh()), cells_(flow.cells_in_frame()) {
    for (const auto& name : names) quantities_.push_back(fields.quantity(name));
  }

  std::vector<double> at(const methods::Point& p) const {
    return case_.poly ? in_polyhedra({p.x, p.y, p.z}) : in_box(p);
  }

 private:
  std::vector<double> nowhere() const { return std::vector<double>(quantities_.size(), kNaN); }

  std::vector<double> in_polyhedra(const mesh::Vector3& point) const {
    const auto found = case_.search->cell_at(point);
    if (!found) return nowhere();
    const int cell = cells_[static_cast<std::size_t>(*found)];
    const SfVector x = {point[0], point[1], mesh_.components > 2 ? point[2] : 0};
    const SfVector away = sf_plus_times(x, -1, mesh_.centres[static_cast<std::size_t>(cell)]);
    std::vector<double> values;
    for (const Quantity& q : quantities_)
      values.push_back(q.of_cell(cell) + sf_dot(gradient_by_least_squares(mesh_, cell, q), away));
    return values;
  }

  std::vector<double> in_box(const methods::Point& p) const {
    const auto& m = case_.mesh;
    const auto nodes = [&](int axis) {
      return setup::AxisNodes{m.axis(axis), false, case_.periodic(axis), 0};
    };
    if (m.solid(m.x.cell_at(p.x), m.y.cell_at(p.y), m.axes() > 2 ? m.z.cell_at(p.z) : 0))
      return nowhere();
    if (m.axes() < 3)
      return values_of(setup::point_stencil(nodes(0), p.x, nodes(1), p.y,
                                            [&](int i, int j) { return !m.solid(i, j); }));
    return values_of(setup::point_stencil({nodes(0), nodes(1), nodes(2)}, {p.x, p.y, p.z},
                                          [&](int i, int j, int k) { return !m.solid(i, j, k); }));
  }

  template <class Stencil>
  std::vector<double> values_of(const Stencil& stencil) const {
    std::vector<double> values;
    for (const Quantity& q : quantities_)
      values.push_back(stencil.sum_of([&](int k) {
        const int place = stencil.place[static_cast<std::size_t>(k)];
        return q.of_cell(cells_[static_cast<std::size_t>(place)]);
      }));
    return values;
  }

  const Case& case_;
  const FlowMesh& mesh_;
  const std::vector<int> cells_;
  std::vector<Quantity> quantities_;
};
}  // namespace

methods::Samples samples_at(const std::vector<methods::Point>& points,
                            const std::vector<std::string>& names, const Case& c,
                            const CaseFlow& flow, FlowFields& fields) {
  if (points.empty()) return {};
  const Sampler sampler(names, c, flow, fields);
  methods::Samples samples;
  for (const auto& point : points) samples.push_back(sampler.at(point));
  return samples;
}

}  // namespace slipflow::piso
