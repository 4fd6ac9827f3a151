// The format of checkpoints: what is written is read, and any other bytes are refused.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstring>
#include <sstream>

#include "slipflow/output/array_file.hpp"
#include "slipflow/output/checkpoint_file.hpp"
#include "test_output_support.hpp"

namespace test_checkpoint_file {

using slipflow::Checksum;
using slipflow::output::ArrayFile;
using slipflow::output::CheckpointReader;
using slipflow::output::CheckpointWriter;
using slipflow::output::checksum_of_array;
using slipflow::output::checksums_of_rows;
using namespace test_output;

namespace {
struct Record {
  std::int64_t count = 0;
  double value = 0;
};

const std::vector<double> values = {0.1, -0.0, 1e300, 4, 5, 6};
constexpr std::size_t row = 2;

void add_rows(CheckpointWriter& writer, const char* name) {
  const auto array = writer.begin_rows(name, values.size(), row);
  writer.write_rows(array, values);
  writer.end_rows(array, checksums_of_rows(values, row));
}

std::string written(Results& folder) {
  CheckpointWriter writer(folder.folder(), "c");
  writer.add("text", "some words");
  writer.add_record("record", Record{7, 0.5});
  writer.add("values", values);
  add_rows(writer, "rows");
  add_rows(writer, "more");
  writer.finish();
  return test_output::read(folder / "c");
}

void read_all(const std::string& bytes) {
  std::istringstream in(bytes);
  CheckpointReader reader(in, "c");
  // Outside of CHECK, which would catch what they throw.
  const auto text = reader.text("text", 10);
  CHECK(text == "some words");
  const auto record = reader.record<Record>("record");
  CHECK(record.count == 7);
  CHECK(record.value == 0.5);
  const auto array = reader.doubles("values", 6);
  CHECK(array == values);
  const auto rows = reader.rows("rows", 6, row);
  CHECK(rows == values);
  reader.check_rows("more", 6, row);
  reader.end();
}

std::string refusal(const std::string& bytes) {
  const auto [status, sentence] = failure([&] { read_all(bytes); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}

template <class Number>
std::string with_number(std::string bytes, std::size_t at, Number number) {
  std::memcpy(&bytes.at(at), &number, sizeof number);
  return bytes;
}

// Behind the header and the block "version".
std::size_t size_of_text(const std::string& file) { return file.find("text") + 8; }
}  // namespace

TEST_CASE("a checkpoint reads back, and nothing else is left in the folder") {
  Results folder;
  read_all(written(folder));
  for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
    if (!entry.is_directory())
      CHECK((entry.path() == folder / "c" || entry.path() == folder / ".slipflow-files"));
}

TEST_CASE("promise 4: every cut and every changed bit of a checkpoint is refused in one sentence") {
  Results folder;
  const auto good = written(folder);
  for (std::size_t size = 0; size < good.size(); ++size) {
    const auto sentence = refusal(good.substr(0, size));
    CHECK(sentence.find("c: ") == 0);
    CHECK(sentence.find('\n') == std::string::npos);
  }
  for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
    auto bad = good;
    bad[bit / 8] = static_cast<char>(bad[bit / 8] ^ (1 << bit % 8));
    CHECK_MESSAGE(refusal(bad).find("c: ") == 0, bit);
  }
}

TEST_CASE("promise 4: what is no checkpoint says what it is") {
  Results folder;
  const auto good = written(folder);
  CHECK(refusal("") == "c: is empty");
  CHECK(refusal("[gas]\nknudsen = 0.05\n") == "c: is not a checkpoint of slipflow");
  CHECK(refusal("short") == "c: is not a checkpoint of slipflow");
  CHECK(refusal(with_number(good, 12, std::uint32_t{0x04030201})) ==
        "c: was written by a machine with the other byte order");
  CHECK(refusal(good + "x") == "c: is damaged: 1 bytes follow its end");
}

TEST_CASE("a checkpoint of another format names the version that wrote it, and what is needed") {
  Results folder;
  auto file = with_number(written(folder), 8, std::uint32_t{512});
  std::istringstream in(test_output::read(folder / "c"));
  const auto ours = CheckpointReader(in, "c").version();
  const auto begin = file.find("version");
  const std::string other(ours.size(), '9');
  REQUIRE(begin == 16);
  Checksum checksum;
  file.replace(begin + 16, other.size(), other);
  checksum.add(std::string_view(file).substr(begin, 16 + ours.size()));
  file = with_number(file, begin + 16 + ours.size(), checksum.value());
  CHECK(refusal(file) == fmt::format("c: was written by slipflow {} in format 512, slipflow {} "
                                     "reads format {}: resume it with the version that wrote it",
                                     other, ours, slipflow::output::kCheckpointFormat));
}

TEST_CASE("formats before 0.1.0 have no version, and are old rather than damaged") {
  Results folder;
  auto old = written(folder);
  std::istringstream in(old);
  const auto ours = CheckpointReader(in, "c").version();
  old.erase(16, old.find("text") - 16);
  for (const std::uint32_t format : {1u, 128u})
    CHECK(refusal(with_number(old, 8, format)) ==
          fmt::format("c: was written before slipflow 0.1.0 in format {}, slipflow {} reads format "
                      "{}: resume it with the version that wrote it",
                      format, ours, slipflow::output::kCheckpointFormat));
  CHECK(refusal(with_number(old, 8, std::uint32_t{3})) ==
        "c: is damaged: block 'version' is not where it should be");
}

TEST_CASE("the checksum of an array follows from those of its rows") {
  Results folder;
  const auto file = written(folder);
  // What several writers of parts of an array hand to the one that writes the checksum.
  const auto at = file.find("more");
  Checksum of_block;
  of_block.add(std::string_view(file).substr(at, 16));
  for (std::size_t k = 0; k < values.size(); k += row) {
    Checksum of_row;
    of_row.add(std::string_view(file).substr(at + 16 + 8 * k, 8 * row));
    const std::uint64_t value = of_row.value();
    of_block.add({reinterpret_cast<const char*>(&value), sizeof value});
  }
  std::uint64_t stored = 0;
  std::memcpy(&stored, &file[at + 16 + 8 * values.size()], sizeof stored);
  CHECK(stored == of_block.value());
}

TEST_CASE("an array that is passed over is found by its place, and its checksum is told") {
  Results folder;
  const auto good = written(folder);
  const auto pass = [](const std::string& bytes) {
    std::istringstream in(bytes);
    CheckpointReader reader(in, "c");
    reader.text("text", 10);
    reader.record<Record>("record");
    reader.doubles("values", 6);
    const auto [rows, checksum] = reader.pass_rows("rows", 6, row);
    CHECK(checksum == checksum_of_array("rows", 6, checksums_of_rows(values, row)));
    const auto [more, other] = reader.pass_rows("more", 6, row);
    CHECK(other != checksum);
    reader.end();
    return more.begin;
  };
  const auto begin = pass(good);
  CHECK(begin == good.find("more") + 16);
  CHECK(std::memcmp(&good[begin], values.data(), 8 * values.size()) == 0);
  // What is wrong around its values is refused; they are for others to check.
  for (const std::size_t at : {begin - 16, begin - 8})
    CHECK(failure([&] { pass(with_number(good, at, std::uint64_t{7})); }).first ==
          ExitStatus::bad_input);
  CHECK(failure([&] { pass(good.substr(0, begin + 40)); }).second ==
        fmt::format("c: is damaged: it ends at byte {}, within block 'more'", begin + 40));
  CHECK(failure([&] { pass(good.substr(0, begin + 50)); }).second ==
        fmt::format("c: is damaged: it ends at byte {}, too early", begin + 50));
}

TEST_CASE("parts of an array are written and read in place") {
  Results folder;
  const auto good = written(folder);
  const auto begin = good.find("more") + 16;
  ArrayFile to(folder / "c", "c", ArrayFile::Access::write);
  to.write(begin + 16, std::vector<double>{7, 8});
  to.finish();
  auto expected = with_number(good, begin + 16, 7.0);
  CHECK(test_output::read(folder / "c") == with_number(expected, begin + 24, 8.0));
  const ArrayFile from(folder / "c", "c", ArrayFile::Access::read);
  std::vector<double> read(3);
  from.read(begin + 8, read);
  CHECK(read == std::vector<double>{values[1], 7, 8});
  CHECK(failure([&] { from.read(good.size() - 8, read); }) ==
        std::pair(ExitStatus::bad_input, std::string("c: cannot be read: it ends too early")));
}

TEST_CASE("only a regular file is opened for parts of arrays, and to write no link") {
  Results folder;
  test_output::write(folder / "file", "12345678");
  fs::create_symlink("file", folder / "link");
  const auto opening = [&](const char* name, ArrayFile::Access access) {
    return failure([&] { const ArrayFile file(folder / name, "c", access); });
  };
  const auto to_write = ArrayFile::Access::write, to_read = ArrayFile::Access::read;
  CHECK(opening("file", to_write).first == ExitStatus::done);
  CHECK(opening("link", to_read).first == ExitStatus::done);
  CHECK(opening("link", to_write) ==
        std::pair(ExitStatus::output_failed,
                  std::string("cannot write c: Too many levels of symbolic links")));
  CHECK(opening("none", to_read) ==
        std::pair(ExitStatus::bad_input,
                  std::string("c: cannot be read: No such file or directory")));
  CHECK(opening(".", to_read).second == "c: cannot be read: it is not a regular file");
}

TEST_CASE("promise 4: a full disk shows before the values of an array are there") {
  Results folder;
  const test_output::FileSizeLimit limit(1000);
  CheckpointWriter writer(folder.folder(), "c");
  writer.begin_rows("small", 50, 10);
  CHECK(failure([&] { writer.begin_rows("large", 100, 10); }) ==
        std::pair(ExitStatus::output_failed,
                  "cannot write " + (folder / "c").string() + ": File too large"));
}

TEST_CASE("promise 7: sizes are checked before anything is allocated") {
  Results folder;
  const auto good = written(folder);
  for (const std::uint64_t size :
       {~std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{1} << 40})
    CHECK(refusal(with_number(good, size_of_text(good), size)) ==
          fmt::format("c: is damaged: it ends at byte {}, within block 'text'", good.size()));
  CHECK(refusal(with_number(good, size_of_text(good), std::uint64_t{11})) ==
        "c: is damaged: block 'text' has 11 bytes, more than 10");
  std::istringstream in(good);
  CheckpointReader reader(in, "c");
  reader.text("text", 10);
  reader.record<Record>("record");
  reader.doubles("values", 6);
  CHECK(failure([&] { reader.rows("rows", ~std::uint64_t{0} / 8, row); }).second ==
        "c: is damaged: block 'rows' has 48 bytes, not 18446744073709551608");
}

TEST_CASE("promise 4: a full disk leaves the previous checkpoint and no temporary file") {
  Results folder;
  const auto good = written(folder);
  std::string sentence;
  {
    const test_output::FileSizeLimit limit(60);
    sentence = failure([&] { written(folder); }).second;
  }
  CHECK(sentence == "cannot write " + (folder / "c").string() + ": File too large");
  CHECK(test_output::read(folder / "c") == good);
  for (const auto& entry : fs::recursive_directory_iterator(folder.path()))
    CHECK(entry.path().extension() != ".tmp");
}

}  // namespace test_checkpoint_file
