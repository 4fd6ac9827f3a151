// A binary file of named blocks, each with a checksum: the state a run resumes from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "slipflow/output/results_folder.hpp"
#include "slipflow/support/checksum.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::output {

// The file, numbers in the machine's byte order:
//
//   magic 8 | format 4 | order of bytes 4 | block "version" | block | ... | block "end", empty
//   block: name 8, padded with zeros | size 8 | bytes | checksum 8, of name, size and bytes
//   array: a block whose checksum is that of name, size and the checksums of its rows, so that
//          several writers can each make their part of it
//
// Blocks are read in the order in which they are written.

/// The format that is written and read. Checkpoints stay readable from slipflow 0.1.0 on: a later
/// version resumes them, or names the version that does. So magic, format, order and the block
/// "version" are the same in every format. Any two formats differ in two bits: one wrong bit never
/// turns one into another.
constexpr std::uint32_t kCheckpointFormat = 256;

/// Letters of the longest name of a block.
constexpr std::size_t kMostLetters = 8;

/// An array in such a file.
struct ArrayBlock {
  std::string name;
  std::uint64_t count = 0;  ///< of its values
  std::uint64_t row = 0;    ///< values of a row
  std::uint64_t begin = 0;  ///< bytes of the file in front of its values
};
using RowChecksums = std::vector<std::uint64_t>;

/// The checksum of each row.
RowChecksums checksums_of_rows(std::span<const double> values, std::uint64_t row);
/// The checksum of an array of that name and size, which follows from those of its rows.
std::uint64_t checksum_of_array(std::string_view name, std::uint64_t count,
                                const RowChecksums& rows);

/// Writes such a file under another name and gives it its own once it is whole and on the disk.
/// Every failure to write is Error(output_failed) naming the file; an old file then stays.
class CheckpointWriter {
 public:
  /// The folder outlives the writer.
  CheckpointWriter(ResultsFolder& folder, std::string name);

  /// Names have at most kMostLetters.
  void add(std::string_view name, std::string_view bytes);
  void add(std::string_view name, const std::vector<double>& values);
  /// Leaves the place of an array of `count` values in rows of `row`. It is filled by write_rows(),
  /// or by others who open file(), and ended by end_rows().
  ArrayBlock begin_rows(std::string_view name, std::uint64_t count, std::uint64_t row);
  void write_rows(const ArrayBlock& array, std::span<const double> values) const;
  void end_rows(const ArrayBlock& array, const RowChecksums& rows);
  template <class Record>
  void add_record(std::string_view name, const Record& record) {
    static_assert(std::is_trivially_copyable_v<Record>);
    add(name, {reinterpret_cast<const char*>(&record), sizeof record});
  }
  /// The place of the file until it is finished, and its name in messages.
  std::filesystem::path file() const { return file_.temporary_path(); }
  std::filesystem::path name() const { return file_.path(); }
  /// Adds the last block and moves the file into place.
  void finish();

 private:
  NewFile file_;
};

/// Reads such a file from a seekable stream. No byte is trusted: sizes are checked
/// against the expected ones and the rest of the file before anything is allocated. A file that
/// does not fit throws Error(bad_input), one sentence with the name of the file and the reason.
class CheckpointReader {
 public:
  /// Checks magic, format and order of bytes. `name` is that of the file in messages.
  CheckpointReader(std::istream& in, std::string name);

  const std::string& name() const { return name_; }
  /// The version of slipflow that wrote the file: "0.1.0".
  const std::string& version() const { return version_; }

  /// The next block, which must have this name.
  std::string text(std::string_view name, std::uint64_t most_bytes);
  std::vector<double> doubles(std::string_view name, std::uint64_t most);
  /// An array of `count` values in rows of `row`.
  std::vector<double> rows(std::string_view name, std::uint64_t count, std::uint64_t row);
  template <class Record>
  Record record(std::string_view name) {
    static_assert(std::is_trivially_copyable_v<Record>);
    Record record;
    read_block(name, open_exactly(name, sizeof record), reinterpret_cast<char*>(&record));
    return record;
  }
  /// Passes over an array without reading it, for those who read parts of it. Returns its place and
  /// the checksum that is stored behind it.
  std::pair<ArrayBlock, std::uint64_t> pass_rows(std::string_view name, std::uint64_t count,
                                                 std::uint64_t row);
  /// Reads an array for its checksum only.
  void check_rows(std::string_view name, std::uint64_t count, std::uint64_t row);
  /// Requires the last block and nothing behind it.
  void end();

  /// The error for contents that make no sense.
  Error damaged(const std::string& what) const;

 private:
  std::uint64_t open(std::string_view name);  // its size
  std::uint64_t open_exactly(std::string_view name, std::uint64_t bytes);
  void read_block(std::string_view name, std::uint64_t bytes, char* to);
  /// Reads row k of an array to `row_at(k)`, the place for its bytes.
  template <class RowAt>
  void read_rows(std::string_view name, std::uint64_t count, std::uint64_t row, RowAt row_at);
  void read(char* to, std::uint64_t bytes);
  void close(std::string_view name);

  std::istream& in_;
  std::string name_, version_;
  std::uint64_t size_ = 0, left_ = 0;
  Checksum checksum_;  // of the block being read
};

}  // namespace slipflow::output
