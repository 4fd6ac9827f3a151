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

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::vector<std::string> csv_cells(std::string_view line) {
  std::vector<std::string> cells(1);
  bool is_quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == ',' && !is_quoted)
      cells.emplace_back();
    else if (line[k] != '"')
      cells.back() += line[k];
    else if (is_quoted && line.substr(k + 1).starts_with('"'))
      cells.back() += line[k++];
    else
      is_quoted = !is_quoted;
  }
  return cells;
}

}  // namespace slipflow
