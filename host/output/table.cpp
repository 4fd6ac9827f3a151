#include "slipflow/output/table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::output {

namespace {

std::string header_of(const std::vector<std::string>& columns) {
  return fmt::format("{}\n", fmt::join(columns, ","));
}

/// The checksum of the table up to there, which must be as it was then.
Checksum read_until(const std::filesystem::path& file, const std::vector<std::string>& columns,
                    const TablePosition& position) {
  const auto unfit = [&](const std::string& why) {
    return Error(ExitStatus::bad_input,
                 fmt::format("cannot go on with {}: {}; a new --output leaves it as it is",
                             file.string(), why));
  };
  std::ifstream in(file, std::ios::binary);
  if (!in) throw unfit("it cannot be read");
  Checksum checksum;
  const std::string header = header_of(columns);
  std::string piece(std::max<std::size_t>(header.size(), 1 << 16), '\0');
  for (std::uint64_t left = position.bytes; left > 0;) {
    const auto part = std::min<std::uint64_t>(left, piece.size());
    if (!in.read(piece.data(), static_cast<std::streamsize>(part)))
      throw unfit("it is shorter than when the checkpoint was written");
    if (left == position.bytes && piece.compare(0, header.size(), header) != 0)
      throw unfit("it has other columns than this program writes");
    checksum.add({piece.data(), static_cast<std::size_t>(part)});
    left -= part;
  }
  if (checksum.value() != position.checksum)
    throw unfit("it is not what it was when the checkpoint was written");
  return checksum;
}

}  // namespace

Table::Table(std::filesystem::path file, const std::vector<std::string>& columns)
    : file_(std::move(file)), columns_(columns.size()), stream_(std::fopen(file_.c_str(), "we")) {
  if (!stream_) fail_to_write(file_, std::generic_category().message(errno));
  write_line(header_of(columns));
}

Table::Table(std::filesystem::path file, const std::vector<std::string>& columns,
             const TablePosition& from)
    : file_(std::move(file)),
      columns_(columns.size()),
      bytes_(from.bytes),
      checksum_(read_until(file_, columns, from)) {
  std::error_code error;
  std::filesystem::resize_file(file_, from.bytes, error);
  if (error) fail_to_write(file_, error.message());
  stream_.reset(std::fopen(file_.c_str(), "ae"));
  if (!stream_) fail_to_write(file_, std::generic_category().message(errno));
}

void Table::append(const std::vector<double>& row) {
  if (row.size() != columns_) {
    throw Error(ExitStatus::internal_error, fmt::format("{}: a row of {} values for {} columns",
                                                        file_.string(), row.size(), columns_));
  }
  write_line(fmt::format("{:.17g}\n", fmt::join(row, ",")));
}

/// Writes the line and flushes it: only the flush meets a full disk.
void Table::write_line(const std::string& line) {
  const bool written = std::fwrite(line.data(), 1, line.size(), stream_.get()) == line.size();
  if (!written || std::fflush(stream_.get()) != 0) {
    fail_to_write(file_, std::generic_category().message(errno));
  }
  bytes_ += line.size();
  checksum_.add(line);
}

TablePosition Table::position() {
  // A pipe or a terminal in place of the file cannot be flushed to a disk and says EINVAL.
  if (::fsync(fileno(stream_.get())) != 0 && errno != EINVAL) {
    fail_to_write(file_, std::generic_category().message(errno));
  }
  return {bytes_, checksum_.value()};
}

void require_table(const std::filesystem::path& file, const std::vector<std::string>& columns,
                   const TablePosition& position) {
  read_until(file, columns, position);
}

}  // namespace slipflow::output
