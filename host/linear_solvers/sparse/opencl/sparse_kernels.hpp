// The kernels of systems on polyhedra on a device, by name.
#pragma once

#include <optional>

#include "opencl/vector_kernels.hpp"

namespace slipflow::linear_solvers {

class SparseKernels : public VectorKernels {
 public:
  SparseKernels(opencl::Workspace& workspace, bool parity);

  /// Blocks that a work-group adds in kernels of rows.
  int blocks_of_rows() const { return blocks_of_vectors(); }
  /// Kernels of rows, over `items` work-items or over `groups`.
  void run_on_rows(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                   int items);
  void run_on_rows(const char* name, std::size_t slot, const opencl::Arguments& arguments,
                   Groups7 groups);
  /// Kernels of all small levels, which one work-group does.
  void run_on_small_levels(const char* name, const opencl::Arguments& arguments);

 private:
  Program rows_;
  std::optional<Program> small_levels_;  // built when it is first needed
};

}  // namespace slipflow::linear_solvers
