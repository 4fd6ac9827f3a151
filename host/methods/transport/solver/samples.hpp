// phi at points.
#pragma once

#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

/// Of phi by Box7::at(), linear between the centres of cells; NaN in bodies.
methods::Samples samples_of(const Case& c, const std::vector<double>& phi,
                            const std::vector<methods::Point>& points);

}  // namespace slipflow::transport
