// Comma-separated tables that grow line by line: history.csv, forces.csv and others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "slipflow/output/descriptor.hpp"
#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/checksum.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::output {

/// The contents of a table at some moment: its length in bytes and their checksum.
struct TablePosition {
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
};

/// A table was removed, replaced, cut or appended to by another program during the run.
class TableLost : public Error {
 public:
  using Error::Error;
};

/// A CSV file with one header line, names quoted where necessary; numbers are written with 17
/// significant digits so that they read back to the same double. Each row is written at once, so a
/// table is readable during the run. Every failure to write is Error(output_failed) naming the
/// file.
class Table {
 public:
  /// The folder outlives the table.
  Table(ResultsFolder& folder, std::string name, const std::vector<std::string>& columns);
  /// Continues a table from `from`: later lines are cut off. Throws as require_table does.
  Table(ResultsFolder& folder, std::string name, const std::vector<std::string>& columns,
        const TablePosition& from);
  /// As many values as columns. Throws TableLost, and writes nothing, when the file is no longer
  /// there as it was left.
  void append(const std::vector<double>& row);
  /// What it holds now; on the disk when this returns.
  TablePosition position() const;

 private:
  void require_there() const;
  void write_line(const std::string& line);

  const ResultsFolder* folder_;
  std::string name_;
  std::size_t columns_ = 0;
  Descriptor file_;
  std::uint64_t bytes_ = 0;
  Checksum checksum_;  // of them
};

/// "p" of the title "p [Pa]": a title may end with a unit.
std::string column_name(const std::string& title);

/// Throws Error(bad_input) unless the file begins as a table of these columns did at `position`.
void require_table(const ResultsFolder& folder, const std::string& name,
                   const std::vector<std::string>& columns, const TablePosition& position);

}  // namespace slipflow::output
