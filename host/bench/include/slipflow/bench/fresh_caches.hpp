// Caches of compiled kernels that are empty at first, so that build times are real.
#pragma once

#include <filesystem>

namespace slipflow::bench {

/// While it lives, our own cache and those of the drivers are in a folder of this run, removed with
/// everything in it at the end. A cache whose environment variable is set already is left where it
/// is. Create it before the first call of OpenCL, when drivers read the environment.
class FreshCaches {
 public:
  FreshCaches();
  ~FreshCaches();
  FreshCaches(const FreshCaches&) = delete;
  FreshCaches& operator=(const FreshCaches&) = delete;

 private:
  std::filesystem::path folder_;  // empty: none could be made
};

}  // namespace slipflow::bench
