#include "slipflow/support/error.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>

namespace slipflow {

void end_out_of_memory() {
  std::fprintf(stderr, "slipflow: %s\n", kOutOfMemory);  // allocates nothing
  std::_Exit(static_cast<int>(ExitStatus::no_device));
}

namespace {
std::mutex of_scopes;  // of the number below
int scopes = 0;
}  // namespace

EndsOutOfMemory::EndsOutOfMemory() {
  const std::lock_guard lock(of_scopes);
  if (scopes++ == 0) std::set_new_handler(end_out_of_memory);
}

EndsOutOfMemory::~EndsOutOfMemory() {
  const std::lock_guard lock(of_scopes);
  if (--scopes == 0) std::set_new_handler(nullptr);
}

}  // namespace slipflow
