// Tuned values: the fastest launches that `slipflow tune` found, kept between runs.
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
/// kernels, scheme, mode, mesh, kinds of boundaries, and the options given. Positions of bodies and
/// the numbers of the gas do not matter.
class TunedLaunches {
 public:
  using Warn = std::function<void(const std::string&)>;

  /// `cache` holds entries of the kind "tuned"; `program`: the version that is running.
  TunedLaunches(UserCache cache, std::string program);

  /// `given` with its open options filled in as remembered, and marked as tuned; unchanged if
  /// nothing is remembered. `warn` is told of a damaged entry.
  Launch fill(const Problem& problem, const opencl::Device& device, const Launch& given,
              const Warn& warn) const;

  /// Remembers `best` for runs with the options `given`. Throws Error(output_failed) when that
  /// cannot be done.
  void remember(const Problem& problem, const opencl::Device& device, const Launch& given,
                const Launch& best) const;

  /// The file of that entry.
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
