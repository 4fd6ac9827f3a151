// Meshes of three axes: planes of them, points between their cells, frames and slices.
#include <doctest/doctest.h>

#include <algorithm>

#include "failure.hpp"
#include "slipflow/drawing/picture.hpp"
#include "slipflow/output/field_series.hpp"
#include "slipflow/output/frame_fields.hpp"
#include "slipflow/output/frame_file.hpp"
#include "slipflow/setup/point_stencil.hpp"
#include "test_folder.hpp"

namespace test_three_axes {

using namespace slipflow;

namespace {
mesh::Mesh small_mesh() {
  mesh::Mesh m{
      mesh::uniform_axis(0, 1, 4), mesh::uniform_axis(0, 3, 3), mesh::uniform_axis(2, 4, 2), {}};
  m.tags.assign(m.layout().size(), 0);
  m.tags[m.layout().at(1, 2, 1)] = 7;
  return m;
}

/// x + 10 y + 100 z at the centres.
output::Snapshot snapshot_of(const mesh::Mesh& m) {
  output::NamedField field{"phi", "phi", {}};
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i)
        field.values.push_back(m.x.centre(i) + 10 * m.y.centre(j) + 100 * m.z.centre(k));
  return {3, 0.5, &m, {field}};
}

output::ResultsFolder results_in(const test_support::Folder& folder) {
  return {folder / "out", {{"fields.pvd"}, {"fields"}}};
}
}  // namespace

TEST_CASE("a plane of a mesh has its other axes and the tags of its layer") {
  const auto m = small_mesh();
  CHECK(m.size_text() == "4 x 3 x 2");
  const auto across_z = mesh::plane_of(m, 2, 1);
  CHECK(across_z.axes() == 2);
  CHECK(across_z.solid(1, 2));
  CHECK(!mesh::plane_of(m, 2, 0).any_solid());
  const auto across_x = mesh::plane_of(m, 0, 1);
  CHECK(across_x.size_text() == "3 x 2");
  CHECK(across_x.solid(2, 1));
  CHECK(mesh::plane_of(m, 1, 2).solid(1, 1));
}

TEST_CASE("interpolation in space is exact for linear functions, and leaves cells out") {
  const auto m = small_mesh();
  const auto values = snapshot_of(m).fields[0].values;
  const auto nodes = [&](int axis) { return setup::AxisNodes{.axis = m.axis(axis), .ghosts = 0}; };
  const auto value = [&](const auto& counts) {
    const auto stencil = setup::point_stencil(3, nodes, {0.4, 1.1, 3.2}, counts);
    return stencil.sum_of([&](int k) { return values[stencil.place[k]]; });
  };
  CHECK(value([](int, int, int) { return true; }) == doctest::Approx(0.4 + 11 + 320));
  CHECK(value([](int, int, int k) { return k == 1; }) == doctest::Approx(0.4 + 11 + 350));
}

TEST_CASE("a frame of three axes is read back, and refused where two are wanted") {
  const test_support::Folder folder;
  const auto m = small_mesh();
  const auto snapshot = snapshot_of(m);
  auto results = results_in(folder);
  results.prepare(false);
  output::FieldSeries(results).write(snapshot);
  const auto frame = output::read_frame(folder / "out/fields/000000.vtr", 3);
  CHECK(frame.z == m.z.faces);
  CHECK(frame.fields.at("phi") == snapshot.fields[0].values);
  CHECK(std::ranges::count(frame.hidden, true) == 1);
  CHECK(frame.hidden[(1 * 3 + 2) * 4 + 1]);
  CHECK_THROWS_WITH(output::read_frame(folder / "out/fields/000000.vtr"),
                    doctest::Contains("has a mesh of three axes instead of two"));
}

TEST_CASE("images are written for ParaView") {
  const test_support::Folder folder;
  const auto m = small_mesh();
  auto results = results_in(folder);
  results.prepare(false);
  output::FieldSeries series(results, output::GridFormat::vti);
  series.write(snapshot_of(m));
  CHECK(output::FieldSeries::frame_name(0, output::GridFormat::vti) == "fields/000000.vti");
  std::ifstream in(folder / "out/fields/000000.vti");
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  CHECK(text.find("ImageData") != std::string::npos);
  CHECK(text.find("WholeExtent=\"0 4 0 3 0 2\"") != std::string::npos);
  CHECK(text.find("Origin=\"0 0 2\"") != std::string::npos);
  CHECK(text.find("Spacing=\"0.25 1 1\"") != std::string::npos);
}

TEST_CASE("fields of frames of any format are read back") {
  const test_support::Folder folder;
  const auto m = small_mesh();
  auto results = results_in(folder);
  results.prepare(false);
  const auto snapshot = snapshot_of(m);
  for (const auto format : {output::GridFormat::vtr, output::GridFormat::vti}) {
    output::FieldSeries(results, format).write(snapshot);
    const auto file = folder / "out" / output::FieldSeries::frame_name(0, format);
    CHECK(output::read_frame_fields(file, {"phi"}, 24).at(0) == snapshot.fields[0].values);
    const auto refusal = [&](const std::string& name, std::size_t cells) {
      return test_support::failure([&] { output::read_frame_fields(file, {name}, cells); }).second;
    };
    CHECK(refusal("chi", 24).find("has no field chi") != std::string::npos);
    CHECK(refusal("phi", 23).find("has not 23 numbers of phi") != std::string::npos);
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    std::filesystem::resize_file(file, text.find("<AppendedData") + 80);
    CHECK(refusal("phi", 24).find("is damaged") != std::string::npos);
  }
  const auto frames = output::listed_frames(folder / "out");
  REQUIRE(frames.size() == 1);
  CHECK(frames[0].number == 0);
  CHECK(frames[0].time == 0.5);
}

TEST_CASE("a slice is the picture of its plane") {
  const auto m = small_mesh();
  const auto snapshot = snapshot_of(m);
  const drawing::PictureStyle style{"Title", 400};
  const auto slice_of = [&](const output::Snapshot& drawn) {
    return drawing::draw_picture(drawn, "phi", style, drawing::Plane{1, 2, 0});
  };
  const auto slice = slice_of(snapshot);
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 4; ++i) {
        auto other = snapshot;
        other.fields[0].values[static_cast<std::size_t>((k * 3 + j) * 4 + i)] += 0.5;
        CHECK((slice_of(other) == slice) == (j != 2 || m.solid(i, j, k)));
      }
  const auto seen = drawing::ends_shown(snapshot, "phi", style, drawing::Plane{1, 2, 0});
  CHECK(seen.lo == m.x.centre(0) + 25 + 100 * m.z.centre(0));
  CHECK(seen.hi == m.x.centre(3) + 25 + 100 * m.z.centre(1));
}

}  // namespace test_three_axes
