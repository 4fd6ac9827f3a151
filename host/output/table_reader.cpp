#include "slipflow/output/table_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "slipflow/support/error.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"
#include "slipflow/support/number_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::output {

namespace {
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

}  // namespace

TableReader::TableReader(std::filesystem::path file, std::size_t most_rows)
    : file_(std::move(file)), most_rows_(std::max<std::size_t>(most_rows, 2)) {}

bool TableReader::update() {
  InputFile in(file_);
  if (!in.problem().empty()) return false;
  if (in.size() < bytes_) begin_anew();
  in.seekg(static_cast<std::streamoff>(bytes_));
  std::string line;
  char byte = 0;
  while (in.get(byte)) {
    if (byte != '\n') {
      line += byte;
      if (line.size() > kLongestLine)
        throw Error(ExitStatus::bad_input,
                    fmt::format("{} is no table: a line has more than {} bytes",
                                shown(file_.string()), kLongestLine));
      continue;
    }
    bytes_ += line.size() + 1;
    take_line(line);
    line.clear();
  }
  return true;
}

void TableReader::begin_anew() {
  bytes_ = lines_ = 0;
  lines_per_row_ = 1;
  names_.clear();
  columns_.clear();
  last_.clear();
}

void TableReader::take_line(const std::string& line) {
  if (names_.empty()) {
    names_ = csv_cells(line);
    columns_.resize(names_.size());
    return;
  }
  const auto parts = parts_between(line, ',');
  std::vector<double> values(parts.size());
  bool are_numbers = parts.size() == names_.size();
  for (std::size_t k = 0; are_numbers && k < parts.size(); ++k)
    are_numbers = read_number(parts[k], values[k]) == std::errc{};
  if (!are_numbers)
    throw Error(
        ExitStatus::bad_input,
        fmt::format("{}:{}: must be {} numbers", shown(file_.string()), lines_ + 2, names_.size()));
  last_ = std::move(values);
  take_values();
}

void TableReader::take_values() {
  const bool begins_row = lines_++ % lines_per_row_ == 0;
  for (std::size_t k = 0; k < last_.size(); ++k) {
    if (begins_row) columns_[k].push_back(last_[k]);
    if (std::isfinite(last_[k])) columns_[k].back() = last_[k];
  }
  if (columns_[0].size() >= most_rows_ && lines_ % lines_per_row_ == 0) thin();
}

// Joins each two rows.
void TableReader::thin() {
  for (auto& values : columns_) {
    std::size_t kept = 0;
    for (std::size_t k = 0; k < values.size(); k += 2) {
      const double later = k + 1 < values.size() ? values[k + 1] : values[k];
      values[kept++] = std::isfinite(later) ? later : values[k];
    }
    values.resize(kept);
  }
  lines_per_row_ *= 2;
}

}  // namespace slipflow::output
