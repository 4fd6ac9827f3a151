// The kernels of incompressible flow on a device, by name, and sums over its cells.
#pragma once

#include <string>

#include "opencl/vector_kernels.hpp"

namespace slipflow::piso {

class FlowKernels : public linear_solvers::VectorKernels {
 public:
  /// `group`: the work-group size of kernels of cells, faces and sides, or 0 for the usual one.
  FlowKernels(opencl::Workspace& workspace, bool parity, int group);

  /// Over `items` work-items, if there are any. Calls with the same slot set only the arguments
  /// that have changed.
  void run_momentum(const char* name, const opencl::Arguments& arguments, int items,
                    std::size_t slot = 0);
  void run_pressure(const char* name, const opencl::Arguments& arguments, int items,
                    std::size_t slot = 0);
  void run_sums(const char* name, const opencl::Arguments& arguments,
                linear_solvers::Groups7 groups, std::size_t slot);
  /// Work-groups that add `blocks` blocks of values.
  linear_solvers::Groups7 groups_of_sums(int blocks) const;

 private:
  const int group_;
  Program momentum_, pressure_, sums_;
};

/// Numbers that stay on the device until they are read all at once: SF_SUM_*.
class FlowSums {
 public:
  FlowSums(FlowKernels& kernels, int cells);

  const opencl::Array& values() const { return values_; }
  /// Queues that number `number` becomes the sum over the cells of array `of` from `first` on.
  void add(const opencl::Array& of, int first, int number);
  /// That it becomes the largest one of all.
  void find_largest(const opencl::Array& of, int number);
  std::vector<double> read() const;

 private:
  void reduce(const char* name, int count, const opencl::Array* from, int number);

  FlowKernels& kernels_;
  const int cells_;
  opencl::Array values_, partial_[2];
};

}  // namespace slipflow::piso
