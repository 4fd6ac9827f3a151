// The backend of a run, also where no option names one.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "backend_option.hpp"
#include "methods.hpp"
#include "slipflow/opencl/device.hpp"

namespace slipflow::app {

struct BackendChoice {
  ChosenBackend backend{};
  std::optional<opencl::Device> device{};  ///< of the backend opencl, tested
  /// Who chose it, for summary.json: "option" (or the environment, or a key of the case that only
  /// kernels have), "device" (what OpenCL devices there are), "model", "checkpoint".
  std::string by = "option";
  std::string line{};  ///< for people; empty if an option or a GPU decided
};

/// The backend that is `given` unless it is auto, and its device. For auto: a device that is named;
/// what wrote the checkpoint, if this run resumes from one (`writer`, run::writer_of()) and it is
/// here; a GPU; else threads or the CPU device, whichever Costs::host_costs() expects to be
/// faster. The model knows the case and the number of processors and nothing else, so the same
/// command makes the same choice. A case without threads takes the best device. Throws as
/// device_from(), but where no device can be used and the case has threads, it takes those.
BackendChoice choose_backend(const LoadedCase& c,
                             const boost::program_options::variables_map& values,
                             const ChosenBackend& given, const std::string& writer,
                             const std::function<void(const std::string&)>& warn);

}  // namespace slipflow::app
