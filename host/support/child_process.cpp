#include "slipflow/support/child_process.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

#include "child.hpp"

namespace slipflow {

namespace {
using namespace std::chrono_literals;

std::vector<std::string> environment_with(const std::map<std::string, std::string>& variables) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry; ++entry) {
    const std::string text = *entry;
    if (!variables.count(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : variables) all.push_back(name + '=' + value);
  return all;
}
}  // namespace

ChildEnd end_of_child(const std::filesystem::path& program, const std::string& argument,
                      const std::map<std::string, std::string>& variables,
                      std::chrono::milliseconds limit) {
  pid_t child = 0;
  try {
    child = start_child(
        {.words = {program.string(), argument}, .environment = environment_with(variables)});
  } catch (const std::system_error&) {
    return ChildEnd::exited;
  }
  const auto begin = std::chrono::steady_clock::now();
  for (auto pause = 1ms;; pause = std::min(2 * pause, 50ms)) {
    if (const auto end = child_status(child))
      return end->by_signal ? ChildEnd::crashed : ChildEnd::exited;
    if (std::chrono::steady_clock::now() - begin > limit) {
      ::kill(child, SIGKILL);
      wait_for_child(child);
      return ChildEnd::hung;
    }
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace slipflow
