// Opening files of users: what is no regular file is refused at once.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "failure.hpp"
#include "slipflow/support/input_file.hpp"
#include "test_folder.hpp"

namespace test_input_file {

using slipflow::InputFile;
using test_support::failure;
using test_support::Folder;

TEST_CASE("an input file is read, sought and read again") {
  const Folder folder;
  // Longer than the buffer, so that reads and seeks cross its ends.
  std::string text;
  for (int k = 0; k < 40000; ++k) text += std::to_string(k) + "\n";
  InputFile in(folder.write("numbers", text));
  REQUIRE(in.problem() == "");
  CHECK(in.size() == text.size());
  std::string line;
  std::getline(in, line);
  CHECK(line == "0");
  CHECK(in.tellg() == 2);
  std::string rest(100000, '\0');
  CHECK(in.read(rest.data(), 100000).good());
  CHECK(rest == text.substr(2, 100000));
  CHECK(in.tellg() == 100002);
  in.seekg(-6, std::ios::end);
  CHECK(in.text(100) == "39999\n");
  CHECK(in.eof());
  CHECK_FALSE(in.bad());
  in.clear();
  in.seekg(10);
  CHECK(in.text(5) == text.substr(10, 5));
}

TEST_CASE("promise 7: neither pipes, devices and sockets nor directories are read") {
  const Folder folder;
  alarm(20);  // a reader that waits for the other end of the pipe ends here
  const auto pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(InputFile(pipe).problem() == "is not a regular file");
  alarm(0);
  CHECK(InputFile(pipe).fail());
  CHECK(InputFile(pipe).text(10) == "");
  CHECK(InputFile("/dev/zero").problem() == "is not a regular file");
  CHECK(InputFile(folder.path()).problem() == "is a directory");
  CHECK(InputFile(folder / "none").problem() == "cannot be read: No such file or directory");
  std::filesystem::create_symlink(pipe, folder / "link");
  CHECK(InputFile(folder / "link").problem() == "is not a regular file");
}

TEST_CASE("a read that fails makes the input file bad") {
  InputFile in("/proc/self/mem");  // opens, but has nothing at its beginning
  REQUIRE(in.problem() == "");
  CHECK(in.text(10) == "");
  CHECK(in.bad());
}

TEST_CASE("promise 7: a file without content is refused before it is read") {
  const Folder folder;
  const auto message_of = [&](const std::filesystem::path& file) {
    const auto [status, sentence] =
        failure([&] { slipflow::content_of(file, std::uint64_t{1} << 40, "too much"); });
    CHECK(status == slipflow::ExitStatus::bad_input);
    return sentence.substr(file.string().size() + 2);
  };
  const std::filesystem::path file = folder.write("mesh", "some text");
  CHECK(slipflow::content_of(file, 9, "at most 9") == "some text");
  CHECK(failure([&] { slipflow::content_of(file, 8, "at most 8"); }).second ==
        "'" + file.string() + "' is too large: at most 8");
  std::filesystem::resize_file(file, std::uintmax_t{20} << 30);  // takes no room on the disk
  CHECK(message_of(file) ==
        " has nothing but zeros from byte 1048576 on: it was not written to its end");
  CHECK(message_of(folder / "none") == " cannot be read: No such file or directory");
  CHECK(message_of("/proc/self/mem") == " cannot be read to its end");
  CHECK(slipflow::content_of("/proc/self/status", 1 << 20, "").starts_with("Name:"));
}

}  // namespace test_input_file
