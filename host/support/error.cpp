#include "slipflow/support/error.hpp"

#include <cstdio>
#include <cstdlib>

namespace slipflow {

void end_out_of_memory() {
  std::fprintf(stderr, "slipflow: %s\n", kOutOfMemory);  // allocates nothing
  std::_Exit(static_cast<int>(ExitStatus::no_device));
}

}  // namespace slipflow
