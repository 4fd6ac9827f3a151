#include "slipflow/run/restart.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>

#include "slipflow/run/checkpoint_file.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::run {

namespace {
using Values = std::map<std::string, std::string>;

constexpr std::string_view kParityMark = ", parity";

// Keys of the title, end, output and launch of a run may change freely.
bool is_free(const std::string& key) {
  static const std::vector<std::string> free = {"title", "time.end", "time.max_steps",
                                                "time.max_hours"};
  const bool launches = key.starts_with("run.") && key != "run.precision";
  return key.starts_with("output.") || launches ||
         std::find(free.begin(), free.end(), key) != free.end();
}

// Keys of the time step, the inner iteration and the precision may change too, with a note.
bool is_noted(const std::string& key, const config::KeyTable& table) {
  if (key.starts_with("time.") || key.starts_with("inner.") || key == "run.precision") return true;
  const auto* const row = table.find(key);
  return row && row->may_change_at_restart;
}

Values values_from(const std::string& text) {
  Values values;
  std::istringstream lines(text);
  lines.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  for (std::string line; std::getline(lines, line);)
    if (const auto at = line.find(" = "); at != std::string::npos)
      values[line.substr(0, at)] = line.substr(at + 3);
  return values;
}

std::string value_of(const Values& values, const std::string& key) {
  const auto found = values.find(key);
  return found == values.end() ? fmt::format("no {}", shown(key))
                               : fmt::format("{} = {}", shown(key), shown(found->second));
}

std::vector<std::string> keys_that_differ(const Values& a, const Values& b) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : a)
    if (const auto other = b.find(key); other == b.end() || other->second != value)
      keys.push_back(key);
  for (const auto& [key, value] : b)
    if (!a.contains(key)) keys.push_back(key);
  return keys;
}

void require_case(Restart& restart, const config::Settings& settings,
                  const methods::Problem& problem) {
  const auto refuse = [&](const std::string& why) {
    return Error(ExitStatus::bad_input,
                 fmt::format("cannot restart from {}: {}", shown(restart.file.string()), why));
  };
  Values then = values_from(restart.checkpoint.case_values);
  const Values now = values_from(values_for_checkpoint(settings));
  then["method"] = restart.checkpoint.method;
  // Keys that an earlier version did not know have their defaults.
  for (const auto& spec : settings.table().rows())
    if (!spec.optional && !spec.required && now.contains(spec.name))
      then.try_emplace(spec.name, spec.default_value);
  auto keys = keys_that_differ(then, now);
  // With another method other keys differ too.
  std::stable_partition(keys.begin(), keys.end(), [](const auto& key) { return key == "method"; });
  for (const auto& key : keys) {
    const auto difference =
        fmt::format("{}, the case has {}", value_of(then, key), value_of(now, key));
    if (!is_noted(key, settings.table())) throw refuse("it was written with " + difference);
    restart.notes.push_back("the checkpoint was written with " + difference);
    restart.checkpoint.loop.stall = {};  // the changes may shrink now
  }
  if (restart.checkpoint.mesh != identity_of(problem))
    throw refuse(
        "it was written with another mesh, other bodies, or other tables of a side or wall: "
        "a file that the case names has changed");
  if (restart.checkpoint.arrays != methods::stored_fields(problem))
    throw refuse("it holds other fields than those of this method");
}

// The newest whole checkpoint, with a warning of each newer one that is damaged.
Restart newest_whole(const output::ResultsFolder& folder) {
  const auto& directory = folder.path();
  const auto all = newest_checkpoints(folder);
  if (all.empty())
    throw Error(ExitStatus::bad_input, fmt::format("there is no checkpoint in {} to restart from",
                                                   shown((directory / "checkpoint").string())));
  std::optional<Error> first;
  std::vector<std::string> warnings;
  for (const auto& found : all) {
    const auto file = directory / found.name;
    try {
      return {file, read_checkpoint(file), false, {}, warnings};
    } catch (const Error& error) {
      warnings.push_back(fmt::format("{}; trying the one before it", error.what()));
      if (!first) first = error;
    }
  }
  throw *first;
}

std::string quoted(const std::string& word) {
  static const std::string plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text;
  for (const char letter : word) {
    if (letter == '\'') text += "'\\'";
    text += letter;
  }
  return fmt::format("'{}'", text);
}

// An option may hold its value, "--restart=latest".
bool is_option(const std::string& word, const std::string& option) {
  return word.substr(0, word.find('=')) == option;
}
}  // namespace

std::string values_for_checkpoint(const config::Settings& settings) {
  std::string text;
  for (const auto& [key, value] : settings.values())
    if (!is_free(key)) text += fmt::format("{} = {}\n", key, value);
  return text;
}

std::string writer_of(const methods::BackendInfo& info, bool parity) {
  // The backends of the host have no other mode.
  const bool marked = parity && info.kernels != "-";
  return fmt::format("{}: {}{}", info.name, info.device, marked ? kParityMark : "");
}

Writer parts_of_writer(const std::string& writer) {
  const auto colon = writer.find(": ");
  if (colon == std::string::npos) return {};
  auto device = writer.substr(colon + 2);
  if (device.ends_with(kParityMark)) device.resize(device.size() - kParityMark.size());
  return {writer.substr(0, colon), device};
}

Restart find_restart(const std::string& wanted, const config::Settings& settings,
                     const methods::Problem& problem, const output::ResultsFolder& folder) {
  Restart restart = wanted == "latest" ? newest_whole(folder)
                                       : Restart{wanted, read_checkpoint(wanted), false, {}, {}};
  require_case(restart, settings, problem);
  restart.continues_results = folder.holds_files();
  if (restart.continues_results) {
    require_results(problem, folder, restart.checkpoint.outputs);
    if (const auto warning = missing_frames(problem, folder, restart.checkpoint.outputs);
        !warning.empty())
      restart.warnings.push_back(warning);
  } else {
    restart.checkpoint.outputs = {};
    restart.checkpoint.loop.last_output = -1;
  }
  return restart;
}

std::vector<std::filesystem::path> remove_later_checkpoints(const Restart& restart,
                                                            output::ResultsFolder& folder) {
  std::vector<std::filesystem::path> removed;
  for (const auto& later : newest_checkpoints(folder, restart.checkpoint.loop.step + 1))
    if (folder.remove(later.name)) removed.push_back(folder.path() / later.name);
  return removed;
}

std::string command_to_resume(const std::vector<std::string>& arguments) {
  std::string command = "slipflow run";
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const auto& word = arguments[k];
    if (is_option(word, "--restart")) {
      k += word.find('=') == std::string::npos;
      continue;
    }
    if (!is_option(word, "--overwrite")) command += fmt::format(" {}", quoted(word));
  }
  return command + " --restart latest";
}

}  // namespace slipflow::run
