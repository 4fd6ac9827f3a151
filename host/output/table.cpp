#include "slipflow/output/table.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::output {

namespace {

/// Writes the line and flushes it: only the flush meets a full disk.
void write_line(std::FILE* stream, const std::string& line, const std::filesystem::path& file) {
  const bool written = std::fwrite(line.data(), 1, line.size(), stream) == line.size();
  if (!written || std::fflush(stream) != 0) {
    fail_to_write(file, std::generic_category().message(errno));
  }
}

}  // namespace

Table::Table(std::filesystem::path file, const std::vector<std::string>& columns)
    : file_(std::move(file)), columns_(columns.size()), stream_(std::fopen(file_.c_str(), "we")) {
  if (!stream_) fail_to_write(file_, std::generic_category().message(errno));
  write_line(stream_.get(), fmt::format("{}\n", fmt::join(columns, ",")), file_);
}

void Table::append(const std::vector<double>& row) {
  if (row.size() != columns_) {
    throw Error(ExitStatus::internal_error, fmt::format("{}: a row of {} values for {} columns",
                                                        file_.string(), row.size(), columns_));
  }
  write_line(stream_.get(), fmt::format("{:.17g}\n", fmt::join(row, ",")), file_);
}

}  // namespace slipflow::output
