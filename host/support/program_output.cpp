#include "slipflow/support/program_output.hpp"

#include <signal.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <system_error>
#include <thread>

#include "child.hpp"

namespace slipflow {

namespace {
constexpr long kMostPrinted = 256L << 20;

ChildStatus end_in_time(pid_t child, std::chrono::milliseconds limit) {
  const auto last = std::chrono::steady_clock::now() + limit;
  while (std::chrono::steady_clock::now() < last) {
    if (const auto end = child_status(child)) return *end;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  ::kill(child, SIGKILL);
  return wait_for_child(child);
}

std::string contents_of(std::FILE* file) {
  std::fseek(file, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp(std::ftell(file), 0L, kMostPrinted)), '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  return text;
}
}  // namespace

ProgramOutput output_of_program(const std::vector<std::string>& arguments,
                                std::chrono::milliseconds limit) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> printed(std::tmpfile(), &std::fclose);
  if (!printed) return {};
  try {
    const pid_t child =
        start_child({.words = arguments, .environment = {}, .output = ::fileno(printed.get())});
    const ChildStatus end = end_in_time(child, limit);
    return {!end.by_signal && end.status == 0, contents_of(printed.get())};
  } catch (const std::system_error&) {
    return {};
  }
}

}  // namespace slipflow
