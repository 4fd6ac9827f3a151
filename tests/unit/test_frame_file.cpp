// Reading back frames: what a run starts from may be any file.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "slipflow/output/field_series.hpp"
#include "slipflow/output/frame_file.hpp"
#include "test_output_support.hpp"

using slipflow::ExitStatus;
using slipflow::output::read_frame;
using test_output::failure;
using test_output::Folder;

namespace {
/// The bytes of a frame of three by two cells, of which (1, 0) is solid.
std::string frame_bytes(const Folder& folder) {
  auto mesh = test_output::gas_mesh({0, 0.1, 0.3, 1}, {-1, 0, 2});
  mesh.tags[mesh.layout().at(1, 0)] = 1;
  slipflow::output::ResultsFolder results(folder.path(), {});
  results.prepare(true);
  slipflow::output::FieldSeries series(results);
  series.write({7, 0.1, &mesh, {{"T", "temperature", {1, 2, 3, 4, 5, 6}}}});
  return test_output::read(folder / "fields/000000.vtr");
}

/// The sentence that refuses these bytes, without the name of the file; "" if they are read.
std::string refused(const Folder& folder, const std::string& bytes) {
  const auto file = folder / "changed.vtr";
  test_output::write(file, bytes);
  const auto [status, why] = failure([&] { read_frame(file); });
  if (status == ExitStatus::done) return "";
  CHECK(status == ExitStatus::bad_input);
  const std::string begin = "'" + file.string() + "' ";
  CHECK(why.starts_with(begin));
  CHECK(why.find('\n') == std::string::npos);
  return why.substr(std::min(begin.size(), why.size()));
}

std::optional<slipflow::output::Frame> read_if_whole(const Folder& folder, const std::string& bytes) {
  if (!refused(folder, bytes).empty()) return std::nullopt;
  return read_frame(folder / "changed.vtr");
}

std::string replaced(std::string bytes, const std::string& part, const std::string& other) {
  for (auto at = bytes.find(part); at != std::string::npos; at = bytes.find(part, at + other.size()))
    bytes.replace(at, part.size(), other);
  return bytes;
}
}  // namespace

TEST_CASE("a frame reads back with its mesh, fields and solid cells") {
  const Folder folder;
  frame_bytes(folder);
  const auto frame = read_frame(folder / "fields/000000.vtr");
  CHECK(frame.x == std::vector<double>{0, 0.1, 0.3, 1});
  CHECK(frame.y == std::vector<double>{-1, 0, 2});
  CHECK(frame.fields.at("T") == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(frame.hidden == std::vector<bool>{false, true, false, false, false, false});
}

TEST_CASE("promise 7: a frame that is cut off is refused in one sentence, or has lost nothing that counts") {
  const Folder folder;
  const std::string bytes = frame_bytes(folder);
  const auto whole = read_frame(folder / "fields/000000.vtr");
  std::size_t read = 0;
  for (std::size_t size = 0; size < bytes.size(); size += 23) {
    CAPTURE(size);
    const auto part = bytes.substr(0, size);
    const auto frame = read_if_whole(folder, part);
    if (!frame) continue;
    ++read;
    CHECK(frame->x == whole.x);
    CHECK(frame->y == whole.y);
    CHECK(frame->fields == whole.fields);
    CHECK(frame->hidden == whole.hidden);
  }
  CHECK(read < 5);  // VTK does not miss the end of the file, nor the third coordinate
}

TEST_CASE("promise 7: a frame of more cells than its bytes can hold is refused before they are read") {
  const Folder folder;
  const std::string bytes = frame_bytes(folder);
  const std::string extent = "0 3 0 2 0 0";
  REQUIRE(bytes.find("WholeExtent=\"" + extent) != std::string::npos);
  const auto huge = replaced(bytes, extent, "0 30000000 0 2000 0 0");
  CHECK(refused(folder, huge) == fmt::format("is damaged: 60000000000 cells do not fit in its {} bytes",
                                             huge.size()));
  CHECK(refused(folder, replaced(bytes, extent, "-2147483648 2147483647 -2147483648 2147483647 0 0"))
            .starts_with("is damaged: 18446744065119617024 cells do not fit"));
  CHECK(refused(folder, replaced(bytes, extent, "0 300 0 200 0 0")).starts_with("is damaged"));
}
