// Quantities of a case in messages, in the units of its results.
#pragma once

#include <string>

#include "slipflow/config/units.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// "5e-08 s", or without SI units "0.6".
inline std::string time_text(const Case& c, double time, int digits) {
  return quantity_text(time, "L/V0", c.output.units.get(), digits);
}

/// The centre of a cell: "x = 1.025e-05 m, y = 2.5e-07 m", or without SI units
/// "x = 2.05, y = 0.05".
inline std::string place_of_cell(const Case& c, int i, int j) {
  return config::place_text(c.mesh.x.centre(i), c.mesh.y.centre(j), c.output.units.get());
}

}  // namespace slipflow::simple_ts
