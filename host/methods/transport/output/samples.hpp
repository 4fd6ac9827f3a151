// phi at points.
#pragma once

#include <vector>

#include "slipflow/methods/simulation.hpp"
#include "state/box.hpp"

namespace slipflow::transport {

/// Of phi by Box7::at() at a time: linear between the centres of cells and to the values on
/// boundaries and bodies; NaN in bodies.
methods::Samples samples_of(const Case& c, const BoxArrays& arrays, const std::vector<double>& phi,
                            double time, const std::vector<methods::Point>& points);

}  // namespace slipflow::transport
