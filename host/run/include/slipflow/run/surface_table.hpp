// Numbers about boundaries, patches and bodies, of any method: surfaces.csv and summary.json.
#pragma once

#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::run {

/// Throws Error(bad_input) unless the lines output.pressure_drop name surfaces of the case.
void require_surfaces(const config::Settings& settings, const methods::Problem& problem);

/// The names of the pressure drops of a case, such as "pressure_drop_west_east", and their unit.
std::vector<methods::SurfaceNumber> pressure_drops_of(const methods::Problem& problem);

/// A column for each number of each surface, such as "west_mass_flow", then the pressure drops.
methods::TableInfo surface_table(const methods::Problem& problem);

/// The numbers of the current state in these columns, in the units of the method.
std::vector<double> surface_line(const methods::Problem& problem,
                                 methods::Diagnostics& diagnostics);

}  // namespace slipflow::run
