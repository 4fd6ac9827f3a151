#include "output/samples.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "piso/gradients.h"
#include "slipflow/box/samples.hpp"

namespace slipflow::piso {

namespace {
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

class Sampler {
 public:
  Sampler(const std::vector<std::string>& names, const Case& c, const CaseFlow& flow,
          FlowFields& fields)
      : case_(c),
        mesh_(flow.mesh()),
        cells_(flow.cells_in_frame()),
        names_(names),
        fields_(fields) {
    for (const auto& name : names) quantities_.push_back(fields.quantity(name));
    if (!c.poly) find_sides();
  }

  std::vector<double> at(const methods::Point& p) {
    return case_.poly ? in_polyhedra({p.x, p.y, p.z}) : in_box(p);
  }

 private:
  using Cell = boxes::SamplePoint::Cell;
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

  std::vector<double> in_box(const methods::Point& p) {
    const boxes::SamplePoint point(case_, 0, p, [&](const Cell& at, int side) {
      return side_of_.contains({cell_at(at), side});
    });
    if (!point.in_domain()) return nowhere();
    std::vector<double> values;
    for (std::size_t q = 0; q < quantities_.size(); ++q)
      values.push_back(point.value(
          [&](int place) {
            return quantities_[q].of_cell(cells_[static_cast<std::size_t>(place)]);
          },
          [&](const Cell& at, int side) -> std::optional<double> {
            const auto found = side_of_.find({cell_at(at), side});
            return found == side_of_.end() ? std::nullopt : on_side(names_[q], found->second);
          }));
    return values;
  }

  int cell_at(const Cell& at) const {
    const auto& m = case_.mesh;
    const auto row = at[2] * m.y.cells() + at[1];
    return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(m.x.cells()) +
                  static_cast<std::size_t>(at[0])];
  }

  void find_sides() {
    const SfVectorArray of{mesh_.sides.count(), mesh_.components};
    for (int s = 0; s < of.count; ++s) {
      const SfVector n = sf_vector_at(mesh_.sides.n.data(), of, s);
      for (int axis = 0; axis < of.components; ++axis)
        if (const double along = sf_component(n, axis); std::abs(along) > 0.5)
          side_of_[{mesh_.sides.cell[static_cast<std::size_t>(s)], 2 * axis + (along > 0)}] = s;
    }
  }

  // Nothing for the vorticity, which has no values on sides.
  std::optional<double> on_side(const std::string& name, int side) {
    const auto s = static_cast<std::size_t>(side);
    const auto component = std::ranges::find(kVelocities, name) - kVelocities.begin();
    if (component < static_cast<std::ptrdiff_t>(kVelocities.size())) {
      if (side_velocities_.empty()) side_velocities_ = fields_.side_velocities();
      return sf_component(side_velocities_[s], static_cast<int>(component));
    }
    if (name != "p") return std::nullopt;
    if (side_pressures_.empty()) side_pressures_ = fields_.loads().pressures;
    return side_pressures_[s];
  }

  const Case& case_;
  const FlowMesh& mesh_;
  const std::vector<int> cells_;
  const std::vector<std::string>& names_;
  FlowFields& fields_;
  std::vector<Quantity> quantities_;
  std::map<std::pair<int, int>, int> side_of_;  // of boxes: by cell and mesh::Side
  std::vector<SfVector> side_velocities_;       // empty until they are used
  std::vector<double> side_pressures_;          // likewise
};
}  // namespace

methods::Samples samples_at(const std::vector<methods::Point>& points,
                            const std::vector<std::string>& names, const Case& c,
                            const CaseFlow& flow, FlowFields& fields) {
  if (points.empty()) return {};
  Sampler sampler(names, c, flow, fields);
  methods::Samples samples;
  for (const auto& point : points) samples.push_back(sampler.at(point));
  return samples;
}

}  // namespace slipflow::piso
