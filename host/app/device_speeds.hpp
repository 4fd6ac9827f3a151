// How fast the devices of the ranks are, relative to each other.
#pragma once

#include <vector>

#include "slipflow/opencl/device.hpp"
#include "slipflow/parallel/team.hpp"
#include "slipflow/setup/precision.hpp"

namespace slipflow::app {

/// Whether the devices of all ranks have the same name. Collective.
bool have_equal_devices(parallel::Team& team, const opencl::Device& device);

/// The speed of each rank's device: the rate of a copy, measured on all ranks at the same time, of
/// which the plain kernels reach half as much as the fused one. Collective.
std::vector<double> speeds_of_devices(parallel::Team& team, const opencl::Device& device,
                                      setup::Precision precision, bool plain_kernels);

}  // namespace slipflow::app
