// Values in messages, in SI units where a case has them.
#pragma once

#include <string>

#include "slipflow/config/units.hpp"

namespace slipflow::config {

/// For people, a value in a unit of the method with `digits` significant digits: "300 K", or
/// without SI units "1".
std::string quantity_text(double value, const std::string& unit, const UnitSystem* units,
                          int digits = 4);

/// For people, a point of the mesh: "x = 1.025e-05 m, y = 2.5e-07 m", or without SI units
/// "x = 2.05, y = 0.05".
std::string place_text(double x, double y, const UnitSystem* units);

}  // namespace slipflow::config
