#include "slipflow/output/checkpoint_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "slipflow/support/foreign_text.hpp"

namespace slipflow::output {

namespace {
// The first byte does not occur in texts, and the line ends change if the file is sent as a text.
constexpr std::string_view kMagic = "\x89SFCP\r\n\x1a";
constexpr std::uint32_t kOrder = 0x01020304, kOtherOrder = 0x04030201;
constexpr const char* kVersionBlock = "version";
constexpr std::uint32_t kFirstWithVersion = 256;  // the first format that has this block
constexpr std::uint64_t kMostVersion = 64;        // bytes

template <class Number>
std::string_view bytes_of(const Number& number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}

std::string_view bytes_of(std::span<const double> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::array<char, kMostLetters> padded(std::string_view name) {
  if (name.size() > kMostLetters)
    throw Error(ExitStatus::internal_error, fmt::format("a block named {}", name));
  std::array<char, kMostLetters> letters{};
  std::copy(name.begin(), name.end(), letters.begin());
  return letters;
}

std::string_view view(const std::array<char, kMostLetters>& letters) {
  return {letters.data(), letters.size()};
}
}  // namespace

RowChecksums checksums_of_rows(std::span<const double> values, std::uint64_t row) {
  RowChecksums rows;
  rows.reserve(values.size() / row);
  for (std::uint64_t at = 0; at < values.size(); at += row)
    rows.push_back(checksum_of(bytes_of(values.subspan(at, row))));
  return rows;
}

std::uint64_t checksum_of_array(std::string_view name, std::uint64_t count,
                                const RowChecksums& rows) {
  Checksum checksum;
  checksum.add(view(padded(name)));
  checksum.add(bytes_of(count * sizeof(double)));
  for (const std::uint64_t row : rows) checksum.add(bytes_of(row));
  return checksum.value();
}

CheckpointWriter::CheckpointWriter(ResultsFolder& folder, std::string name)
    : file_(folder, std::move(name)) {
  file_.write(kMagic);
  file_.write(bytes_of(kCheckpointFormat));
  file_.write(bytes_of(kOrder));
  add(kVersionBlock, std::string_view(SLIPFLOW_VERSION));
}

void CheckpointWriter::add(std::string_view name, std::string_view bytes) {
  const auto letters = padded(name);
  const std::uint64_t size = bytes.size();
  Checksum checksum;
  for (const std::string_view part : {view(letters), bytes_of(size), bytes}) {
    checksum.add(part);
    file_.write(part);
  }
  file_.write(bytes_of(checksum.value()));
}

void CheckpointWriter::add(std::string_view name, const std::vector<double>& values) {
  add(name, bytes_of(std::span(values)));
}

ArrayBlock CheckpointWriter::begin_rows(std::string_view name, std::uint64_t count,
                                        std::uint64_t row) {
  const std::uint64_t size = count * sizeof(double);
  file_.write(view(padded(name)));
  file_.write(bytes_of(size));
  return {std::string(name), count, row, file_.skip(size + sizeof(std::uint64_t))};
}

void CheckpointWriter::write_rows(const ArrayBlock& array, std::span<const double> values) const {
  file_.write_at(array.begin, bytes_of(values));
}

void CheckpointWriter::end_rows(const ArrayBlock& array, const RowChecksums& rows) {
  file_.write_at(array.begin + array.count * sizeof(double),
                 bytes_of(checksum_of_array(array.name, array.count, rows)));
}

void CheckpointWriter::finish() {
  add("end", std::string_view());
  file_.finish();
}

CheckpointReader::CheckpointReader(std::istream& in, std::string name)
    : in_(in), name_(std::move(name)) {
  in_.seekg(0, std::ios::end);
  const std::streamoff size = in_.tellg();
  in_.seekg(0);
  if (!in_ || size < 0) throw Error(ExitStatus::bad_input, name_ + ": cannot be read");
  size_ = left_ = static_cast<std::uint64_t>(size);
  if (size_ == 0) throw Error(ExitStatus::bad_input, name_ + ": is empty");
  char magic[kMagic.size()] = {};
  std::uint32_t format = 0, order = 0;
  if (size_ >= sizeof magic + sizeof format + sizeof order) {
    read(magic, sizeof magic);
    read(reinterpret_cast<char*>(&format), sizeof format);
    read(reinterpret_cast<char*>(&order), sizeof order);
  }
  if (std::string_view(magic, sizeof magic) != kMagic)
    throw Error(ExitStatus::bad_input, name_ + ": is not a checkpoint of slipflow");
  if (order == kOtherOrder)
    throw Error(ExitStatus::bad_input,
                name_ + ": was written by a machine with the other byte order");
  if (order != kOrder) throw damaged("its header makes no sense");
  if (format < kFirstWithVersion && std::has_single_bit(format))
    throw Error(ExitStatus::bad_input,
                fmt::format("{}: was written before slipflow 0.1.0 in format {}, slipflow {} reads "
                            "format {}: resume it with the version that wrote it",
                            name_, format, SLIPFLOW_VERSION, kCheckpointFormat));
  version_ = text(kVersionBlock, kMostVersion);
  if (format != kCheckpointFormat)
    throw Error(ExitStatus::bad_input,
                fmt::format("{}: was written by slipflow {} in format {}, slipflow {} reads format "
                            "{}: resume it with the version that wrote it",
                            name_, shown(version_), format, SLIPFLOW_VERSION, kCheckpointFormat));
}

Error CheckpointReader::damaged(const std::string& what) const {
  return {ExitStatus::bad_input, fmt::format("{}: is damaged: {}", name_, what)};
}

void CheckpointReader::read(char* to, std::uint64_t bytes) {
  if (bytes > left_) throw damaged(fmt::format("it ends at byte {}, too early", size_));
  in_.read(to, static_cast<std::streamsize>(bytes));
  if (!in_) throw Error(ExitStatus::bad_input, name_ + ": cannot be read");
  left_ -= bytes;
  checksum_.add({to, static_cast<std::size_t>(bytes)});
}

std::uint64_t CheckpointReader::open(std::string_view name) {
  checksum_ = {};
  std::array<char, kMostLetters> letters{};
  std::uint64_t size = 0;
  read(letters.data(), letters.size());
  read(reinterpret_cast<char*>(&size), sizeof size);
  if (letters != padded(name))
    throw damaged(fmt::format("block '{}' is not where it should be", name));
  if (size > left_)
    throw damaged(fmt::format("it ends at byte {}, within block '{}'", size_, name));
  return size;
}

std::uint64_t CheckpointReader::open_exactly(std::string_view name, std::uint64_t bytes) {
  const std::uint64_t size = open(name);
  if (size != bytes)
    throw damaged(fmt::format("block '{}' has {} bytes, not {}", name, size, bytes));
  return size;
}

void CheckpointReader::read_block(std::string_view name, std::uint64_t bytes, char* to) {
  read(to, bytes);
  close(name);
}

void CheckpointReader::close(std::string_view name) {
  const std::uint64_t expected = checksum_.value();
  std::uint64_t stored = 0;
  read(reinterpret_cast<char*>(&stored), sizeof stored);
  if (stored != expected)
    throw damaged(fmt::format("the checksum of block '{}' does not match", name));
}

std::string CheckpointReader::text(std::string_view name, std::uint64_t most_bytes) {
  const std::uint64_t size = open(name);
  if (size > most_bytes)
    throw damaged(fmt::format("block '{}' has {} bytes, more than {}", name, size, most_bytes));
  std::string text(size, '\0');
  read_block(name, size, text.data());
  return text;
}

std::vector<double> CheckpointReader::doubles(std::string_view name, std::uint64_t most) {
  const std::uint64_t size = open(name);
  if (size % sizeof(double) != 0 || size / sizeof(double) > most)
    throw damaged(fmt::format("block '{}' has {} bytes", name, size));
  std::vector<double> values(size / sizeof(double));
  read_block(name, size, reinterpret_cast<char*>(values.data()));
  return values;
}

template <class RowAt>
void CheckpointReader::read_rows(std::string_view name, std::uint64_t count, std::uint64_t row,
                                 RowAt row_at) {
  open_exactly(name, count * sizeof(double));
  Checksum of_block = checksum_;
  for (std::uint64_t k = 0; k < count / row; ++k) {
    checksum_ = {};
    read(row_at(k), row * sizeof(double));
    of_block.add(bytes_of(checksum_.value()));
  }
  checksum_ = of_block;
  close(name);
}

std::vector<double> CheckpointReader::rows(std::string_view name, std::uint64_t count,
                                           std::uint64_t row) {
  std::vector<double> values;
  read_rows(name, count, row, [&](std::uint64_t k) {
    values.resize(count);  // once the size is known to be that of the file
    return reinterpret_cast<char*>(values.data() + k * row);
  });
  return values;
}

std::pair<ArrayBlock, std::uint64_t> CheckpointReader::pass_rows(std::string_view name,
                                                                 std::uint64_t count,
                                                                 std::uint64_t row) {
  const std::uint64_t bytes = open_exactly(name, count * sizeof(double));
  const ArrayBlock array{std::string(name), count, row, size_ - left_};
  in_.seekg(static_cast<std::streamoff>(bytes), std::ios::cur);
  left_ -= bytes;
  std::uint64_t checksum = 0;
  read(reinterpret_cast<char*>(&checksum), sizeof checksum);
  return {array, checksum};
}

void CheckpointReader::check_rows(std::string_view name, std::uint64_t count, std::uint64_t row) {
  std::vector<char> bytes;
  read_rows(name, count, row, [&](std::uint64_t) {
    bytes.resize(row * sizeof(double));
    return bytes.data();
  });
}

void CheckpointReader::end() {
  open_exactly("end", 0);
  close("end");
  if (left_ != 0) throw damaged(fmt::format("{} bytes follow its end", left_));
}

}  // namespace slipflow::output
