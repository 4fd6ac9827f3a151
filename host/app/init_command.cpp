// slipflow init: a commented case to start from.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include "command_table.hpp"
#include "embedded_texts.hpp"
#include "slipflow/output/files.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;

std::vector<std::string> kinds_of_start() {
  std::vector<std::string> names;
  for (const auto& start : start_cases()) names.push_back(start.kind);
  return names;
}

/// The comment in the first line.
std::string purpose_of(const StartCase& start) {
  return start.text.substr(2, start.text.find('\n') - 2);
}

std::string list_of_kinds() {
  std::string list;
  for (const auto& start : start_cases())
    list += fmt::format("  {:<15}{}\n", start.kind, purpose_of(start));
  return list;
}

const StartCase& start_case(const std::string& kind) {
  const auto& all = start_cases();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& start) { return start.kind == kind; });
  if (found == all.end())
    throw Error(ExitStatus::bad_input, fmt::format("--kind {} must be one of {}", shown(kind),
                                                   fmt::join(kinds_of_start(), ", ")));
  return *found;
}

/// Makes the file, empty, so that nothing of that name is ever replaced.
void claim_new_file(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor >= 0) {
    ::close(descriptor);
    return;
  }
  if (errno == EEXIST)
    throw Error(ExitStatus::bad_input, fmt::format("{} exists; take another name", shown(file)));
  throw Error(ExitStatus::output_failed, fmt::format("cannot write {}: {}", shown(file),
                                                     std::generic_category().message(errno)));
}

void write_new_file(const std::string& file, const std::string& text) {
  claim_new_file(file);
  try {
    output::write_whole_file(file, text);
  } catch (...) {
    ::unlink(file.c_str());
    throw;
  }
}
}  // namespace

CommandLine init_line() {
  po::options_description options("Options");
  options.add_options()("kind", po::value<std::string>()->value_name("FLOW"),
                        "the flow of the case");
  return {
      options,
      "file",
      {"slipflow init FILE.cfg --kind FLOW",
       "Writes a commented case, to be changed into your own. Nothing that exists is replaced.\n"
       "FLOW is one of\n\n" +
           list_of_kinds(),
       "slipflow init channel.cfg --kind microchannel"}};
}

int init_command(const Call& call) {
  const auto& file = call.values["file"].as<std::string>();
  if (!call.values.count("kind"))
    throw Error(ExitStatus::bad_input, fmt::format("--kind is missing; it is one of {}",
                                                   fmt::join(kinds_of_start(), ", ")));
  const auto& start = start_case(call.values["kind"].as<std::string>());
  if (!file.ends_with(".cfg"))
    throw Error(ExitStatus::bad_input, fmt::format("'{}' must end in .cfg", shown(file)));
  write_new_file(file, start.text);
  fmt::print("{0} was written. `slipflow check {0}` explains it, `slipflow run {0}` runs it.\n",
             shown(file));
  return 0;
}

}  // namespace slipflow::app
