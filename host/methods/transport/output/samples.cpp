#include "samples.hpp"

#include <limits>
#include <optional>

#include "slipflow/box/samples.hpp"

namespace slipflow::transport {

namespace {
double value_at(const Case& c, const TrBox& box, const std::vector<double>& phi,
                const methods::Point& p) {
  using Cell = boxes::SamplePoint::Cell;
  const auto cell_of = [&](const Cell& at) { return tr_cell(&box, at[0], at[1], at[2]); };
  const auto wall_at = [&](const Cell& at, int side) -> int {
    const TrCell cell = cell_of(at);
    return box.tag[tr_beyond(&box, &cell, side)];
  };
  const boxes::SamplePoint point(c, 1, p,
                                 [&](const Cell& at, int side) { return wall_at(at, side) != 0; });
  if (!point.in_domain()) return std::numeric_limits<double>::quiet_NaN();
  return point.value([&](int place) { return phi[place]; },
                     [&](const Cell& at, int side) -> std::optional<double> {
                       const TrCell cell = cell_of(at);
                       const int wall = wall_at(at, side);
                       if (wall == 0) return std::nullopt;
                       return tr_phi_on_face(&box, &cell, side, wall, phi[cell.p]);
                     });
}
}  // namespace

methods::Samples samples_of(const Case& c, const BoxArrays& arrays, const std::vector<double>& phi,
                            double time, const std::vector<methods::Point>& points) {
  const auto values = values_at(c, time);
  const TrBox box = arrays.view(c, values);
  methods::Samples samples;
  for (const auto& point : points) samples.push_back({value_at(c, box, phi, point)});
  return samples;
}

}  // namespace slipflow::transport
