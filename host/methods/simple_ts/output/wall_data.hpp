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

/// The values on each face, on a mesh of that many axes: in space friction and slip have three
/// components, and there is no flow of a channel.
std::vector<setup::FieldInfo> wall_field_list(int axes = 2);

/// The data of each of names_of_walls(). The loads are those of sf_wall_loads() per length, in
/// space per area, on pieces of cut wall those of sf_cut_loads(), so that their integrals are the
/// sums of forces.csv.
std::vector<methods::WallData> wall_data_of(const Case& c, const State& s);

}  // namespace slipflow::simple_ts
