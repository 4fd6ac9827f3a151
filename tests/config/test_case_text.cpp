// What is and is not a case file, before any value is looked at.
#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "case_example.hpp"
#include "cpu_time.hpp"

namespace test_case_text {

namespace fs = std::filesystem;
using namespace slipflow::config;

namespace {

/// A file in a folder of its own, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& bytes) {
    std::string pattern = (fs::temp_directory_path() / "slipflow-config-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    std::ofstream(path(), std::ios::binary) << bytes;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { fs::remove_all(folder_); }
  fs::path folder() const { return folder_; }
  fs::path path() const { return folder_ / "case.cfg"; }

 private:
  fs::path folder_;
};

std::string message_for_file(const fs::path& path) {
  return message_of([&] { load_case_file(path, {}); });
}

std::string with_crlf(const std::string& text) {
  std::string out;
  for (const char letter : text)
    out += letter == '\n' ? std::string("\r\n") : std::string(1, letter);
  return out;
}

}  // namespace

TEST_CASE("a case file is read from disk, with its folder") {
  const TemporaryFile file(small_case);
  const auto settings = load_case_file(file.path(), {});
  CHECK(settings.number("gas.knudsen") == 0.05);
  CHECK(settings.folder() == file.folder());
  CHECK(settings.origin("gas.knudsen").text() == file.path().string() + ":2");
}

TEST_CASE("promise 7: a byte-order mark and CRLF line ends change nothing") {
  const auto plain = parse_case(small_case, "case.cfg", {});
  const auto marked = parse_case("\xEF\xBB\xBF" + with_crlf(small_case), "case.cfg", {});
  CHECK(marked.resolved() == plain.resolved());
  CHECK(marked.origin("boundary.north").line == 11);
  const auto first = parse_case("\xEF\xBB\xBFtitle = first\r\n" + small_case, "case.cfg", {});
  CHECK(first.text("title") == "first");
}

TEST_CASE("promise 18: a case file is read in a time linear in its size") {
  const auto read_lines = [](const std::string& line) {
    return [line](int lines) {
      std::string text;
      for (int k = 0; k < lines; ++k) text += line;
      message_for(text + small_case);
    };
  };
  CHECK(test_support::grows_linearly(read_lines("\r\n"), 60000));
  CHECK(test_support::grows_linearly(read_lines("# \r\n"), 60000));
}

TEST_CASE("a file without a line end at its end is complete") {
  const auto settings = parse_case(small_case + "step = 0.5", "case.cfg", {});
  CHECK(settings.number("time.step") == 0.5);
}

TEST_CASE("promise 7: what is no case file is refused with one sentence") {
  const TemporaryFile file(small_case);
  const auto name = file.path().string();
  CHECK(message_for_file(file.folder()) == file.folder().string() + ": is a directory");
  CHECK(message_for_file(file.folder() / "none.cfg") ==
        (file.folder() / "none.cfg").string() + ": cannot be read: No such file or directory");
  const auto rewrite = [&](const std::string& bytes) {
    std::ofstream(file.path(), std::ios::binary) << bytes;
    return message_for_file(file.path());
  };
  CHECK(rewrite("") == name + ": is empty");
  CHECK(rewrite("\xEF\xBB\xBF \n\n") == name + ": is empty");
  CHECK(rewrite(std::string((1 << 20) + 1, '#')) ==
        name + ": is larger than 1 MiB, the limit of a case file");
  CHECK(rewrite(std::string("[gas]\nkn\0", 9)) ==
        name + ":2: is not a text file: it holds the byte 0x00 here");
  CHECK(rewrite("\x89PNG\r\n\x1a\n") ==
        name + ":2: is not a text file: it holds the byte 0x1A here");
  CHECK(rewrite("[gas]\rknudsen = 1") ==
        name + ":1: is not a text file: it holds the byte 0x0D here");
}

TEST_CASE("promise 7: a file of exactly 1 MiB is read") {
  const TemporaryFile file(small_case + std::string((1 << 20) - small_case.size() - 1, '\n') + "#");
  CHECK(message_for_file(file.path()) == "no error");
}

TEST_CASE("a file that may not be read is refused") {
  if (geteuid() == 0) return;  // root may read everything
  const TemporaryFile file(small_case);
  fs::permissions(file.path(), fs::perms::none);
  CHECK(message_for_file(file.path()) ==
        file.path().string() + ": cannot be read: Permission denied");
}

TEST_CASE("promise 7: lines that are neither section, key nor comment are refused") {
  const std::string rule = "must be [section], key = value or a # comment";
  CHECK(message_for(small_case + "step 0.1\n") == "case.cfg:13: " + rule);
  CHECK(message_for(small_case + "= 0.1\n") == "case.cfg:13: " + rule);
  CHECK(message_for(small_case + "[time\n") == "case.cfg:13: " + rule);
  CHECK(message_for(small_case + "step = " + std::string(5000, '1')) ==
        "case.cfg:13: the line is longer than 4096 bytes");
}

TEST_CASE("comments may be anywhere, and sections repeat") {
  const auto settings =
      parse_case("# first\n" + small_case +
                     "step = 0.5 # [gas]\n\n[gas] # again\n  mach=2\t# Ma\n[time]\nend = 7",
                 "case.cfg", {});
  CHECK(settings.number("time.step") == 0.5);
  CHECK(settings.number("gas.mach") == 2);
  CHECK(settings.origin("gas.mach").line == 17);
  CHECK(settings.number("time.end") == 7);
}

TEST_CASE("unknown sections name the nearest one, even without keys") {
  CHECK(message_for("[gass]\n") == "case.cfg:1: unknown section 'gass'; did you mean 'gas'?");
  CHECK(message_for("\n[ mesh ]\nx = 0 1") ==
        "case.cfg:2: unknown section ' mesh '; did you mean 'mesh'?");
  CHECK(message_for("[gas.]\n") == "case.cfg:1: unknown section 'gas.'; did you mean 'gas'?");
  CHECK(message_for("[Gas]\n") == "case.cfg:1: unknown section 'Gas'; did you mean 'gas'?");
}

}  // namespace test_case_text
