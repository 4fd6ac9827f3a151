#include "build_note.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "slipflow/opencl/program.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

BuildNote::BuildNote(Log& log) : says_(isatty(STDERR_FILENO) == 0) {
  if (!says_) return;
  opencl::announce_builds([&log, said = false](const auto&, const auto& device) mutable {
    if (!std::exchange(said, true))
      log.note(fmt::format("building kernels for '{}'", shown(device)));
  });
}

BuildNote::~BuildNote() {
  if (says_) opencl::announce_builds({});
}

}  // namespace slipflow::app
