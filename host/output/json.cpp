#include "slipflow/output/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace slipflow::output {

namespace {

/// How many bytes of valid UTF-8 start here; 0 where the bytes are not UTF-8.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned lead = byte(0);
  const std::size_t length = lead < 0x80                    ? 1
                             : lead >= 0xC2 && lead <= 0xDF ? 2
                             : lead >= 0xE0 && lead <= 0xEF ? 3
                             : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return 0;
  }
  if (length < 3) return length;
  // Overlong forms, surrogates and code points beyond Unicode differ in the second byte.
  const unsigned second = byte(1);
  const bool wrong = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                     (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return wrong ? 0 : length;
}

/// The escape of an ASCII character, or itself.
std::string escaped(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7F ? fmt::format("\\u{:04x}", code) : std::string(1, c);
}

/// A JSON string. Bytes that are not UTF-8 (names from drivers) become the replacement character.
std::string json_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      result += "\\ufffd";
    } else if (length == 1) {
      result += escaped(text.front());
    } else {
      result += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result + '"';
}

std::string number_text(double number) {
  return std::isfinite(number) ? fmt::format("{:.17g}", number) : "null";
}

/// Moves every line but the first to the right. Strings hold no raw line breaks, so that is safe.
std::string indented(const std::string& text, int indent) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result.append(static_cast<std::size_t>(indent), ' ');
  }
  return result;
}

}  // namespace

JsonObject& JsonObject::add(std::string_view key, std::string_view text) {
  members_.emplace_back(key, json_string(text));
  return *this;
}

JsonObject& JsonObject::add(std::string_view key, const char* text) {
  return add(key, std::string_view(text));
}

JsonObject& JsonObject::add(std::string_view key, double number) {
  members_.emplace_back(key, number_text(number));
  return *this;
}

JsonObject& JsonObject::add(std::string_view key, long number) {
  members_.emplace_back(key, std::to_string(number));
  return *this;
}

JsonObject& JsonObject::add(std::string_view key, int number) {
  return add(key, static_cast<long>(number));
}

JsonObject& JsonObject::add(std::string_view key, bool value) {
  members_.emplace_back(key, value ? "true" : "false");
  return *this;
}

JsonObject& JsonObject::add(std::string_view key, const JsonObject& object) {
  members_.emplace_back(key, object.text());
  return *this;
}

JsonObject& JsonObject::add(std::string_view key, const std::vector<JsonObject>& objects) {
  std::string list = objects.empty() ? "[" : "[\n";
  for (const JsonObject& object : objects) {
    list += "  " + object.text(2) + (&object == &objects.back() ? "\n" : ",\n");
  }
  members_.emplace_back(key, list + "]");
  return *this;
}

std::string JsonObject::text(int indent) const {
  if (members_.empty()) return "{}";
  std::string result = "{";
  for (const auto& [key, value] : members_) {
    result += (result.size() > 1 ? ",\n  " : "\n  ") + json_string(key) + ": " + indented(value, 2);
  }
  return indented(result + "\n}", indent);
}

}  // namespace slipflow::output
