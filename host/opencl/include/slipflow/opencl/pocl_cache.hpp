// Where PoCL keeps the kernels that it has compiled.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "slipflow/support/checked_folder.hpp"
#include "slipflow/support/private_folder.hpp"

namespace slipflow::opencl {

/// PoCL executes what it finds in its cache. Without HOME the cache is /tmp/pocl, which belongs to
/// the user that created it, and a damaged entry or a full disk ends the program. This gives PoCL
/// the folder that POCL_CACHE_DIR names, else the folder "pocl" of the user's cache, its files
/// checked; or one for this process alone when that folder cannot be used. It must live from before
/// the first OpenCL call until after the last.
class PoclCache {
 public:
  /// Sets POCL_CACHE_DIR unless it names a folder that can be used. `warn` is told of damage, and
  /// of a folder that cannot be used because it is full, read-only or another user's.
  explicit PoclCache(const std::function<void(const std::string&)>& warn);
  /// Records what PoCL has added.
  ~PoclCache();
  PoclCache(const PoclCache&) = delete;
  PoclCache& operator=(const PoclCache&) = delete;

 private:
  std::string open_users();
  std::string open_private();

  std::optional<CheckedFolder> checked_;
  std::optional<PrivateFolder> private_;
};

}  // namespace slipflow::opencl
