#include "slipflow/bench/fresh_caches.hpp"

#include <stdlib.h>

#include <array>
#include <string>

namespace slipflow::bench {

namespace {
namespace fs = std::filesystem;

// Our own, PoCL, NVIDIA, AMD's compiler, Mesa, Intel.
constexpr std::array kVariables = {"SLIPFLOW_CACHE_DIR",    "POCL_CACHE_DIR",
                                   "CUDA_CACHE_PATH",       "AMD_COMGR_CACHE_DIR",
                                   "MESA_SHADER_CACHE_DIR", "NEO_CACHE_DIR"};

// Where caches usually are: PoCL loads code from its cache, which the folder for temporary files
// may forbid.
fs::path usual_place() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache && *cache) return cache;
  if (const char* home = std::getenv("HOME"); home && *home) return fs::path(home) / ".cache";
  return fs::temp_directory_path();
}
}  // namespace

FreshCaches::FreshCaches() {
  std::error_code error;
  fs::create_directories(usual_place(), error);
  std::string name = (usual_place() / "slipflow-bench-XXXXXX").string();
  if (!mkdtemp(name.data())) return;
  folder_ = name;
  for (const char* variable : kVariables) {
    const fs::path cache = folder_ / variable;
    if (!fs::create_directory(cache, error)) continue;
    fs::permissions(cache, fs::perms::owner_all, error);  // our own cache insists on it
    setenv(variable, cache.c_str(), 0);
  }
}

FreshCaches::~FreshCaches() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

}  // namespace slipflow::bench
