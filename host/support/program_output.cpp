#include "slipflow/support/program_output.hpp"

#include <cstdio>
#include <memory>
#include <system_error>

#include "child.hpp"

namespace slipflow {

namespace {
constexpr long kMostPrinted = 256L << 20;
}  // namespace

ProgramOutput output_of_program(const std::vector<std::string>& arguments,
                                std::chrono::milliseconds limit) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> printed(std::tmpfile(), &std::fclose);
  if (!printed) return {};
  try {
    const pid_t child =
        start_child({.words = arguments, .environment = {}, .output = ::fileno(printed.get())});
    const auto end = wait_for_child(child, limit);
    return {end && !end->by_signal && end->status == 0, tail_of(printed.get(), kMostPrinted)};
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace slipflow
