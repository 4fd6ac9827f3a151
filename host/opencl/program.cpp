#include "slipflow/opencl/program.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <optional>

#include "slipflow/opencl/errors.hpp"

namespace slipflow::opencl {

namespace {
std::optional<SourceTree>& overriding_sources() {
  static std::optional<SourceTree> tree;
  return tree;
}

// Where the whole log stands: it can be thousands of lines.
std::string write_log(const std::string& file, const std::string& log) {
  std::error_code ignored;
  auto path = std::filesystem::temp_directory_path(ignored) / "slipflow-build-XXXXXX";
  std::string name = path.string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) return "(the log could not be written)";
  ::close(descriptor);
  std::ofstream(name) << "// " << file << '\n' << log << '\n';
  return name;
}

cl::Program build_one(const Queue& queue, const std::string& file, const std::string& options) {
  cl::Program program(queue.context, kernel_sources().expand(file));
  try {
    program.build({queue.device.handle}, options.c_str());
  } catch (const cl::Error& failure) {
    const auto log = program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(queue.device.handle);
    throw Error(ExitStatus::kernel_build_failed,
                fmt::format("{} does not build on '{}' ({}): {}; options: {}; the compiler's log is "
                            "in {}", file, queue.device.name, queue.device.driver,
                            error_name(failure.err()), options, write_log(file, log)));
  }
  return program;
}
}  // namespace

Queue::Queue(const Device& d)
    : device(d), context(d.handle), queue(context, d.handle, cl::QueueProperties::None) {}

const SourceTree& kernel_sources() {
  return overriding_sources() ? *overriding_sources() : embedded_sources();
}

void override_kernel_sources(const std::filesystem::path& directory) {
  overriding_sources() = embedded_sources().overlaid_with(SourceTree::from_directory(directory));
}

std::vector<cl::Program> build_programs(const Queue& queue, const std::vector<std::string>& files,
                                        const std::string& options) {
  std::vector<cl::Program> programs;
  for (const std::string& file : files) programs.push_back(build_one(queue, file, options));
  return programs;
}

}  // namespace slipflow::opencl
