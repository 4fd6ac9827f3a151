#include "slipflow/output/table.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "slipflow/support/error.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::output {

namespace {

std::string header_of(const std::vector<std::string>& columns) {
  std::vector<std::string> cells(columns.size());
  std::ranges::transform(columns, cells.begin(), csv_cell);
  return fmt::format("{}\n", fmt::join(cells, ","));
}

/// The checksum of the table up to there, which must be as it was then.
Checksum read_until(const ResultsFolder& folder, const std::string& name,
                    const std::vector<std::string>& columns, const TablePosition& position) {
  const auto file = folder.path() / name;
  const auto unfit = [&](const std::string& why) {
    return Error(ExitStatus::bad_input,
                 fmt::format("cannot continue {}: {}; a new --output leaves it unchanged",
                             file.string(), why));
  };
  std::ifstream in;
  if (folder.has_file(name)) in.open(file, std::ios::binary);
  if (!in.is_open()) throw unfit("it cannot be read");
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

Table::Table(ResultsFolder& folder, std::string name, const std::vector<std::string>& columns)
    : folder_(&folder),
      name_(std::move(name)),
      columns_(columns.size()),
      file_(folder.create(name_)) {
  write_line(header_of(columns));
}

Table::Table(ResultsFolder& folder, std::string name, const std::vector<std::string>& columns,
             const TablePosition& from)
    : folder_(&folder),
      name_(std::move(name)),
      columns_(columns.size()),
      file_(folder.open_to_append(name_)),
      bytes_(from.bytes),
      checksum_(read_until(folder, name_, columns, from)) {
  if (::ftruncate(file_.number(), static_cast<off_t>(bytes_)) != 0)
    fail_to_write(folder_->path() / name_, errno);
}

void Table::append(const std::vector<double>& row) {
  if (row.size() != columns_) {
    throw Error(ExitStatus::internal_error,
                fmt::format("{}: a row of {} values for {} columns", name_, row.size(), columns_));
  }
  require_there();
  write_line(fmt::format("{:.17g}\n", fmt::join(row, ",")));
}

void Table::require_there() const {
  struct stat status {};
  std::string what;
  const int error = ::fstat(file_.number(), &status) == 0 ? 0 : errno;
  // ESTALE: another machine removed it. After any other error it may be there as it was.
  if (error != 0 && error != ESTALE) fail_to_write(folder_->path() / name_, error);
  if (error != 0)
    what = "can no longer be read: " + std::generic_category().message(error);
  else if (!folder_->refers_to(name_, file_.number()))
    what = "was removed, renamed or replaced during the run";
  else if (static_cast<std::uint64_t>(status.st_size) != bytes_)
    what = fmt::format("was changed during the run: it holds {} bytes, {} were written",
                       status.st_size, bytes_);
  if (!what.empty())
    throw TableLost(ExitStatus::output_failed,
                    fmt::format("{} {}", (folder_->path() / name_).string(), what));
}

void Table::write_line(const std::string& line) {
  if (const int error = write_all(file_.number(), line); error != 0)
    fail_to_write(folder_->path() / name_, error);
  bytes_ += line.size();
  checksum_.add(line);
}

TablePosition Table::position() const {
  if (const int error = flush_to_disk(file_.number()); error != 0)
    fail_to_write(folder_->path() / name_, error);
  return {bytes_, checksum_.value()};
}

std::string column_name(const std::string& title) {
  return title.ends_with(']') ? title.substr(0, title.rfind(" [")) : title;
}

void require_table(const ResultsFolder& folder, const std::string& name,
                   const std::vector<std::string>& columns, const TablePosition& position) {
  read_until(folder, name, columns, position);
}

}  // namespace slipflow::output
