// Building kernels.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/opencl/device.hpp"
#include "slipflow/opencl/source_tree.hpp"
#include "slipflow/setup/precision.hpp"

namespace slipflow::opencl {

/// The programs that were built for a queue.
struct BuildCount {
  int programs = 0;
  int from_cache = 0;  ///< of these; a driver with a cache of its own does not say
};

/// A context and an in-order queue on one device.
struct Queue {
  /// Throws Error(no_device) when the driver fails.
  explicit Queue(const Device& d);
  Device device;
  cl::Context context;
  cl::CommandQueue queue;
  std::shared_ptr<BuildCount> built = std::make_shared<BuildCount>();  ///< that of all copies
};

/// The sources kernels are built from: the embedded ones and those added, replaced and extended by
/// those in the directory of --kernel-dir where that option exists.
const SourceTree& kernel_sources();
void add_kernel_sources(const SourceTree& more);
void override_kernel_sources(const std::filesystem::path& directory);

/// Calls `say` with file and device before each program that a driver builds from source, and with
/// an empty file when it is built. Programs of the cache are not named.
using SayBuild = std::function<void(const std::string& file, const std::string& device)>;
void announce_builds(SayBuild say);

/// Options, to follow others, that compile a kernel in the precision. `exact_single`: the device
/// rounds divisions and roots of floats, if it is told to.
std::string precision_options(setup::Precision precision, bool exact_single);

/// The first binary of a program, as its driver has made it; empty if the driver has none.
std::string binary_of(const cl::Program& program);

/// Builds `files` of the source tree as one program each with the same options. A failure is
/// Error(kernel_build_failed) with device, file, options, and the path of a file holding the
/// compiler's whole log.
std::vector<cl::Program> build_programs(const Queue& queue, const std::vector<std::string>& files,
                                        const std::string& options);

/// A program and the work-group size that its kernels were compiled for, their SF_WORK_GROUP.
struct SizedProgram {
  cl::Program program;
  int group;
};

/// Builds `file` as build_programs() does, for work-groups of `group` work-items. Registers may
/// limit a kernel to fewer than its device allows: then for the largest power of two that the
/// device reports for all kernels of the file. Throws Error(kernel_build_failed) when that is below
/// `smallest`.
SizedProgram build_for_groups(const Queue& queue, const std::string& file,
                              const std::string& options, int group, int smallest = 1);

}  // namespace slipflow::opencl
