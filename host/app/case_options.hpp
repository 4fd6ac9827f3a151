// Options that commands running a case on a device share.
#pragma once

#include <boost/program_options.hpp>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/simple_ts/backend.hpp"

namespace slipflow::app {

/// --device, --trust-device, --set, --parity, --kernels, and --kernel-dir where it is built in.
boost::program_options::options_description case_options();

/// What --set and --kernels change in the case, for load_case_file.
std::vector<std::string> overrides_from(const boost::program_options::variables_map& values);

/// The number of --steps. Throws Error(bad_input) below 1.
long steps_from(const boost::program_options::variables_map& values);

/// Reads kernels from --kernel-dir, where that option exists and was given.
void apply_kernel_dir(const boost::program_options::variables_map& values);

/// The case on the device of --device, else of SLIPFLOW_DEVICE, else the best one, tested first.
std::unique_ptr<simple_ts::Backend> make_device_backend(
    const simple_ts::Case& c, const boost::program_options::variables_map& values);

}  // namespace slipflow::app
