#include "quoted_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::config {
namespace {

constexpr auto kBlanks = " \t";

/// The end of the word that begins there; at the end of the line if a quote is not closed.
std::size_t end_of_word(const std::string& line, std::size_t begin) {
  const auto blank = std::min(line.find_first_of(kBlanks, begin), line.size());
  const auto quote = line.find('"', begin);
  if (quote >= blank || (quote != begin && line[quote - 1] != '=')) return blank;
  const auto closing = line.find('"', quote + 1);
  if (closing == std::string::npos) return line.size();
  return std::min(line.find_first_of(kBlanks, closing), line.size());
}

/// Whether the character must be escaped: '#', '"', '\\', a control character or one that is not
/// UTF-8.
bool needs_escape(char letter, bool is_plain) {
  const auto code = static_cast<unsigned char>(letter);
  return code < 0x20 || (code > 0x7e && !is_plain) || letter == '#' || letter == '"' ||
         letter == '\\';
}

}  // namespace

std::vector<std::string> split_words(const std::string& line) {
  std::vector<std::string> words;
  for (auto begin = line.find_first_not_of(kBlanks); begin != std::string::npos;) {
    const auto end = end_of_word(line, begin);
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

std::string unquoted(const std::string& word) {
  if (!word.starts_with('"')) return word;
  if (word.size() < 2 || word.find('"', 1) != word.size() - 1) return "";
  std::string name;
  const char* const end = word.data() + word.size() - 1;
  for (const char* at = word.data() + 1; at < end; ++at) {
    name += *at;
    if (*at != '\\') continue;
    unsigned code = 0;
    if (end - at < 3 || std::from_chars(at + 1, at + 3, code, 16).ptr != at + 3 || code == 0)
      return "";
    name.back() = static_cast<char>(code);
    at += 2;
  }
  return name;
}

std::string quoted(const std::string& name) {
  const bool is_plain = escaped(name) == name;
  const auto escapes = [&](char letter) { return needs_escape(letter, is_plain); };
  const bool is_word = name.find_first_of(" =") == std::string::npos &&
                       std::none_of(name.begin(), name.end(), escapes);
  if (is_word) return name;
  std::string word = "\"";
  for (const char letter : name)
    word += escapes(letter) ? fmt::format("\\{:02x}", static_cast<unsigned char>(letter))
                            : std::string(1, letter);
  return word + '"';
}

}  // namespace slipflow::config
