// The axes of a mesh: what is refused before it becomes infinite, or nothing, further on.
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>

#include "test_cases.hpp"
#include "test_output_support.hpp"

namespace slipflow::simple_ts {

namespace {
std::string refused(const std::string& key_and_value) {
  try {
    case_from(channel_text(8, 4, 0.25, ""), {key_and_value});
  } catch (const Error& error) {
    CHECK(error.status() == ExitStatus::bad_input);
    return error.what();
  }
  return "not refused";
}
}  // namespace

TEST_CASE("extents that doubles cannot divide into cells are refused") {
  const std::string range =
      ": must be numbers of at most 1000000000000 that differ by 1e-12 at least";
  for (const std::string extent : {"-1e308 1e308", "0 1e13", "0 1e-310"})
    CHECK(refused("mesh.x=" + extent) == "--set: mesh.x = " + extent + range);
  CHECK(refused("mesh.y=1e11 100000000000.00002")
            .find("cannot be told apart between 100000000000 and 100000000000.00002") !=
        std::string::npos);
}

TEST_CASE("promise 7: faces come from a file of numbers, which is neither endless nor very large") {
  CHECK(
      refused("mesh.x_stretch=file path=/dev/zero").ends_with("'/dev/zero' is not a regular file"));
  CHECK(refused("mesh.x_stretch=file path=/tmp").ends_with("'/tmp' is a directory"));
  CHECK(refused("mesh.x_stretch=file path=/nowhere")
            .ends_with("'/nowhere' cannot be read: No such file or directory"));
  const test_output::Folder folder;
  const auto file = folder / "faces.txt";
  test_output::write(file, "0 1\n");
  CHECK(refused("mesh.x_stretch=file path=" + file.string())
            .ends_with("must hold 9 face positions, one more than cells, and nothing else"));
  std::filesystem::resize_file(file, std::uintmax_t{129} << 20);
  CHECK(refused("mesh.x_stretch=file path=" + file.string()).ends_with("is larger than 128 MiB"));
}

}  // namespace slipflow::simple_ts
