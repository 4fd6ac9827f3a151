// slipflow help: commands, sections and keys of case files; the same for other programs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "command_table.hpp"
#include "embedded_texts.hpp"
#include "methods.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::app {

namespace {
namespace po = boost::program_options;
using config::KeySpec;
using config::KeyTable;
using config::KeyTables;

constexpr std::size_t kMostSuggestions = 3;
constexpr const char* kUsage =
    "slipflow help COMMAND|KEY|SECTION|WORD [WORD] [options], or slipflow help keys [SECTION] "
    "[options]";

/// The key table of --method; without it, those of all methods.
KeyTables tables_from(const po::variables_map& values) {
  if (!values.count("method")) return key_tables();
  const auto& method = method_named(values["method"].as<std::string>(), "--method");
  return {key_tables()[static_cast<std::size_t>(&method - all_methods().data())]};
}

bool has_section(const KeyTable& table, const std::string& name) {
  const auto known = table.sections();
  return std::find(known.begin(), known.end(), name) != known.end();
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const auto& name : names) quoted.push_back(fmt::format("'{}'", name));
  return fmt::format("{}", fmt::join(quoted, " or "));
}

void print_rows(const KeyTable& table, const std::string& section, bool markdown) {
  std::vector<KeySpec> rows;
  for (const auto& spec : table.rows())
    if (section.empty() || spec.name.starts_with(section + '.')) rows.push_back(spec);
  if (markdown) {
    fmt::print("{}", config::markdown_of(rows));
    return;
  }
  for (const auto& spec : rows) fmt::print("{}\n", config::text_of(spec));
}

/// All keys, or those of a section, of the first method that has it; and which others have it.
void print_keys(const KeyTables& tables, const std::string& section, bool markdown) {
  std::vector<const KeyTable*> having;
  for (const auto& table : tables)
    if (section.empty() || has_section(*table, section)) having.push_back(table.get());
  if (having.empty()) {
    std::set<std::string> sections;
    for (const auto& table : tables)
      for (const auto& name : table->sections()) sections.insert(name);
    throw Error(ExitStatus::bad_input, fmt::format("unknown section '{}': the sections are {}",
                                                   shown(section), fmt::join(sections, ", ")));
  }
  print_rows(*having.front(), section, markdown);
  if (markdown || having.size() == 1) return;
  std::vector<std::string> others;
  for (std::size_t k = 1; k < having.size(); ++k) others.push_back(having[k]->method());
  fmt::print("These are the keys of method = {}; --method prints those of {}.\n",
             having.front()->method(), fmt::join(others, ", "));
}

std::string last_part(const std::string& key) { return key.substr(key.rfind('.') + 1); }

/// The keys of that name, or whose last part it is, of all tables.
std::vector<std::string> keys_named(const KeyTables& tables, const std::string& name) {
  std::vector<std::string> keys;
  for (const auto& table : tables)
    for (const auto& spec : table->rows())
      if ((spec.name == name || last_part(spec.name) == name) &&
          std::find(keys.begin(), keys.end(), spec.name) == keys.end())
        keys.push_back(spec.name);
  // `method` is a key, not the last part of one.
  if (std::find(keys.begin(), keys.end(), name) != keys.end()) return {name};
  return keys;
}

/// The key in each method that has it, once where they agree.
void print_key(const KeyTables& tables, const std::string& name) {
  std::vector<std::pair<std::string, std::vector<std::string>>> texts;  // and the methods
  for (const auto& table : tables) {
    const auto* spec = table->find(name);
    if (!spec) continue;
    const auto text = config::text_of(*spec);
    const auto same = std::find_if(texts.begin(), texts.end(),
                                   [&](const auto& other) { return other.first == text; });
    if (same == texts.end())
      texts.push_back({text, {table->method()}});
    else
      same->second.push_back(table->method());
  }
  for (const auto& [text, methods] : texts) {
    if (tables.size() > 1) fmt::print("method = {}\n", fmt::join(methods, ", "));
    fmt::print("{}", text);
  }
}

bool has_word(const KeySpec& spec, const std::string& word) {
  return std::any_of(spec.forms.begin(), spec.forms.end(), [&](const auto& form) {
    return form.kind == word ||
           std::find(form.options.begin(), form.options.end(), word) != form.options.end();
  });
}

