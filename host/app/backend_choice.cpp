#include "backend_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "case_options.hpp"
#include "opencl_start.hpp"
#include "slipflow/methods/tested_device.hpp"
#include "slipflow/run/restart.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/machine.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using Warn = std::function<void(const std::string&)>;

/// Whether an option, the environment or a key asks for something that only OpenCL devices have.
bool asks_for_device(const methods::Problem& problem, const po::variables_map& values) {
  auto device = given_device(values);
  if (const char* name = std::getenv("SLIPFLOW_DEVICE"); name && !device) device = name;
  const auto& run = problem.controls().run;
  return (device && *device != "auto" && !device->empty()) || values.count("kernel-dir") > 0 ||
         run.kernels != setup::KernelSet::automatic || run.work_group_size > 0 || run.rows > 0;
}

bool is_cpu(const opencl::Device& device) { return device.cpu && !device.gpu; }

/// The choice for a case that threads can compute, where nothing is asked for.
class Choice {
 public:
  Choice(const LoadedCase& c, const po::variables_map& values, const methods::HostCosts& costs,
         int threads, const Warn& warn)
      : c_(c), values_(values), costs_(costs), threads_(threads), warn_(warn) {}

  BackendChoice for_restart(const run::Writer& writer) const {
    // Both have the same bits.
    if (writer.backend == "threads" || writer.backend == "serial")
      return by_threads("checkpoint", "as the checkpoint has the bits of the host");
    if (writer.backend != "opencl") return for_machine();
    const auto device = device_called(writer.device);
    if (!device) {
      auto choice = for_machine();
      choice.line = fmt::format("the device '{}' of the checkpoint is not here{}{}", writer.device,
                                choice.line.empty() ? "" : "; ", choice.line);
      return choice;
    }
    return {{"opencl"},
            methods::choose_tested_device(c_.method, std::to_string(device->index), trust(),
                                          tested_for(*c_.problem)),
            "checkpoint",
            fmt::format("backend opencl, as the checkpoint is of '{}'", device->name)};
  }

  BackendChoice for_machine() const {
    try {
      start_opencl(warn_);
      const auto best = opencl::choose_device("auto", setup::needs_double(precision()));
      if (is_cpu(best) && prefers_threads()) return by_model(best);
      const auto tested = device_from(c_, values_, warn_);
      // GPUs may have failed the test.
      return is_cpu(tested) ? by_model(tested) : BackendChoice{{"opencl"}, tested, "device", ""};
    } catch (const Error& error) {
      if (error.status() != ExitStatus::no_device &&
          error.status() != ExitStatus::kernel_build_failed)
        throw;
      return by_threads("device", fmt::format("as no OpenCL device can be used: {}", error.what()));
    }
  }

 private:
  bool trust() const { return values_["trust-device"].as<bool>(); }
  setup::Precision precision() const { return c_.problem->controls().run.precision; }
  bool prefers_threads() const { return costs_.threads <= costs_.cpu_device; }

  BackendChoice by_threads(const std::string& by, const std::string& why) const {
    return {{"threads", threads_}, {}, by, fmt::format("backend threads, {}", why)};
  }

  BackendChoice by_model(const opencl::Device& device) const {
    const auto why = fmt::format(
        "by the model: 10,000 iterations take {:.1f} s with {} thread{}, {:.1f} s on '{}'",
        costs_.threads, threads_, threads_ > 1 ? "s" : "", costs_.cpu_device, device.name);
    if (prefers_threads()) return by_threads("model", why + " (--backend opencl takes that)");
    return {{"opencl"},
            device,
            "model",
            fmt::format("backend opencl, {} (--backend threads takes threads)", why)};
  }

  std::optional<opencl::Device> device_called(const std::string& name) const {
    try {
      start_opencl(warn_);
      auto devices = opencl::list_devices();
      std::erase_if(devices, [&](const auto& d) { return d.name != name; });
      if (devices.empty()) return {};
      return opencl::choose_device(devices, "auto", setup::needs_double(precision()));
    } catch (const Error&) {  // for_machine() says what is wrong
      return {};
    }
  }

  const LoadedCase& c_;
  const po::variables_map& values_;
  methods::HostCosts costs_;
  int threads_;
  const Warn& warn_;
};
}  // namespace

BackendChoice choose_backend(const LoadedCase& c, const po::variables_map& values,
                             const ChosenBackend& given, const std::string& writer,
                             const std::function<void(const std::string&)>& warn) {
  if (given.on_host()) return {given};
  if (given.name == "opencl" || asks_for_device(*c.problem, values))
    return {{"opencl"}, device_from(c, values, warn)};
  const int threads = usable_processors();
  const auto costs = c.problem->costs().host_costs(threads);
  if (!costs) return {{"opencl"}, device_from(c, values, warn), "device"};
  const Choice choice(c, values, *costs, threads, warn);
  return writer.empty() ? choice.for_machine() : choice.for_restart(run::parts_of_writer(writer));
}

}  // namespace slipflow::app
