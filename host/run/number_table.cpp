#include "number_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::run {

namespace {
constexpr std::size_t kLongestLine = 1 << 16;

/// The cells of a line.
std::vector<std::string> cells_in(const std::string& line) {
  std::vector<std::string> cells;
  for (std::size_t begin = 0; begin <= line.size();) {
    const auto end = std::min(line.find(',', begin), line.size());
    cells.push_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  return cells;
}

/// Takes a line of a stream; false at its end. A line that is too long counts as damaged.
bool take_line(std::istream& in, std::string& line) {
  line.clear();
  for (int letter = in.get(); letter != EOF; letter = in.get()) {
    if (letter == '\n') return true;
    if (line.size() < kLongestLine) line += static_cast<char>(letter);
  }
  return !line.empty();
}
}  // namespace

const std::vector<double>* NumberTable::find(const std::string& name) const {
  const auto found = std::ranges::find(names, name);
  return found == names.end() ? nullptr : &columns[static_cast<std::size_t>(found - names.begin())];
}

std::optional<NumberTable> read_numbers(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return std::nullopt;
  InputFile in(file);
  if (!in.problem().empty())
    throw Error(ExitStatus::bad_input, fmt::format("'{}' {}", shown(file.string()), in.problem()));
  NumberTable table;
  std::string line;
  if (take_line(in, line)) table.names = cells_in(line);
  table.columns.resize(table.names.size());
  for (std::size_t number = 2; take_line(in, line); ++number) {
    const auto cells = cells_in(line);
    bool is_whole = cells.size() == table.names.size();
    for (std::size_t k = 0; k < cells.size() && is_whole; ++k) {
      char* end = nullptr;
      table.columns[k].push_back(std::strtod(cells[k].c_str(), &end));
      is_whole = !cells[k].empty() && *end == '\0';
    }
    if (!is_whole)
      throw Error(ExitStatus::bad_input,
                  fmt::format("'{}' line {} is damaged: it must have {} numbers",
                              shown(file.string()), number, table.names.size()));
  }
  return table;
}

std::vector<std::pair<double, double>> points_of(const std::vector<double>& x,
                                                 const std::vector<double>& y) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k) points.emplace_back(x[k], y[k]);
  return points;
}

}  // namespace slipflow::run
