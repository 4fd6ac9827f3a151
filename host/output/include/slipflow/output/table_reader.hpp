// Reading the tables of a run, also while it writes them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace slipflow::output {

/// The columns of a table (table.hpp). A long table is thinned: each row that is kept
/// replaces the same number of lines and has the last finite value of each column among them.
class TableReader {
 public:
  /// Reads nothing yet. At least two rows are kept.
  explicit TableReader(std::filesystem::path file, std::size_t most_rows = 4096);
  /// Reads the whole lines that were added since the last call; all of them again if the table has
  /// become shorter. Returns whether there is a table. Throws Error(bad_input) naming file and line
  /// if it is none of numbers.
  bool update();

  const std::vector<std::string>& names() const { return names_; }
  /// The kept values of a column by its place in names().
  const std::vector<double>& column(std::size_t place) const { return columns_[place]; }
  /// The values of the last line; empty if the table has no line of numbers.
  const std::vector<double>& last() const { return last_; }
  std::uint64_t lines() const { return lines_; }  ///< of numbers

 private:
  void begin_anew();
  void take_line(const std::string& line);
  void take_values();
  void thin();

  std::filesystem::path file_;
  std::size_t most_rows_;
  std::uint64_t bytes_ = 0;  // read so far
  std::uint64_t lines_ = 0;
  std::uint64_t lines_per_row_ = 1;
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
  std::vector<double> last_;
};

}  // namespace slipflow::output
