// A writer for the few machine-readable summaries.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace slipflow::output {

/// A JSON object built key by key, in order. Numbers that are not finite become null.
class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string_view text);
  JsonObject& add(std::string_view key, const char* text);
  JsonObject& add(std::string_view key, double number);
  JsonObject& add(std::string_view key, long number);
  JsonObject& add(std::string_view key, int number);
  JsonObject& add(std::string_view key, bool value);
  JsonObject& add(std::string_view key, const JsonObject& object);
  JsonObject& add(std::string_view key, const std::vector<JsonObject>& objects);
  std::string text(int indent = 0) const;

 private:
  std::vector<std::pair<std::string, std::string>> members_;  // key, value already encoded
};

}  // namespace slipflow::output
