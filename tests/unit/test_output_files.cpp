#include <doctest/doctest.h>

#include "slipflow/output/files.hpp"
#include "test_output_support.hpp"

namespace test_output_files {

namespace fs = std::filesystem;
using slipflow::ExitStatus;
using slipflow::output::write_whole_file;
using test_output::failure;
using test_output::Folder;

TEST_CASE("a whole file replaces the previous one and leaves no temporary file") {
  const Folder folder;
  write_whole_file(folder / "a.txt", "old and longer");
  write_whole_file(folder / "a.txt", "new");
  CHECK(test_output::read(folder / "a.txt") == "new");
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE("a file that cannot be written is an output error naming file and reason") {
  const Folder folder;
  test_output::write(folder / "plain", "a file, not a folder");
  const auto target = folder / "plain/a.txt";
  const auto [status, sentence] = failure([&] { write_whole_file(target, "text"); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence == "cannot write " + target.string() + ": Not a directory");
}

TEST_CASE("a full disk is an output error and the previous file stays") {
  const Folder folder;
  test_output::write(folder / "a.txt", "old");
  const test_output::FileSizeLimit limit(2);
  const auto [status, sentence] = failure([&] { write_whole_file(folder / "a.txt", "new"); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence == "cannot write " + (folder / "a.txt").string() + ": File too large");
  CHECK(test_output::read(folder / "a.txt") == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 1);
}

TEST_CASE(
    "promise 17: a whole file is written through no link, neither its own nor a temporary one") {
  const Folder folder;
  test_output::write(folder / "precious", "mine");
  for (const char* name : {"a.txt", "a.txt.tmp"})
    fs::create_symlink(folder / "precious", folder / name);
  write_whole_file(folder / "a.txt", "new");
  CHECK(test_output::read(folder / "precious") == "mine");
  CHECK(fs::is_regular_file(fs::symlink_status(folder / "a.txt")));
  CHECK(test_output::read(folder / "a.txt") == "new");
}

}  // namespace test_output_files
