#include "slipflow/opencl/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/user_cache.hpp"

namespace slipflow::opencl {

namespace {
// Sources of kernels: the embedded ones, those that override them, and the result.
struct Sources {
  SourceTree known = embedded_sources();
  SourceTree overriding{{}};
  SourceTree all = known;
};

Sources& sources() {
  static Sources all;
  return all;
}

SayBuild& announcement() {
  static SayBuild say;
  return say;
}

// Says what is being built as long as it lives.
class BuildNotice {
 public:
  BuildNotice(const std::string& file, const Device& device) : device_(device.name) {
    if (announcement()) announcement()(file, device_);
  }
  ~BuildNotice() {
    if (announcement()) announcement()("", device_);
  }
  BuildNotice(const BuildNotice&) = delete;
  BuildNotice& operator=(const BuildNotice&) = delete;

 private:
  std::string device_;
};

// The end of a compiler's log, for a terminal.
std::string last_lines(const std::string& log) {
  constexpr std::size_t kMostLines = 20;
  std::vector<std::string> lines;
  std::istringstream in(log);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(shown(line));
  const auto first = lines.end() - static_cast<std::ptrdiff_t>(std::min(lines.size(), kMostLines));
  return fmt::format("{}", fmt::join(first, lines.end(), "\n"));
}

// Writes the whole log to a file, as it can be thousands of lines; returns where.
std::string write_log(const std::string& file, const std::string& log) {
  std::error_code ignored;
  auto path = std::filesystem::temp_directory_path(ignored) / "slipflow-build-XXXXXX";
  std::string name = path.string();
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) return "(the log could not be written)";
  ::close(descriptor);
  std::ofstream(name) << "// " << file << '\n' << escaped_lines(log) << '\n';
  return name;
}

// PoCL keeps compiled kernels itself, and its compilation depends on its environment variables,
// which no key of ours would know.
bool keeps_its_own_cache(const Device& device) {
  return device.platform == "Portable Computing Language";
}

// A driver that has lost its device may have none.
std::string build_log(const cl::Program& program, const Device& device) {
  try {
    return program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device.handle);
  } catch (const cl::Error&) {
    return "";
  }
}

cl::Program build_source(const Queue& queue, const std::string& file, const std::string& source,
                         const std::string& options) {
  cl::Program program(queue.context, source);
  const BuildNotice notice(file, queue.device);
  try {
    program.build({queue.device.handle}, options.c_str());
  } catch (const cl::Error& failure) {
    const auto log = build_log(program, queue.device);
    const auto lines = last_lines(log);
    throw Error(
        ExitStatus::kernel_build_failed,
        fmt::format("{} does not build on '{}' ({}): {}; options: {}; the compiler's log is "
                    "in {}{}{}",
                    file, queue.device.name, queue.device.driver, error_name(failure.err()),
                    options, write_log(file, log), lines.empty() ? "" : "\n", lines));
  }
  return program;
}

// A program from the cache, or nothing when there is none that this driver accepts.
std::optional<cl::Program> build_cached(const Queue& queue, const UserCache& cache,
                                        const std::string& key, const std::string& options) {
  const CacheEntry entry = cache.find(key);
  if (entry.state != CacheEntry::State::good) return std::nullopt;
  try {
    const std::vector<unsigned char> binary(entry.bytes.begin(), entry.bytes.end());
    cl::Program program(queue.context, {queue.device.handle}, {binary});
    program.build({queue.device.handle}, options.c_str());
    return program;
  } catch (const cl::Error&) {
    return std::nullopt;
  }
}

cl::Program build_one(const Queue& queue, const std::string& file,
                      const std::string& options_of_case) {
  const std::string options = options_of_case + " -cl-kernel-arg-info";  // for Kernel::set()
  const std::string source = kernel_sources().expand(file);
  ++queue.built->programs;
  if (keeps_its_own_cache(queue.device)) return build_source(queue, file, source, options);
  const auto& d = queue.device;
  const std::string key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}", d.platform, d.name, d.driver,
                                      d.version, options, source);
  const UserCache cache = UserCache::of_user("kernel");
  if (auto program = build_cached(queue, cache, key, options)) {
    ++queue.built->from_cache;
    return *program;
  }
  cl::Program program = build_source(queue, file, source, options);
  if (const std::string binary = binary_of(program); !binary.empty()) cache.store(key, binary);
  return program;
}

