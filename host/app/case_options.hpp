// Options that commands running a case on a device share.
#pragma once

#include <boost/program_options.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "backend_option.hpp"
#include "methods.hpp"
#include "slipflow/tuning/tuned_launches.hpp"

namespace slipflow::app {

/// --device, those of add_launch_options(), --no-mpi and --kernel-dir.
boost::program_options::options_description case_options();

/// --trust-device, --set, --parity, --precision and --kernels.
void add_launch_options(boost::program_options::options_description& options);

/// --kernel-dir, where it is built in.
void add_kernel_dir(boost::program_options::options_description& options);

/// --set.
void add_set(boost::program_options::options_description& options);

/// What --set, --precision and --kernels change in the case, for load_case_file.
std::vector<std::string> overrides_from(const boost::program_options::variables_map& values);

/// The number of --steps. Throws Error(bad_input) unless it is from 1 to 2^53.
long steps_from(const boost::program_options::variables_map& values);

/// The directory of --output. Throws Error(bad_input) if it is empty or has blanks at its ends,
/// which a key of a case would lose.
std::string output_from(const boost::program_options::variables_map& values);

/// Reads kernels from --kernel-dir, where that option exists and was given.
void apply_kernel_dir(const boost::program_options::variables_map& values);

/// --no-tuning, for commands that use tuned values.
void add_no_tuning(boost::program_options::options_description& options);

/// The device of --device, else of SLIPFLOW_DEVICE, else the best one, tested first in the
/// precision of the case. `warn` receives faults of the drivers and of their caches.
opencl::Device device_from(const LoadedCase& c, const boost::program_options::variables_map& values,
                           const std::function<void(const std::string&)>& warn);

/// What a device has to pass before it computes the problem.
methods::TestedFor tested_for(const methods::Problem& problem);

/// The value of --device, if it is given.
std::optional<std::string> given_device(const boost::program_options::variables_map& values);

/// The device that is `given` by --device, else by SLIPFLOW_DEVICE, else the best one, tested
/// first. `pick` makes the name for this rank of that text.
opencl::Device choose_given_device(
    const methods::Method& method, const std::optional<std::string>& given, bool trust,
    methods::TestedFor tested,
    const std::function<std::string(const std::string&)>& pick = std::identity());

/// The device that the value of SLIPFLOW_DEVICE names, tested first. An Error(bad_input) names the
/// variable.
opencl::Device device_of_environment(const methods::Method& method, const std::string& name,
                                     bool trust, methods::TestedFor tested);

/// The launch that the case and --parity prescribe.
methods::Launch launch_given(const methods::Problem& problem,
                             const boost::program_options::variables_map& values);

/// The tuned values of this version.
tuning::TunedLaunches tuned_launches();

/// The case on the device of a queue, with the tuned launch where the case does not prescribe one.
/// `warn` receives faults of the tuned values.
std::unique_ptr<methods::Simulation> simulate_on(
    const opencl::Queue& queue, const LoadedCase& c,
    const boost::program_options::variables_map& values, const tuning::TunedLaunches::Warn& warn);

/// The case on the host, by the backend that is chosen.
std::unique_ptr<methods::Simulation> simulate_on_host(const methods::Problem& problem,
                                                      const ChosenBackend& backend);

/// "tuned values: ...", a line on the launch of a backend.
std::string tuned_values(const methods::BackendInfo& info);

}  // namespace slipflow::app
