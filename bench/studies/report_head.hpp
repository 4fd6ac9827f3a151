// What the reports of all studies begin with, and their files.
#pragma once

#include <string>
#include <vector>

#include "slipflow/bench/table_text.hpp"
#include "slipflow/output/results_folder.hpp"

namespace slipflow::bench::studies {

struct ReportHead {
  std::string command;         ///< the command line
  std::string host_cpu;        ///< the processor of the serial reference
  std::string device, driver;  ///< "one core of ..", "" on the host
  bool parity = false;
};

/// The lines of a page before its table.
std::string heading_of(const ReportHead& head, const std::string& title);

/// The head and the results as JSON.
output::Json json_of(const ReportHead& head, const output::Json& results);

/// NAME.md, NAME.csv, NAME.json and more.
output::ResultNames names_of_files(const std::string& name,
                                   const std::vector<std::string>& more = {});

/// Writes the first three, each whole or not at all.
void write_files(output::ResultsFolder& folder, const std::string& name,
                 const std::string& markdown, const std::string& csv, const output::Json& json);

/// A row of a table on the screen.
template <class Row>
std::string line_of(const std::vector<Column<Row>>& columns, const Row& row) {
  return screen_line(columns, [&](const auto& column) { return column.text(row); });
}

}  // namespace slipflow::bench::studies
