// What has to happen before the first OpenCL call.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace slipflow::app {

/// The file of this program, which probes the drivers and which commands start again; run_program()
/// sets it. While it is empty, drivers are not probed.
std::filesystem::path& program_file();

/// Gives PoCL a cache that is safe (PoclCache) and leaves out drivers that cannot be loaded
/// (DriverProbe). Every command calls it before it asks for devices; only the first call of a
/// process does anything.
void start_opencl(const std::function<void(const std::string&)>& warn);

}  // namespace slipflow::app
