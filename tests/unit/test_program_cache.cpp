// Promise 15: the cache of compiled kernels is the user's own, and a broken entry counts as absent.
#include <doctest/doctest.h>

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "slipflow/opencl/program_cache.hpp"

namespace fs = std::filesystem;
using slipflow::opencl::ProgramCache;

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

const std::vector<unsigned char> binary = {1, 0, 255, '\n', 7};

int mode_of(const fs::path& path) {
  struct stat status {};
  REQUIRE(::stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}
}  // namespace

TEST_CASE("the cache gives back what was stored, by its whole key") {
  const Folder folder;
  const ProgramCache cache(folder.path / "kernels");
  CHECK(mode_of(folder.path / "kernels") == 0700);
  CHECK_FALSE(cache.find("device A, source 1"));
  cache.store("device A, source 1", binary);
  REQUIRE(cache.find("device A, source 1"));
  CHECK(*cache.find("device A, source 1") == binary);
  CHECK_FALSE(cache.find("device A, source 2"));
  // An entry that stands under the hash of another key.
  fs::copy_file(cache.file_of("device A, source 1"), cache.file_of("device B"));
  CHECK_FALSE(cache.find("device B"));
}

TEST_CASE("an entry with any byte changed, cut or added counts as absent") {
  const Folder folder;
  const ProgramCache cache(folder.path / "kernels");
  cache.store("key", binary);
  const auto file = cache.file_of("key");
  std::ifstream in(file, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  const auto found_with = [&](const std::string& bytes) {
    std::ofstream(file, std::ios::binary) << bytes;
    return cache.find("key").has_value();
  };
  for (std::size_t k = 0; k < good.size(); ++k) {
    CAPTURE(k);
    std::string flipped = good;
    flipped[k] = static_cast<char>(flipped[k] ^ 1);
    CHECK_FALSE(found_with(flipped));
    CHECK_FALSE(found_with(good.substr(0, k)));
  }
  CHECK_FALSE(found_with(good + 'x'));
  cache.store("key", binary);  // rebuilt
  CHECK(cache.find("key").has_value());
}

TEST_CASE("a folder others can write to is not used") {
  const Folder folder;
  fs::create_directory(folder.path / "open");
  fs::permissions(folder.path / "open", fs::perms::all);
  const ProgramCache cache(folder.path / "open");
  CHECK_FALSE(cache.usable());
  cache.store("key", binary);
  CHECK(fs::is_empty(folder.path / "open"));
  CHECK_FALSE(ProgramCache(fs::path()).usable());
  CHECK_FALSE(ProgramCache("/dev/null/kernels").usable());
}
