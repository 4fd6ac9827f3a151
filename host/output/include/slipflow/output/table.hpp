// Comma-separated tables that grow line by line: history.csv, forces.csv and others.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "slipflow/support/checksum.hpp"

namespace slipflow::output {

/// What a table held at some moment: so many bytes from its beginning, with this checksum.
struct TablePosition {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

/// A CSV file with one header line; numbers are written with 17 significant digits so that they
/// read back to the same double. Each row is flushed, so a table is readable while the run goes on.
/// Every failure to write is Error(output_failed) naming the file.
class Table {
 public:
  Table(std::filesystem::path file, const std::vector<std::string>& columns);
  /// Goes on with a table from `from`: later lines are cut off. Throws as require_table does.
  Table(std::filesystem::path file, const std::vector<std::string>& columns,
        const TablePosition& from);
  void append(const std::vector<double>& row);  ///< as many values as columns
  /// What it holds now; on the disk when this returns.
  TablePosition position();

 private:
  struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  void write_line(const std::string& line);

  std::filesystem::path file_;
  std::size_t columns_ = 0;
  std::unique_ptr<std::FILE, Closer> stream_;
  std::uint64_t bytes_ = 0;
  Checksum checksum_;  // of them
};

/// Throws Error(bad_input) unless the file begins as a table of these columns did at `position`.
void require_table(const std::filesystem::path& file, const std::vector<std::string>& columns,
                   const TablePosition& position);

}  // namespace slipflow::output
