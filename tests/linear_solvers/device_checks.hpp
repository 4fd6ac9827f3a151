// A device against the serial reference, in one precision.
#pragma once

#include <span>

#include "slipflow/linear_solvers/line_solver.hpp"
#include "systems.hpp"
#include "test_device.hpp"

namespace slipflow::linear_solvers {

/// By a device. The choice of the solver is that of the serial reference to compare with.
struct DeviceSolution : Solution {
  LineChoice choice;
};
DeviceSolution solve_on_device(opencl::Workspace& workspace, const Systems& s,
                               const LineChoice& choice, bool in_place = false);

/// The device has the bits and the status of the serial reference: with arrays of rows, or with one
/// matrix that all lines share.
void check_arrays_of_rows(opencl::Workspace& workspace, const Algorithm& algorithm,
                          const Size& size);
void check_shared_matrix(opencl::Workspace& workspace, const Algorithm& algorithm,
                         const Size& size);
/// For each of the algorithms and sizes.
void check_device_bits(const std::vector<Algorithm>& algorithms, const std::vector<Size>& sizes);
/// A line of NaN leaves the others alone.
void check_device_nan(const std::vector<Algorithm>& algorithms);
/// Outside of parity mode the digits of strictly dominant systems are those of Thomas' algorithm.
void check_fast_mode(setup::Precision precision);

}  // namespace slipflow::linear_solvers
