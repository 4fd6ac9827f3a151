// How to launch the kernels fastest, as `slipflow tune` found it, kept between runs.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "slipflow/methods/problem.hpp"
#include "slipflow/support/user_cache.hpp"

namespace slipflow::tuning {

using methods::Launch;
using methods::Problem;

/// Remembers a launch for everything its speed depends on: device and driver, the program and its
/// kernels, scheme, mode, mesh, kinds of sides, and what was not left to the program. Where a body
/// stands, and the numbers of the gas, do not matter.
class TunedLaunches {
 public:
  using Warn = std::function<void(const std::string&)>;

  /// `cache` holds entries of the kind "tuned"; `program`: the version that is running.
  TunedLaunches(UserCache cache, std::string program);

  /// `given` with what it leaves to the program filled in as remembered, and marked as tuned; what
  /// it does give stays. As it was where nothing is remembered. `warn` is told of a damaged entry.
  Launch fill(const Problem& problem, const opencl::Device& device, const Launch& given,
              const Warn& warn) const;

  /// Remembers `best` for those who give what `given` gives. Throws Error(output_failed) when that
  /// cannot be done.
  void remember(const Problem& problem, const opencl::Device& device, const Launch& given,
                const Launch& best) const;

  /// Where that stands.
  std::filesystem::path file_of(const Problem& problem, const opencl::Device& device,
                                const Launch& given) const;

 private:
  std::optional<Launch> find(const Problem& problem, const opencl::Device& device,
                             const Launch& given, const Warn& warn) const;
  std::string key_of(const Problem& problem, const opencl::Device& device,
                     const Launch& given) const;

  UserCache cache_;
  std::string program_;
};

/// A digest of every kernel and of the equations they expand: a change in any of them may change
/// which launch is the fastest.
std::string digest_of_kernels(const opencl::SourceTree& sources);

}  // namespace slipflow::tuning
