// Quantities of a case in messages, in the units of its results.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

#include "slipflow/config/units.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// "5e-08 s", or without SI units "0.6".
inline std::string time_text(const Case& c, double time, int digits) {
  return quantity_text(time, "L/V0", c.output.units.get(), digits);
}

/// "x = 1.025e-05 m, y = 2.5e-07 m", or without SI units "x = 2.05, y = 0.05".
inline std::string place_in_words(const Case& c, const std::array<double, 3>& place) {
  std::string text;
  for (int axis = 0; axis < c.axes(); ++axis)
    text += fmt::format("{}{} = {}", axis > 0 ? ", " : "", setup::kAxes[axis],
                        quantity_text(place[axis], "L", c.output.units.get(), 6));
  return text;
}

/// "cell (3, 14), x = 2.05, y = 0.05", with the centre of the cell.
inline std::string cell_in_words(const Case& c, const std::array<int, 3>& cell) {
  std::string numbers;
  std::array<double, 3> centre{};
  for (int axis = 0; axis < c.axes(); ++axis) {
    numbers += fmt::format("{}{}", axis > 0 ? ", " : "", cell[axis]);
    centre[axis] = c.mesh.axis(axis).centre(cell[axis]);
  }
  return fmt::format("cell ({}), {}", numbers, place_in_words(c, centre));
}

}  // namespace slipflow::simple_ts
