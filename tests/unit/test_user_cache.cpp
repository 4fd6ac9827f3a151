// Promise 15: caches are the user's own, and a broken entry is known as one.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "slipflow/support/user_cache.hpp"

namespace test_user_cache {

namespace fs = std::filesystem;
using slipflow::CacheEntry;
using slipflow::UserCache;

namespace {
struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "slipflow-cache-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
};

using State = CacheEntry::State;

const std::string bytes("\1\0\377\n\7", 5);

int mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}
}  // namespace

TEST_CASE("promise 15: the cache gives back what was stored, by its whole key") {
  const Folder folder;
  const UserCache cache(folder.path / "cache", "kernel");
  CHECK(cache.find("device A, source 1").state == State::absent);
  CHECK(!fs::exists(folder.path / "cache"));
  CHECK(cache.store("device A, source 1", bytes));
  CHECK(mode_of(folder.path / "cache") == 0700);
  CHECK(cache.find("device A, source 1").state == State::good);
  CHECK(cache.find("device A, source 1").bytes == bytes);
  CHECK(cache.find("device A, source 2").state == State::absent);
  // An entry under the hash of another key.
  fs::copy_file(cache.file_of("device A, source 1"), cache.file_of("device B"));
  CHECK(cache.find("device B").state == State::damaged);
  // An entry of another kind.
  const UserCache other(folder.path / "cache", "other");
  CHECK(other.find("device A, source 1").state == State::absent);
  fs::copy_file(cache.file_of("device A, source 1"), other.file_of("device A, source 1"));
  CHECK(other.find("device A, source 1").state == State::damaged);
}

TEST_CASE("promise 15: an entry with any byte changed, cut or added is damaged") {
  const Folder folder;
  const UserCache cache(folder.path / "cache", "kernel");
  cache.store("key", bytes);
  const auto file = cache.file_of("key");
  std::ifstream in(file, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  const auto state_with = [&](const std::string& text) {
    std::ofstream(file, std::ios::binary) << text;
    return cache.find("key").state;
  };
  for (std::size_t k = 0; k < good.size(); ++k) {
    CAPTURE(k);
    std::string flipped = good;
    flipped[k] = static_cast<char>(flipped[k] ^ 1);
    CHECK(state_with(flipped) == State::damaged);
    CHECK(state_with(good.substr(0, k)) == State::damaged);
  }
  CHECK(state_with(good + 'x') == State::damaged);
  CHECK(cache.store("key", bytes));  // written again
  CHECK(cache.find("key").state == State::good);
}

TEST_CASE("promise 15: a pipe in the place of an entry is a damaged one, and replaced") {
  const Folder folder;
  const UserCache cache(folder.path / "cache", "kernel");
  REQUIRE(cache.store("key", bytes));
  fs::remove(cache.file_of("key"));
  REQUIRE(mkfifo(cache.file_of("key").c_str(), 0600) == 0);
  alarm(20);  // a reader that waits for the other end of the pipe ends here
  CHECK(cache.find("key").state == State::damaged);
  alarm(0);
  CHECK(cache.store("key", bytes));
  CHECK(cache.find("key").state == State::good);
}

TEST_CASE(
    "promise 15: a folder others can write to is not used, and what cannot be stored is said") {
  const Folder folder;
  fs::create_directory(folder.path / "open");
  fs::permissions(folder.path / "open", fs::perms::all);
  const UserCache open(folder.path / "open", "kernel");
  CHECK_FALSE(open.store("key", bytes));
  CHECK(fs::is_empty(folder.path / "open"));
  CHECK_FALSE(UserCache(fs::path(), "kernel").store("key", bytes));
  CHECK_FALSE(UserCache("/dev/null/kernels", "kernel").store("key", bytes));
  // A folder stands where the entry would.
  const UserCache cache(folder.path / "cache", "kernel");
  fs::create_directories(cache.file_of("key") / "folder");
  CHECK(cache.find("key").state == State::damaged);
  CHECK_FALSE(cache.store("key", bytes));
  CHECK(std::distance(fs::directory_iterator(folder.path / "cache"), {}) == 1);
}

}  // namespace test_user_cache