// The kernel of a program that fits into the smallest work-group, among those that were compiled
// for a larger one than they fit into.
struct Limit {
  std::string kernel;  // empty: all of them fit
  std::size_t group;   // work-items
};

// Drivers that say 256 for each kernel compiled for larger work-groups, and run it: their compiler
// has divided the registers among as many work-items as it was told.
bool understates_limits(const Device& device) { return device.platform_short == "NV"; }

Limit find_limit(const Queue& queue, cl::Program& program) {
  if (understates_limits(queue.device)) return {"", 0};
  std::vector<cl::Kernel> kernels;
  program.createKernels(&kernels);
  Limit limit{"", 0};
  for (const cl::Kernel& kernel : kernels) {
    const auto& device = queue.device.handle;
    const auto compiled = kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(device);
    const std::size_t most = kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(device);
    if (most < compiled[0] * compiled[1] * compiled[2] &&
        (limit.kernel.empty() || most < limit.group))
      limit = {kernel.getInfo<CL_KERNEL_FUNCTION_NAME>(), most};
  }
  return limit;
}
}  // namespace

Queue::Queue(const Device& d)
    : device(d),
      context(guarded("preparing '" + d.name + "'", [&] { return cl::Context(d.handle); })),
      queue(guarded("preparing '" + d.name + "'", [&] {
        return cl::CommandQueue(context, d.handle, cl::QueueProperties::None);
      })) {}

void announce_builds(SayBuild say) { announcement() = std::move(say); }

const SourceTree& kernel_sources() { return sources().all; }

void add_kernel_sources(const SourceTree& more) {
  auto& s = sources();
  s.known = s.known.overlaid_with(more);
  s.all = s.known.overlaid_with(s.overriding);
}

void override_kernel_sources(const std::filesystem::path& directory) {
  auto& s = sources();
  s.overriding = SourceTree::from_directory(directory);
  s.all = s.known.overlaid_with(s.overriding);
}

std::string binary_of(const cl::Program& program) {
  const auto binaries = program.getInfo<CL_PROGRAM_BINARIES>();
  return binaries.empty() ? "" : std::string(binaries[0].begin(), binaries[0].end());
}

std::string precision_options(setup::Precision precision, bool exact_single) {
  if (precision == setup::Precision::in_double) return "";
  if (precision == setup::Precision::in_mixed) return " -DSF_MIXED";
  return std::string(" -DSF_SINGLE -cl-single-precision-constant") +
         (exact_single ? " -cl-fp32-correctly-rounded-divide-sqrt" : "");
}

std::vector<cl::Program> build_programs(const Queue& queue, const std::vector<std::string>& files,
                                        const std::string& options) {
  std::vector<cl::Program> programs;
  for (const std::string& file : files) programs.push_back(build_one(queue, file, options));
  return programs;
}

SizedProgram build_for_groups(const Queue& queue, const std::string& file,
                              const std::string& options, int group, int smallest) {
  while (true) {
    cl::Program program =
        build_one(queue, file, fmt::format("{} -DSF_WORK_GROUP={}", options, group));
    const Limit limit = find_limit(queue, program);
    if (limit.kernel.empty()) return {program, group};
    group = static_cast<int>(std::bit_floor(limit.group));
    if (group < smallest || group == 0)
      throw Error(
          ExitStatus::kernel_build_failed,
          fmt::format("{} cannot be launched on '{}' ({}): its kernel {} allows {} work-items "
                      "in a work-group, {} are needed; take another device or --backend serial",
                      file, queue.device.name, queue.device.driver, limit.kernel, limit.group,
                      smallest));
  }
}

}  // namespace slipflow::opencl
