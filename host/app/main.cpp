#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <new>

#include "slipflow/app/commands.hpp"
#include "slipflow/support/error.hpp"

namespace {
/// Opens /dev/null in place of closed standard descriptors. Without this the next files that are
/// opened would get their numbers, and warnings would be written into a table of results.
bool open_missing_standard_descriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (::fcntl(descriptor, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) != descriptor) return false;
  return true;
}
}  // namespace

int main(int count, char** arguments) {
  // No descriptor is left to print a message to.
  if (!open_missing_standard_descriptors())
    return static_cast<int>(slipflow::ExitStatus::output_failed);
  // Above the limit on file sizes (ulimit -f), writing then fails with a message instead.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return slipflow::app::run_program({arguments + 1, arguments + count}, "/proc/self/exe");
  } catch (const std::bad_alloc&) {  // of the arguments, or of a message
    slipflow::end_out_of_memory();
  }
}
