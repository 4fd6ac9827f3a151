// Seven-point systems to be timed.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "boxes.hpp"
#include "slipflow/opencl/device.hpp"

namespace slipflow::bench::studies {

/// The matrix of a box without flow through its sides, with the constants along x, y, z.
linear_solvers::Matrix7 matrix_of(const linear_solvers::Box7& box,
                                  const std::array<double, 3>& constants,
                                  linear_solvers::Coefficients7 kind);

/// frac(43758.5453 sin(number of the cell)) - 1/2, cells counted from 1 in ascending order, without
/// its mean; 0 in the ghosts.
std::vector<double> scattered_numbers(const linear_solvers::Box7& box);

/// Why that many arrays of a box do not fit into the memory of a device and of the host; empty when
/// they fit.
std::string box_obstacle(const linear_solvers::Box7& box, const opencl::Device& device,
                         int arrays_of_device, int arrays_of_host);

/// Bytes per second at which the device copies a long array.
double rate_of_long_copy(const opencl::Device& device);

const char* name_of(linear_solvers::Coefficients7 kind);

}  // namespace slipflow::bench::studies
