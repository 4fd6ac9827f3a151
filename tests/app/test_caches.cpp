// Promise 19: PoCL's cache is the user's own and checked, and a driver that cannot be loaded is
// left out. The run of these tests is one whose kernels PoCL builds quickly.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>
#include <functional>

#include "program.hpp"

namespace test_caches {

using namespace test_app;

namespace {
using Environment = std::map<std::string, std::string>;

/// PoCL's cache below "cache" of the working directory.
const Environment own_cache = {{"POCL_CACHE_DIR", ""}, {"SLIPFLOW_CACHE_DIR", "cache"}};

const std::string diffusion =
    "method = transport\n[equation]\ndiffusion = 0.2\nvelocity = none\n[mesh]\nx = 0 1\ny = 0 1\n"
    "z = 0 0.5\ncells = 12 11 6\n[boundary]\nwest = value 0\neast = flux 0\nsouth = exchange 2 0\n"
    "north = value 0\nbottom = flux 0\ntop = value 1\n[linear]\npreconditioner = none\n"
    "[time]\nmax_steps = 1\n[output]\npictures = none\n";
const Words run_of_it = {"run", "case.cfg", "--trust-device", "--overwrite"};

/// The warning of a command that succeeds, if there is one.
std::string warning_of(const Outcome& run) {
  CHECK_MESSAGE(run.status == 0, run.err);
  CHECK(lines_of(run.err).size() <= 1);
  return run.err;
}

void for_each_kernel(const Place& place, const std::function<void(const fs::path&)>& change) {
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(place / "cache/pocl"))
    if (entry.path().extension() == ".so" || entry.path().extension() == ".bc") {
      change(entry.path());
      ++files;
    }
  CHECK(files >= 4);
}

void flip_a_byte(const fs::path& file) {
  std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekg(1000);
  const auto byte = static_cast<char>(~bytes.get());
  bytes.seekp(1000);
  bytes.put(byte);
  REQUIRE(bytes.good());
}

const std::string damaged =
    "warning: files in the cache of compiled kernels cache/pocl were damaged: they are removed, "
    "and "
    "the kernels built again\n";
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("promise 19: damaged kernels of PoCL are built again, with one warning" *
          doctest::test_suite("opencl full")) {
  const Place place(diffusion);
  const auto warning = [&] { return warning_of(place.slipflow(run_of_it, own_cache)); };
  CHECK(warning() == "");
  struct stat status {};
  REQUIRE(::stat((place / "cache/pocl").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
  for_each_kernel(place, flip_a_byte);
  CHECK(warning() == damaged);
  for_each_kernel(place, [](const fs::path& file) {
    fs::resize_file(file, file.extension() == ".so" ? 0 : fs::file_size(file));
  });
  CHECK(warning() == damaged);
  CHECK(warning() == "");
}

TEST_CASE("promise 19: a cache that cannot be used costs a build and one warning" *
          doctest::test_suite("opencl full")) {
  const Place place(diffusion);
  write(place / "file", "");
  CHECK(warning_of(place.slipflow(
            run_of_it, {{"POCL_CACHE_DIR", ""}, {"SLIPFLOW_CACHE_DIR", "file/cache"}})) ==
        "warning: the cache of compiled kernels file/cache/pocl cannot be used (Not a directory): "
        "compiled kernels are not kept\n");
}

TEST_CASE("promise 4: a disk that fills up: kernels are built without a cache") {
  const Place place(diffusion);
  const auto full = on_small_disk({run_of_it,
                                   place.path(),
                                   {{"POCL_CACHE_DIR", ""}, {"SLIPFLOW_CACHE_DIR", "disk/cache"}},
                                   -1,
                                   "",
                                   "",
                                   false},
                                  200000);
  if (full.status == 97) {
    MESSAGE("no file system can be mounted here, not even in a name space of the user's own");
    return;
  }
  CHECK(warning_of(full) ==
        "warning: the cache of compiled kernels disk/cache/pocl cannot be used (No space left on "
        "device): compiled kernels are not kept\n");
}

TEST_CASE("promise 4: a full disk for the folder of POCL_CACHE_DIR costs a build and one warning") {
  const Place place(diffusion);
  const auto full = on_small_disk(
      {run_of_it, place.path(), {{"POCL_CACHE_DIR", "disk/mine"}}, -1, "", "", false}, 200000);
  if (full.status == 97) {
    MESSAGE("no file system can be mounted here, not even in a name space of the user's own");
    return;
  }
  CHECK(warning_of(full) ==
        "warning: the cache of compiled kernels disk/mine cannot be used (No space left on "
        "device): compiled kernels are not kept\n");
}

TEST_CASE("promise 19: a driver file that crashes the loader is named and left out") {
  const Place place;
  const auto folder = place / "vendors";
  fs::create_directory(folder);
  write(folder / "whole.icd", SLIPFLOW_FAULTY_DRIVER "\n");
  const Environment environment = {{"OCL_ICD_VENDORS", folder.string()},
                                   {"OPENCL_VENDOR_PATH", folder.string()}};
  const auto warning = [&] {
    const auto devices = place.slipflow({"devices"}, environment);
    CHECK(holds(devices.out, "self-test         passed"));
    CHECK(holds(devices.out, "\nPoCL keeps compiled kernels in "));
    return warning_of(devices);
  };
  CHECK(warning() == "");
  write(folder / "bad.icd", std::string(100, '\0'));
  for (int k = 0; k < 2; ++k)
    CHECK(warning() == "warning: " + (folder / "bad.icd").string() +
                           " crashes the OpenCL loader: it is left out; repair or remove it\n");
  fs::remove(folder / "bad.icd");
  REQUIRE(mkfifo((folder / "bad.icd").c_str(), 0600) == 0);
  CHECK(warning() == "warning: " + (folder / "bad.icd").string() +
                         " is not a regular file: it is left out; repair or remove it\n");
}

TEST_SUITE_END();

}  // namespace test_caches
