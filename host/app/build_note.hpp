// Says that kernels are built.
#pragma once

#include "slipflow/support/log.hpp"

namespace slipflow::app {

/// Where no live line names the programs that are built, a line of the log precedes the first one.
/// The log outlives this.
class BuildNote {
 public:
  explicit BuildNote(Log& log);
  ~BuildNote();
  BuildNote(const BuildNote&) = delete;
  BuildNote& operator=(const BuildNote&) = delete;

 private:
  bool says_;
};

}  // namespace slipflow::app
