#include "slipflow/support/child_process.hpp"

#include <unistd.h>

#include <system_error>
#include <vector>

#include "child.hpp"

namespace slipflow {

namespace {
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
  const auto end = wait_for_child(child, limit);
  if (!end) return ChildEnd::hung;
  return end->by_signal ? ChildEnd::crashed : ChildEnd::exited;
}

}  // namespace slipflow
