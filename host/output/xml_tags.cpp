#include "xml_tags.hpp"

#include <limits>
#include <string_view>

namespace slipflow::output {

namespace {
constexpr std::size_t kLongestTag = 8192;
constexpr std::string_view kBlanks = " \t\r\n";

constexpr const char* kNoXml = "is damaged: its header is not XML";

std::string_view take_until(std::string_view& text, std::string_view ends) {
  const auto end = std::min(text.find_first_of(ends), text.size());
  const auto taken = text.substr(0, end);
  text.remove_prefix(end);
  return taken;
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

// name="value" or name='value'
void take_attribute(std::string_view& text, XmlTag& tag) {
  const auto name = take_until(text, " \t\r\n=");
  skip_blanks(text);
  if (name.empty() || !text.starts_with('=')) throw XmlFault(kNoXml);
  text.remove_prefix(1);
  skip_blanks(text);
  if (!text.starts_with('"') && !text.starts_with('\'')) throw XmlFault(kNoXml);
  const auto quote = text.substr(0, 1);
  text.remove_prefix(1);
  const auto value = take_until(text, quote);
  if (text.empty()) throw XmlFault(kNoXml);
  text.remove_prefix(1);
  if (!tag.attributes.emplace(name, value).second) throw XmlFault(kNoXml);
}

XmlTag tag_from(std::string_view text) {
  XmlTag tag;
  if (text.starts_with('/')) {
    tag.kind = XmlTag::Kind::end;
    text.remove_prefix(1);
  } else if (text.ends_with('/')) {
    tag.kind = XmlTag::Kind::empty;
    text.remove_suffix(1);
  }
  tag.name = take_until(text, kBlanks);
  for (skip_blanks(text); !text.empty(); skip_blanks(text)) take_attribute(text, tag);
  return tag;
}
}  // namespace

// What is between '<' and '>', of which there may be others within quotes.
std::string XmlTags::read_tag() {
  std::string text;
  char quote = '\0';
  for (int letter = in_.get(); letter != EOF; letter = in_.get()) {
    const char c = static_cast<char>(letter);
    if (quote == '\0' && c == '>') return text;
    if (quote == '\0' && (c == '"' || c == '\''))
      quote = c;
    else if (c == quote)
      quote = '\0';
    text += c;
    if (text == "!--") return text;
    if (text.size() > kLongestTag)
      throw XmlFault("is damaged: its header has a tag without an end");
  }
  throw XmlFault("is damaged: it ends within its header");
}

void XmlTags::skip_comment() {
  int dashes = 0;
  for (int letter = in_.get(); letter != EOF; letter = in_.get()) {
    if (letter == '>' && dashes >= 2) return;
    dashes = letter == '-' ? dashes + 1 : 0;
  }
}

bool XmlTags::next(XmlTag& tag) {
  while (in_.ignore(std::numeric_limits<std::streamsize>::max(), '<')) {
    const std::string text = in_.eof() ? "" : read_tag();
    if (text.empty()) return false;
    if (text == "!--") {
      skip_comment();
    } else if (text[0] == '!') {
      throw XmlFault("is damaged: its header has declarations, which VTK does not write");
    } else if (text[0] != '?') {
      tag = tag_from(text);
      return true;
    }
  }
  return false;
}

}  // namespace slipflow::output
