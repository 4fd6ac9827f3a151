#include "slipflow/output/json.hpp"

#include <fmt/format.h>

#include <cmath>

#include "slipflow/support/utf8.hpp"

namespace slipflow::output {

namespace {

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
    const std::size_t length = length_of_character(text);
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
