// Building kernels.
#pragma once

#include <string>
#include <vector>

#include "slipflow/opencl/device.hpp"
#include "slipflow/opencl/source_tree.hpp"

namespace slipflow::opencl {

/// A context and an in-order queue on one device.
struct Queue {
  explicit Queue(const Device& d);
  Device device;
  cl::Context context;
  cl::CommandQueue queue;
};

/// The sources kernels are built from: the embedded ones, with those of the directory of
/// --kernel-dir over them where that option exists.
const SourceTree& kernel_sources();
void override_kernel_sources(const std::filesystem::path& directory);

/// Options, after others, that compile a kernel in single precision.
std::string single_options(bool exact_single);

/// Builds `files` of the source tree as one program each with the same options. A failure is
/// Error(kernel_build_failed) with device, file, options, and the path of a file holding the
/// compiler's whole log.
std::vector<cl::Program> build_programs(const Queue& queue, const std::vector<std::string>& files,
                                        const std::string& options);

}  // namespace slipflow::opencl
