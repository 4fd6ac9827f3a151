#include "slipflow/opencl/loader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "slipflow/support/error.hpp"

namespace slipflow::opencl {

namespace {
constexpr const char* kLibrary = "libOpenCL.so.1";

Error unusable(const std::string& why) {
  return {
      ExitStatus::no_device,
      fmt::format("the OpenCL loader cannot be used ({}): install it and a driver (on Debian and "
                  "Ubuntu, packages ocl-icd-libopencl1 and pocl-opencl-icd), or use --backend "
                  "serial",
                  why)};
}

struct Library {
  void* handle = nullptr;
  std::string why;  // why there is none: dlerror() says it only once
};

Library opened() {
  if (void* const handle = dlopen(kLibrary, RTLD_NOW | RTLD_GLOBAL)) return {handle, ""};
  const char* const text = dlerror();
  return {nullptr, text ? text : "no reason is known"};
}

// Never closed: drivers leave threads and clean up when the program ends.
void* library() {
  static const Library library = opened();
  if (!library.handle) throw unusable(library.why);
  return library.handle;
}
}  // namespace

void* loader_function(const char* name) {
  // A tool that was loaded before the program, such as Oclgrind, brings its own.
  if (void* const preloaded = dlsym(RTLD_DEFAULT, name)) return preloaded;
  void* const function = dlsym(library(), name);
  if (!function) throw unusable(fmt::format("{} has no {}", kLibrary, name));
  return function;
}

}  // namespace slipflow::opencl
