// Promise 19: files that a library keeps between runs are used only as they were recorded.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "slipflow/support/checked_folder.hpp"
#include "slipflow/support/child_programs.hpp"
#include "slipflow/support/private_folder.hpp"

namespace test_checked_folder {

namespace fs = std::filesystem;
using namespace slipflow;
using State = CheckedFolder::State;

namespace {
void write(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// A folder of the user with two recorded files, and where its record is.
struct Recorded {
  PrivateFolder place{fs::temp_directory_path(), "slipflow-checked-"};
  fs::path folder = place.path() / "pocl";
  UserCache records{place.path() / "cache", "pocl"};

  Recorded() {
    REQUIRE(create_private_folder(folder) == "");
    CheckedFolder checked(folder, records);
    write(folder / "AB/program.bc", "a program");
    write(folder / "AB/kernel/kernel.so", "its kernel");
    checked.record();
  }
  State state() const { return CheckedFolder(folder, records).state(); }
  bool holds_kernel() const { return fs::exists(folder / "AB/kernel/kernel.so"); }
};

struct Variable {
  std::string name, before;
  bool was_set;
  Variable(const char* variable, const char* value)
      : name(variable), was_set(std::getenv(variable)) {
    if (was_set) before = std::getenv(variable);
    if (value)
      setenv(variable, value, 1);
    else
      unsetenv(variable);
  }
  ~Variable() {
    if (was_set)
      setenv(name.c_str(), before.c_str(), 1);
    else
      unsetenv(name.c_str());
  }
};
}  // namespace

TEST_CASE("promise 19: recorded files stay, whatever is damaged is removed once") {
  const Recorded recorded;
  CHECK(recorded.state() == State::good);
  CHECK(recorded.holds_kernel());
  for (const char* damaged : {"its kerneL", "its", "its kernel and more", ""}) {
    CAPTURE(damaged);
    write(recorded.folder / "AB/kernel/kernel.so", damaged);
    CHECK(recorded.state() == State::repaired);
    CHECK(!recorded.holds_kernel());
    CHECK(fs::exists(recorded.folder / "AB/program.bc"));
    CheckedFolder again(recorded.folder, recorded.records);
    CHECK(again.state() == State::good);
    write(recorded.folder / "AB/kernel/kernel.so", "its kernel");
    again.record();
  }
}

TEST_CASE("promise 19: a file built again with as many bytes is recorded with its new bytes") {
  const Recorded recorded;
  write(recorded.folder / "AB/kernel/kernel.so", "its kerneL");
  {
    CheckedFolder checked(recorded.folder, recorded.records);
    CHECK(checked.state() == State::repaired);
    write(recorded.folder / "AB/kernel/kernel.so", "new kernel");
    checked.record();
  }
  CHECK(recorded.state() == State::good);
  CHECK(recorded.holds_kernel());
}

TEST_CASE("promise 19: files and links that no run has recorded are removed") {
  const Recorded recorded;
  write(recorded.folder / "AB/kernel/other.so", "planted");
  write(recorded.place.path() / "users", "a file of the user");
  fs::create_symlink(recorded.place.path() / "users", recorded.folder / "link");
  CHECK(recorded.state() == State::good);
  CHECK(!fs::exists(recorded.folder / "AB/kernel/other.so"));
  CHECK(!fs::is_symlink(recorded.folder / "link"));
  CHECK(fs::exists(recorded.place.path() / "users"));
  CHECK(recorded.holds_kernel());
}

TEST_CASE("promise 19: empty files stay only where a run has recorded them") {
  const Recorded recorded;
  write(recorded.folder / "AB/last_accessed", "");  // as PoCL does
  CheckedFolder(recorded.folder, recorded.records).record();
  CHECK(!fs::exists(recorded.folder / "AB/last_accessed"));
  {
    CheckedFolder checked(recorded.folder, recorded.records);
    write(recorded.folder / "AB/last_accessed", "");
    checked.record();
  }
  write(recorded.folder / "AB/kernel/other.so", "");  // of a run that was killed
  CHECK(recorded.state() == State::good);
  CHECK(fs::exists(recorded.folder / "AB/last_accessed"));
  CHECK(!fs::exists(recorded.folder / "AB/kernel/other.so"));
  CHECK(fs::exists(recorded.folder / ".lock"));
}

TEST_CASE("promise 19: a recorded file in whose place there is a link is damaged") {
  const Recorded recorded;
  write(recorded.place.path() / "same", "its kernel");
  fs::remove(recorded.folder / "AB/kernel/kernel.so");
  fs::create_symlink(recorded.place.path() / "same", recorded.folder / "AB/kernel/kernel.so");
  CHECK(recorded.state() == State::repaired);
  CHECK(!recorded.holds_kernel());
}

TEST_CASE("promise 19: without a whole record nothing is trusted") {
  const Recorded recorded;
  const auto file = recorded.records.file_of(recorded.folder.string());
  REQUIRE(fs::exists(file));
  std::ofstream(file, std::ios::app) << "x";
  CHECK(recorded.state() == State::repaired);
  CHECK(!recorded.holds_kernel());
}

TEST_CASE("promise 19: while another process uses the folder nothing in it is removed") {
  const Recorded recorded;
  const CheckedFolder other(recorded.folder, recorded.records);
  write(recorded.folder / "CD/kernel.so", "the other one builds it");
  CHECK(recorded.state() == State::good);
  CHECK(fs::exists(recorded.folder / "CD/kernel.so"));
  write(recorded.folder / "AB/kernel/kernel.so", "its kerneL");
  CHECK(recorded.state() == State::damaged);
  CHECK(recorded.holds_kernel());
}

TEST_CASE("promise 19: a folder that has grown large begins anew") {
  const Recorded recorded;
  write(recorded.folder / "large", "");
  fs::resize_file(recorded.folder / "large", (std::uintmax_t{256} << 20) + 1);  // without its bytes
  CHECK(recorded.state() == State::good);
  CHECK(!fs::exists(recorded.folder / "large"));
  CHECK(!recorded.holds_kernel());
}

TEST_CASE("promise 19: a folder of others, or open to them, is not used") {
  const PrivateFolder place(fs::temp_directory_path(), "slipflow-private-");
  const auto folder = place.path() / "cache" / "pocl";
  CHECK(create_private_folder(folder) == "");
  CHECK(create_private_folder(folder) == "");
  struct stat status {};
  REQUIRE(::stat(folder.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
  ::chmod(folder.c_str(), 0750);
  CHECK(create_private_folder(folder) == "its mode is not 0700");
  ::chmod(folder.c_str(), 0700);
  ::chmod(folder.parent_path().c_str(), 0777);
  CHECK(create_private_folder(folder) == "belongs to another user, or others may write to it");
  ::chmod(folder.parent_path().c_str(), 0700);
  fs::create_directory(place.path() / "elsewhere");
  fs::create_directory_symlink(place.path() / "elsewhere", place.path() / "cache/link");
  CHECK(create_private_folder(place.path() / "cache/link") == "is not a directory");
  write(place.path() / "file", "text");
  CHECK(create_private_folder(place.path() / "file/pocl") == "Not a directory");
  CHECK(create_private_folder("") == "no home directory is known");
}

TEST_CASE("promise 19: without HOME the cache is in the home directory all the same") {
  const Variable own("SLIPFLOW_CACHE_DIR", nullptr), xdg("XDG_CACHE_HOME", nullptr);
  const Variable home("HOME", nullptr);
  const auto folder = UserCache::users_folder();
  CHECK(folder.is_absolute());
  CHECK(folder.parent_path().filename() == ".cache");
}

TEST_CASE("a child process tells how it ends") {
  using namespace std::chrono_literals;
  const PrivateFolder place(fs::temp_directory_path(), "slipflow-child-");
  const auto end_of = [&](const std::string& commands) {
    write(place.path() / "script", commands);
    return end_of_child("/bin/sh", (place.path() / "script").string(), {{"NAME", "value"}}, 2s);
  };
  CHECK(end_of("exit 3") == ChildEnd::exited);
  CHECK(end_of("test \"$NAME\" = value && kill -SEGV $$") == ChildEnd::crashed);
  CHECK(end_of_child("/bin/sleep", "100", {}, 20ms) == ChildEnd::hung);
  CHECK(end_of_child(place.path() / "none", "", {}, 2s) == ChildEnd::exited);
}

}  // namespace test_checked_folder
