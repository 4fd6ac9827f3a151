// Values of the gas along walls; docs/methods/simple-ts.md (78), (79).
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/setup/fields.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// Names of the walls of a case that act on the gas: "wall_south", "circle_1"; without blanks.
std::vector<std::string> names_of_walls(const Case& c);

/// The values on each face.
const std::vector<setup::FieldInfo>& wall_field_list();

/// The data of each of names_of_walls(). The loads are those of sf_wall_loads() per length, so that
/// their integrals are the sums of forces.csv.
std::vector<methods::WallData> wall_data_of(const Case& c, const State& s);

}  // namespace slipflow::simple_ts
