#include "slipflow/support/split.hpp"

namespace slipflow {

std::vector<std::string_view> parts_between(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> split_at(std::string_view text, char separator) {
  const auto parts = parts_between(text, separator);
  return {parts.begin(), parts.end()};
}

}  // namespace slipflow