/// A kind or an option of lines, such as `outflow` or `slip`: the keys that have it. Returns
/// whether there are any.
bool print_word_of_lines(const KeyTables& tables, const std::string& word) {
  bool found = false;
  for (const auto& table : tables) {
    std::vector<std::string> keys;
    for (const auto& spec : table->rows())
      if (has_word(spec, word)) keys.push_back(spec.name);
    if (keys.empty()) continue;
    fmt::print("method = {}: {} is a word of the lines {}\n", table->method(), word,
               fmt::join(keys, ", "));
    found = true;
  }
  return found;
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Whether a text has all words, in any order, as they are or as the beginning of longer ones.
bool has_all(const std::string& text, const std::vector<std::string>& words) {
  const auto searched = ' ' + lower(text);
  return std::ranges::all_of(words, [&](const auto& word) {
    for (auto at = searched.find(word); at != std::string::npos; at = searched.find(word, at + 1))
      if (!std::isalnum(static_cast<unsigned char>(searched[at - 1]))) return true;
    return false;
  });
}

/// Entries of the glossary, a line each, without the marks of Markdown.
std::vector<std::string> glossary_entries() {
  std::vector<std::string> entries;
  for (const auto& line : split_at(glossary(), '\n'))
    if (line.starts_with("- **"))
      entries.push_back(line.substr(2));
    else if (line.starts_with("  ") && !entries.empty())
      entries.back() += line.substr(1);
  for (auto& entry : entries) {
    entry = std::regex_replace(entry, std::regex(R"(\[([^\]]*)\]\([^)]*\))"), "$1");
    std::erase_if(entry, [](char c) { return c == '*' || c == '`'; });
  }
  return entries;
}

/// What the help says with all these words: entries of the glossary, commands, keys. Returns
/// whether there is anything.
bool print_found(const KeyTables& tables, const std::string& topic) {
  std::vector<std::string> words;
  for (const auto& word : split_at(lower(topic), ' '))
    if (!word.empty()) words.push_back(word);
  std::vector<std::string> found;
  for (const auto& entry : glossary_entries())
    if (has_all(entry, words)) found.push_back(entry);
  for (const auto& [name, command] : commands()) {
    const auto line = command.line();
    std::ostringstream options;
    options << line.options;
    if (has_all(line.help.purpose + ' ' + options.str(), words))
      found.push_back(fmt::format("slipflow {}: {}", name, command.purpose));
  }
  for (const auto& table : tables)
    for (const auto& spec : table->rows()) {
      const auto row = fmt::format("{}: {}", spec.name, spec.meaning);
      if (has_all(config::text_of(spec), words) && std::ranges::find(found, row) == found.end())
        found.push_back(row);
    }
  for (const auto& row : found) fmt::print("{}\n", row);
  return !found.empty();
}

/// Throws Error(bad_input) if the topic is written as a key of a section: one of another method, or
/// unknown.
void refuse_key_of_section(const KeyTables& tables, const std::string& topic) {
  const auto section = topic.substr(0, topic.find('.'));
  if (section == topic) return;
  std::vector<std::string> methods;
  for (const auto& table : key_tables())
    if (table->find(topic)) methods.push_back(table->method());
  if (!methods.empty())
    throw Error(ExitStatus::bad_input,
                fmt::format("{} is a key of method {}", topic, fmt::join(methods, " and ")));
  const auto having =
      std::ranges::find_if(tables, [&](const auto& table) { return has_section(*table, section); });
  const auto& table = having == tables.end() ? tables.front() : *having;
  throw Error(ExitStatus::bad_input,
              fmt::format("unknown key '{}'; {}", shown(topic), table->advice(topic)));
}

/// A command, a section, a key, a word of lines, or words of any of their texts.
void print_topic(const KeyTables& tables, const std::string& topic, bool markdown) {
  const auto is_section = std::any_of(tables.begin(), tables.end(),
                                      [&](const auto& t) { return has_section(*t, topic); });
  if (const auto command = commands().find(topic); command != commands().end()) {
    fmt::print("{}", help_text(command->second.line()));
    if (is_section) fmt::print("\nThe keys of section [{0}]: slipflow help keys {0}\n", topic);
    return;
  }
  if (is_section) {
    print_keys(tables, topic, markdown);
    return;
  }
  const auto keys = keys_named(tables, topic);
  for (const auto& key : keys) print_key(tables, key);
  if (print_word_of_lines(tables, topic) || !keys.empty()) return;
  if (print_found(tables, topic)) return;
  refuse_key_of_section(tables, topic);
  const auto nearest = config::nearest_keys(tables, topic, kMostSuggestions);
  if (config::is_near(topic, nearest.front()))
    throw Error(ExitStatus::bad_input, fmt::format("unknown key '{}'; did you mean {}?",
                                                   shown(topic), quoted_list(nearest)));
  throw Error(ExitStatus::bad_input,
              fmt::format("no key, command or entry of the glossary has '{}'; `slipflow help keys` "
                          "lists the keys, `slipflow --help` the commands",
                          shown(topic)));
}

/// The text for another program that an option asks for.
std::optional<std::string> text_for_programs(const po::variables_map& values, bool of_keys) {
  if (values["schema"].as<bool>()) return case_schema(key_tables());
  if (values["completion"].as<bool>()) return bash_completion();
  if (!values["man"].as<bool>()) return std::nullopt;
  return of_keys ? man_page_of_cases(key_tables()) : man_page_of_program();
}
}  // namespace

CommandLine help_line() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("method", po::value<std::string>()->value_name("NAME"), "the keys of this method only");
  add("markdown", po::bool_switch(), "as a table in Markdown");
  add("schema", po::bool_switch(), "print a JSON schema of the keys of case files");
  add("man", po::bool_switch(), "print the man page; with `keys` that of case files");
  add("completion", po::bool_switch(), "print the completion for bash");
  return {options,
          "topic",
          {kUsage,
           "Explains a command, or keys of case files: unit, allowed values, default and meaning.\n"
           "A key may be given without its section. Other words are searched in all texts.",
           "slipflow help gas.knudsen"},
          true,
          "section"};
}

int help_command(const Call& call) {
  const auto& values = call.values;
  const auto text_of = [&](const char* name) {
    return values.count(name) ? values[name].as<std::string>() : "";
  };
  auto topic = text_of("topic");
  const auto section = text_of("section");
  const bool of_keys = topic == "keys";
  // Another topic may have two words, which are searched together.
  if (!section.empty() && !of_keys) topic += ' ' + section;
  const bool markdown = values["markdown"].as<bool>();
  if (const auto text = text_for_programs(values, of_keys))
    fmt::print("{}", *text);
  else if (of_keys)
    print_keys(tables_from(values), section, markdown);
  else if (topic.empty())
    throw Error(ExitStatus::bad_input,
                fmt::format("a command, a key or a section is missing; usage: {}", kUsage));
  else
    print_topic(tables_from(values), topic, markdown);
  return 0;
}

}  // namespace slipflow::app
