#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "command_table.hpp"
#include "embedded_texts.hpp"
#include "methods.hpp"

namespace slipflow::app {

namespace {
using WordSet = std::set<std::string>;

std::string joined(const WordSet& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Any of the words, as a pattern of `case`.
std::string pattern(const WordSet& words) { return fmt::format("{}", fmt::join(words, " | ")); }

WordSet names_in(const std::map<std::string, WordSet>& table) {
  WordSet names;
  for (const auto& [name, words] : table) names.insert(name);
  return names;
}

/// The keys of all methods; the allowed words of those that are a choice.
std::map<std::string, WordSet> keys_and_choices() {
  std::map<std::string, WordSet> keys;
  for (const auto& table : key_tables())
    for (const auto& spec : table->rows()) {
      auto& choices = keys[spec.name];
      if (spec.type == config::KeyType::choice)
        choices.insert(spec.allowed.begin(), spec.allowed.end());
    }
  return keys;
}

/// The values of options that have few.
std::map<std::string, WordSet> option_values() {
  WordSet methods, kinds;
  for (const auto& method : all_methods()) methods.insert(method.name);
  for (const auto& start : start_cases()) kinds.insert(start.kind);
  return {{"--backend", {"auto", "opencl", "serial", "threads"}},
          {"--precision", {"double", "mixed", "single"}},
          {"--kernels", {"auto", "fused", "plain", "tiles"}},
          {"--device", {"auto"}},
          {"--method", methods},
          {"--kind", kinds}};
}

WordSet topics() {
  WordSet words = {"keys"};
  for (const auto& [name, command] : commands()) words.insert(name);
  for (const auto& [name, choices] : keys_and_choices()) words.insert(name);
  for (const auto& table : key_tables())
    for (const auto& section : table->sections()) words.insert(section);
  return words;
}

WordSet options_of(const CommandLine& line) {
  WordSet words = {"--help"};
  for (const auto& option : line.options.options()) words.insert("--" + option->long_name());
  return words;
}

bool takes_file(const std::string& parameter) {
  return parameter.starts_with("DIR") || parameter.starts_with("FILE") ||
         parameter.starts_with("PATH");
}

/// The other options with a value, by whether it is the name of a file.
WordSet options_with_value(const std::map<std::string, WordSet>& values, bool of_files) {
  WordSet words;
  for (const auto& [name, command] : commands()) {
    const auto line = command.line();
    for (const auto& option : line.options.options())
      if (option->semantic()->max_tokens() > 0 &&
          takes_file(option->format_parameter()) == of_files)
        words.insert("--" + option->long_name());
  }
  for (const auto& [name, choices] : values) words.erase(name);
  for (const char* of_keys : {"--set", "--over"}) words.erase(of_keys);
  return words;
}

/// The lines "    a) words='..' ;;" for each entry that has words.
std::string branches(const std::map<std::string, WordSet>& table) {
  std::string text;
  for (const auto& [name, words] : table)
    if (!words.empty()) text += fmt::format("\n    {}) words='{}' ;;", name, joined(words));
  return text.substr(1);
}
}  // namespace

std::string bash_completion() {
  const auto keys = keys_and_choices();
  const auto values = option_values();
  std::map<std::string, WordSet> options;
  for (const auto& [name, command] : commands()) options[name] = options_of(command.line());
  std::string text = completion_template();
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"@CHOICES@", branches(keys)},
      {"@VALUES@", branches(values)},
      {"@OPTIONS@", branches(options)},
      {"@COMMANDS@", joined(names_in(options))},
      {"@KEYS@", joined(names_in(keys))},
      {"@WITH_VALUES@", pattern(names_in(values))},
      {"@WITH_FILES@", pattern(options_with_value(values, true))},
      {"@WITH_OTHERS@", pattern(options_with_value(values, false))},
      {"@TOPICS@", joined(topics())}};
  for (const auto& [mark, with] : texts) text.replace(text.find(mark), mark.size(), with);
  return text;
}

}  // namespace slipflow::app
