// The kernels of the method on a device, by name; failures of OpenCL become sentences.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "slipflow/methods/launch.hpp"
#include "slipflow/opencl/staging.hpp"
#include "slipflow/opencl/workspace.hpp"

namespace slipflow::psi_omega {

class DeviceKernels {
 public:
  /// Builds flow.cl and psi.cl for arrays of the layout. Throws Error(kernel_build_failed).
  DeviceKernels(const opencl::Queue& queue, const methods::Launch& launch,
                const mesh::Layout& layout);

  opencl::Workspace& workspace() { return workspace_; }
  const opencl::Workspace& workspace() const { return workspace_; }
  int group() const { return group_; }  ///< work-items of a work-group of flow.cl

  /// Queues a kernel over nx x ny work-items, or over work-groups.
  void run(const char* name, const opencl::Arguments& arguments, int nx, int ny = 1);
  void run_groups(const char* name, const opencl::Arguments& arguments, int count);
  /// Queues a copy of a whole array.
  void copy(const opencl::Array& from, const opencl::Array& to);
  /// Queues a kernel that gives the maximum of each of its work-groups to an array `largest`, and
  /// makes their maximum that number of psi_omega/numbers.h.
  void find_largest(int number, const char* name, const opencl::Arguments& arguments, int nx,
                    int ny = 1);
  std::vector<double> read_numbers() const;
  void write(const opencl::Array& to, const std::vector<double>& values) const;
  std::vector<double> read(const opencl::Array& from) const;

 private:
  // Returns the work-group size that the kernels were built for.
  int build(const char* file, const methods::Launch& launch, const std::vector<const char*>& names);

  opencl::Workspace workspace_;
  int group_;
  struct Built {
    opencl::SizedProgram program;
    opencl::Kernel kernel;
  };
  std::map<std::string, Built> kernels_;
  opencl::Array partial_;  // a value of each work-group
  opencl::Array numbers_;
  opencl::PinnedMemory read_;  // where numbers are read to
};

}  // namespace slipflow::psi_omega
