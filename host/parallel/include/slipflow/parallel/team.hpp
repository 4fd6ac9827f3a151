// The ranks that run one case together: processes, each with a part of the mesh.
#pragma once

#include <cstdint>
#include <span>

namespace slipflow::parallel {

/// The ranks of a run, as one of them sees them. Every rank makes the same calls in the same order.
class Team {
 public:
  virtual ~Team() = default;
  /// This rank, 0 to size() - 1.
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// Each value becomes the largest that a rank has for it.
  virtual void maximum(std::span<std::uint64_t> values) = 0;
};

/// A process that runs its case alone, without MPI: nothing is exchanged.
class OneRank final : public Team {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  void maximum(std::span<std::uint64_t>) override {}
};

}  // namespace slipflow::parallel
