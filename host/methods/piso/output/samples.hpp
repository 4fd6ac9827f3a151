// The flow at points: probes and profiles.
#pragma once

#include <string>
#include <vector>

#include "output/flow_fields.hpp"

namespace slipflow::piso {

/// The fields of these names at points; NaN in bodies and outside of polyhedra. In boxes they are
/// linear between the centres of cells, and to the values on boundaries and bodies. In polyhedra a
/// value is that of the cell and its gradient times the distance from the centre.
methods::Samples samples_at(const std::vector<methods::Point>& points,
                            const std::vector<std::string>& names, const Case& c,
                            const CaseFlow& flow, FlowFields& fields);

}  // namespace slipflow::piso
