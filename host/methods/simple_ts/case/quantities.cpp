#include "quantities.hpp"

namespace slipflow::simple_ts {

std::string time_text(const Case& c, double time, int digits) {
  return quantity_text(time, "L/V0", c.output.units.get(), digits);
}

std::string place_of_cell(const Case& c, int i, int j) {
  return config::place_text(c.mesh.x.centre(i), c.mesh.y.centre(j), c.output.units.get());
}

}  // namespace slipflow::simple_ts
