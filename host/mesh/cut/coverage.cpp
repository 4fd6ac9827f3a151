#include "coverage.hpp"

#include <algorithm>

namespace slipflow::mesh::cut {

Coverage::Coverage(const std::vector<CutBody>& bodies, const Outlines& outlines)
    : bodies_(bodies),
      outlines_(outlines),
      winding_(outlines.regions.size()),
      enclosing_(bodies.size()) {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const int body = static_cast<int>(k);
    const bool is_left_out = std::ranges::binary_search(outlines.unresolved, body);
    if (bodies[k].gas_inside && !is_left_out) covering_.push_back(body);
  }
}

int Coverage::body() const { return *std::ranges::min_element(covering_); }

void Coverage::cross(int region, int direction) {
  crossed_.push_back({region, direction});
  move(region, direction);
}

void Coverage::restart() {
  for (const auto& [region, direction] : crossed_) move(region, -direction);
  crossed_.clear();
}

bool Coverage::encloses(int region) const {
  const bool even_odd = outlines_.regions[region].rule == FillRule::even_odd;
  return even_odd ? winding_[region] % 2 != 0 : winding_[region] != 0;
}

void Coverage::move(int region, int direction) {
  const bool before = encloses(region);
  winding_[region] += direction;
  if (encloses(region) == before) return;
  const int body = outlines_.regions[region].body;
  const bool was_in_shape = enclosing_[body] > 0;
  enclosing_[body] += before ? -1 : 1;
  const bool in_shape = enclosing_[body] > 0;
  if (in_shape != was_in_shape) set_covering(body, in_shape != bodies_[body].gas_inside);
}

void Coverage::set_covering(int body, bool covers) {
  if (covers)
    covering_.push_back(body);
  else
    covering_.erase(std::ranges::find(covering_, body));
}

}  // namespace slipflow::mesh::cut
