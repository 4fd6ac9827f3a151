#include "case_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "nearest.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/utf8.hpp"

namespace slipflow::config {
namespace {

constexpr std::size_t largest_file = std::size_t{1} << 20;
constexpr std::size_t longest_line = 4096;  // so that messages and edit distances stay small

Error bad_input(const std::string& where, const std::string& message) {
  return Error(ExitStatus::bad_input, where + ": " + message);
}

/// Drops the byte-order mark, which is not part of the first key, and turns CRLF to LF.
std::string plain_lines(std::string text) {
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  // One pass: erasing each by itself would move the rest of the text every time.
  std::size_t kept = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') continue;
    text[kept++] = text[at];
  }
  text.resize(kept);
  return text;
}

bool is_control(char letter) {
  const auto code = static_cast<unsigned char>(letter);
  return (code < 0x20 && letter != '\t' && letter != '\n') || code == 0x7f;
}

/// Whether a terminal may show the text unescaped; tabs count as blanks here.
bool is_plain(std::string text) {
  std::replace(text.begin(), text.end(), '\t', ' ');
  return escaped(text) == text;
}

void check_plain_text(const std::string& text, const std::string& name) {
  const auto control = std::find_if(text.begin(), text.end(), is_control);
  if (control == text.end()) return;
  const auto line = 1 + std::count(text.begin(), control, '\n');
  throw bad_input(Origin{name, static_cast<int>(line)}.text(),
                  fmt::format("is not a text file: it holds the byte 0x{:02X} here",
                              static_cast<unsigned char>(*control)));
}

std::vector<std::string> sections_of(const KeyTables& tables) {
  std::vector<std::string> names;
  for (const auto& table : tables) {
    const auto sections = table->sections();
    names.insert(names.end(), sections.begin(), sections.end());
  }
  return names;
}

/// The sections that a case may name, and those of its method.
struct Sections {
  std::vector<std::string> all, own;

  /// One of the method, if few letters differ, else the nearest of any method.
  std::string nearest_to(const std::string& section) const {
    const auto near = nearest(section, own);
    const std::size_t most = std::clamp<std::size_t>(section.size() / 3, 1, 3);
    return edit_distance(section, near) <= most ? near : nearest(section, all);
  }
};

void check_section(const std::string& section, const Sections& known, const Origin& origin) {
  if (std::ranges::count(known.all, section) > 0) return;
  throw bad_input(origin.text(), fmt::format("unknown section '{}'; did you mean '{}'?",
                                             shown(section), known.nearest_to(section)));
}

/// A line without its comment and outer blanks.
std::string content_of(const std::string& line) { return trimmed(line.substr(0, line.find('#'))); }

/// The value and the line of each section.key, in the order of the text.
std::vector<Entry> key_lines(const std::string& text, const std::string& name,
                             const Sections& sections) {
  std::vector<Entry> entries;
  std::istringstream lines(text);
  lines.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  std::string section;
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string content = content_of(line);
    const Origin origin{name, number};
    if (content.empty()) continue;
    if (content.size() > longest_line) {
      throw bad_input(origin.text(), fmt::format("the line is longer than {} bytes", longest_line));
    }
    if (!is_plain(content)) {
      throw bad_input(
          origin.text(),
          fmt::format("must be UTF-8 text without control characters, not '{}'", shown(content)));
    }
    if (content.front() == '[' && content.back() == ']') {
      section = content.substr(1, content.size() - 2);
      check_section(section, sections, origin);
      continue;
    }
    const auto equals = content.find('=');
    const std::string key = trimmed(content.substr(0, equals));
    if (equals == std::string::npos || key.empty()) {
      throw bad_input(origin.text(), "must be [section], key = value or a # comment");
    }
    entries.push_back(
        {section.empty() ? key : section + "." + key, trimmed(content.substr(equals + 1)), origin});
  }
  return entries;
}

}  // namespace

std::string trimmed(const std::string& text) {
  constexpr auto blanks = " \t\n";
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string read_case_text(const std::filesystem::path& file) {
  const std::string name = shown(file.string());
  InputFile stream(file);
  if (!stream.problem().empty()) throw bad_input(name, stream.problem());
  // Reading one byte more than the limit detects a file that is too large, whatever its size says.
  std::string text = stream.text(largest_file + 1);
  if (stream.bad()) throw bad_input(name, "cannot be read to its end");
  if (text.size() > largest_file)
    throw bad_input(name, "is larger than 1 MiB, the limit of a case file");
  return text;
}

std::optional<std::string> method_of(const std::string& text) {
  std::istringstream lines(plain_lines(text));
  lines.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  for (std::string line; std::getline(lines, line);) {
    const auto content = content_of(line);
    if (content.starts_with('[')) break;
    const auto equals = content.find('=');
    if (equals != std::string::npos && trimmed(content.substr(0, equals)) == "method")
      return trimmed(content.substr(equals + 1));
  }
  return std::nullopt;
}

std::vector<Entry> parse_entries(const std::string& text, const std::string& name,
                                 const KeyTables& tables, const KeyTable& own) {
  const std::string plain = plain_lines(text);
  check_plain_text(plain, name);
  if (trimmed(plain).empty()) throw bad_input(shown(name), "is empty");
  return key_lines(plain, name, {sections_of(tables), own.sections()});
}

Entry parse_override(const std::string& text) {
  const auto equals = text.find('=');
  const std::string key = trimmed(text.substr(0, equals));
  if (equals == std::string::npos || key.empty()) {
    throw bad_input("--set", fmt::format("'{}' must be section.key=value", shown(text)));
  }
  const std::string value = trimmed(text.substr(equals + 1));
  // The resolved case file could not hold such a value.
  if (value.find('#') != std::string::npos || !is_plain(value)) {
    throw bad_input(
        "--set",
        fmt::format("the value of {} must be one line of UTF-8 text without '#'", shown(key)));
  }
  if (text.size() > longest_line) {
    throw bad_input(
        "--set", fmt::format("the value of {} is longer than {} bytes", shown(key), longest_line));
  }
  return {key, value, Origin{"--set", 0}};
}

}  // namespace slipflow::config
