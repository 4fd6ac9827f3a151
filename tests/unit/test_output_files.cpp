#include <doctest/doctest.h>

#include <algorithm>

#include "slipflow/output/files.hpp"
#include "test_output_support.hpp"

namespace fs = std::filesystem;
using slipflow::ExitStatus;
using slipflow::output::prepare_output_directory;
using slipflow::output::write_whole_file;
using test_output::failure;
using test_output::Folder;

TEST_CASE("a whole file replaces the old one and leaves no temporary file") {
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

TEST_CASE("a full disk is an output error and the old file stays") {
  const Folder folder;
  test_output::write(folder / "a.txt", "old");
  fs::create_symlink("/dev/full", folder / "a.txt.tmp");
  const auto [status, sentence] = failure([&] { write_whole_file(folder / "a.txt", "new"); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence.find("No space left on device") != std::string::npos);
  CHECK(test_output::read(folder / "a.txt") == "old");
  CHECK_FALSE(fs::exists(fs::symlink_status(folder / "a.txt.tmp")));
}

TEST_CASE("an output directory is made, and an empty one is taken") {
  const Folder folder;
  prepare_output_directory(folder / "a/b", false);
  CHECK(fs::is_directory(folder / "a/b"));
  prepare_output_directory(folder / "a/b", false);
}

TEST_CASE("an output directory that holds files is refused without --overwrite") {
  const Folder folder;
  test_output::write(folder / "notes.txt", "mine");
  const auto [status, sentence] = failure([&] { prepare_output_directory(folder.path(), false); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(sentence == "output directory '" + folder.path().string() +
                        "' already holds files; choose another with --output or add --overwrite");
}

TEST_CASE("--overwrite removes only what this program writes") {
  const Folder folder;
  for (const char* name : {"fields", "pictures", "profiles", "checkpoint"})
    fs::create_directory(folder / name);
  for (const char* name :
       {"fields.pvd", "fields.pvd.tmp", "history.csv", "forces.csv", "balance.csv", "probes.csv",
        "summary.json", "case.cfg", "run.log", "fields/000000.vtr", "fields/000001.vtr.tmp",
        "profiles/line_000000.csv", "profiles/line_1000000.csv.tmp", "pictures/p_000000.png",
        "checkpoint/step_000000007.ckpt", "pictures/holiday.jpg", "pictures/holiday_2024.png",
        "profiles/measured.csv", "profiles/run000001.csv", "checkpoint/1", "notes.txt"}) {
    test_output::write(folder / name, "x");
  }
  prepare_output_directory(folder.path(), true);
  std::vector<std::string> left;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    if (!entry.is_directory()) left.push_back(fs::relative(entry, folder.path()).string());
  }
  std::sort(left.begin(), left.end());
  CHECK(left == std::vector<std::string>{"checkpoint/1", "notes.txt", "pictures/holiday.jpg",
                                         "pictures/holiday_2024.png", "profiles/measured.csv",
                                         "profiles/run000001.csv"});
  CHECK_FALSE(fs::exists(folder / "fields"));
}

TEST_CASE("a file in place of the output directory is bad input") {
  const Folder folder;
  test_output::write(folder / "out", "x");
  const auto [status, sentence] = failure([&] { prepare_output_directory(folder / "out", true); });
  CHECK(status == ExitStatus::bad_input);
  CHECK(sentence.find("is a file, not a directory") != std::string::npos);
}

TEST_CASE("an output directory that cannot be made is an output error") {
  const Folder folder;
  test_output::write(folder / "plain", "x");
  const auto [status, sentence] =
      failure([&] { prepare_output_directory(folder / "plain/out", false); });
  CHECK(status == ExitStatus::output_failed);
  CHECK(sentence.find("Not a directory") != std::string::npos);
}

TEST_CASE("numbered files from a number on are removed, and nothing that is named otherwise") {
  const Folder folder;
  for (const char* name : {"p_000001.png", "p_000002.png", "p_000003.png.tmp", "p_1000000.png",
                           "p_2.png", "p_000002.jpg", "pp_000002.png", "p_00000x.png", "p_.png"})
    test_output::write(folder / name, "x");
  slipflow::output::remove_numbered_files(folder.path(), "p_", ".png", 2);
  std::vector<std::string> left;
  for (const auto& entry : fs::directory_iterator(folder.path()))
    left.push_back(entry.path().filename().string());
  std::sort(left.begin(), left.end());
  CHECK(left == std::vector<std::string>{"p_.png", "p_000001.png", "p_000002.jpg", "p_00000x.png",
                                         "p_2.png", "pp_000002.png"});
}

TEST_CASE("a directory is locked by one at a time, and by none when it does not exist") {
  const Folder folder;
  slipflow::output::DirectoryLock none;
  none.take(folder / "none");
  {
    slipflow::output::DirectoryLock first, second;
    first.take(folder.path());
    first.take(folder.path());
    CHECK(failure([&] { second.take(folder.path()); }).second ==
          "output directory '" + folder.path().string() + "' is in use by another run");
  }
  none.take(folder.path());
}
