// A start from a frame of another run: read back, put on another mesh, or refused.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "slipflow/output/field_series.hpp"
#include "slipflow/output/frame_file.hpp"
#include "slipflow/simple_ts/start_fields.hpp"
#include "test_cases.hpp"
#include "test_output_support.hpp"

using slipflow::ExitStatus;
using slipflow::output::Frame;
using slipflow::output::read_frame;
using test_output::failure;
using test_output::Folder;

namespace slipflow::simple_ts::test_start_fields {

namespace {
/// Writes one frame of 3 x 2 cells, of which (1, 0) is solid; returns its file.
std::filesystem::path frame_in(const Folder& folder) {
  auto mesh = test_output::gas_mesh({0, 1, 2, 4}, {0, 1, 3});
  mesh.tags[mesh.layout().at(1, 0)] = 1;
  output::ResultsFolder results(folder.path(), {});
  results.prepare(true);
  output::FieldSeries series(results);
  series.write({3,
                0.5,
                &mesh,
                {{"T", "T", {1, 2, 3, 4, 5, 6}},
                 {"rho", "rho", {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}},
                 {"u", "u", {1, 0, -1, 2, 0, -2}},
                 {"v", "v", {0, 0, 0, 1, 1, 1}}}});
  return folder / "fields/000000.vtr";
}

/// The sentence that refuses the file, without its name.
std::string refused(const std::filesystem::path& file) {
  const auto [status, sentence] = failure([&] { read_frame(file); });
  if (status != ExitStatus::bad_input) return "not refused";
  const auto quoted = fmt::format("'{}' ", file.string());
  CHECK(sentence.starts_with(quoted));
  return sentence.substr(quoted.size());
}

/// A mesh of nx x ny cells over x from 0 to 4, y from 0 to 3.
Case case_of(int nx, int ny, const std::string& more = "") {
  return case_from(
      fmt::format("[gas]\nknudsen = 0.05\n[mesh]\nx = 0 4\ny = 0 3\ncells = {} {}\n"
                  "[boundary]\nwest = outflow\neast = outflow\nsouth = outflow\n"
                  "north = outflow\n[time]\nstep = 1\nmax_steps = 1\n{}",
                  nx, ny, more));
}

/// T = 1 + x/10, rho = 1 + y/10, u = x - y, v = x + y on 8 x 6 cells.
StartFields linear_fields() {
  StartFields f;
  for (int k = 0; k <= 8; ++k) f.faces[0].push_back(0.5 * k);
  for (int k = 0; k <= 6; ++k) f.faces[1].push_back(0.5 * k);
  f.solid.assign(48, false);
  for (int j = 0; j < 6; ++j)
    for (int i = 0; i < 8; ++i) {
      const double x = 0.5 * i + 0.25, y = 0.5 * j + 0.25;
      f.T.push_back(1 + x / 10), f.rho.push_back(1 + y / 10);
      f.velocity[0].push_back(x - y), f.velocity[1].push_back(x + y);
    }
  return f;
}

State started(const Case& c, const StartFields& fields) {
  State s = initial_state(c);
  std::fill(s.v.begin(), s.v.end(), 0.0);
  put_fields(c, fields, s);
  return s;
}
}  // namespace

TEST_CASE("a frame reads back as it was written") {
  const Folder folder;
  const Frame frame = read_frame(frame_in(folder));
  CHECK(frame.x == std::vector<double>{0, 1, 2, 4});
  CHECK(frame.y == std::vector<double>{0, 1, 3});
  CHECK(frame.fields.at("T") == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(frame.fields.count("velocity") == 0);
  CHECK(frame.hidden == std::vector<bool>{false, true, false, false, false, false});
}

TEST_CASE("files that are no frames, or damaged ones, are refused in one sentence") {
  const Folder folder;
  const auto good = test_output::read(frame_in(folder));
  const auto file = folder / "bad.vtr";
  CHECK(refused(folder / "none.vtr") == "cannot be read: No such file or directory");
  CHECK(refused(folder.path()) == "is a directory");
  test_output::write(file, "");
  CHECK(refused(file) == "is not a .vtr file (a rectilinear grid of VTK)");
  test_output::write(file, "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\"></VTKFile>\n");
  CHECK(refused(file) == "is not a .vtr file (a rectilinear grid of VTK)");
  // Cut anywhere: in the text, where the raw values begin, within them.
  for (const std::size_t bytes : {good.size() / 4, good.size() / 2, good.size() - 200}) {
    CAPTURE(bytes);
    test_output::write(file, good.substr(0, bytes));
    CHECK(refused(file) != "not refused");
  }
  auto text = good;
  text.replace(text.find("WholeExtent=\"0 3 0 2 0 0\""), 25, "WholeExtent=\"0 9 0 9 0 0\"");
  test_output::write(file, text);
  CHECK(refused(file) != "not refused");
}

TEST_CASE("fields on another mesh: linear between that mesh's centres, on centres and faces") {
  const Case c = case_of(20, 9);
  const State s = started(c, linear_fields());
  const auto layout = c.mesh.layout();
  for (int j = 2; j < 7; ++j)
    for (int i = 2; i < 18; ++i) {
      const double x = c.mesh.x.centre(i), y = c.mesh.y.centre(j);
      const auto at = layout.at(i, j);
      CHECK(s.T[at] == doctest::Approx(1 + x / 10).epsilon(1e-14));
      CHECK(s.rho[at] == doctest::Approx(1 + y / 10).epsilon(1e-14));
      CHECK(s.u[at] == doctest::Approx(c.mesh.x.faces[i] - y).epsilon(1e-12));
      CHECK(s.v[at] == doctest::Approx(x + c.mesh.y.faces[j]).epsilon(1e-12));
    }
  // Beyond the outermost centres their values.
  CHECK(s.T[layout.at(0, 4)] == doctest::Approx(1.025));
}

TEST_CASE("fields on another mesh of three axes: linear along each") {
  StartFields f;
  constexpr int cells = 6;
  for (auto& faces : f.faces)
    for (int k = 0; k <= cells; ++k) faces.push_back(0.5 * k);
  f.solid.assign(cells * cells * cells, false);
  for (int k = 0; k < cells; ++k)
    for (int j = 0; j < cells; ++j)
      for (int i = 0; i < cells; ++i) {
        const double x = 0.5 * i + 0.25, y = 0.5 * j + 0.25, z = 0.5 * k + 0.25;
        f.T.push_back(1 + x / 10), f.rho.push_back(1 + z / 10);
        f.velocity[0].push_back(x - z), f.velocity[1].push_back(y + z);
        f.velocity[2].push_back(z - 2 * y);
      }
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 3\ny = 0 3\nz = 0 3\ncells = 10 8 7\n[boundary]\n"
      "west = outflow\neast = outflow\nsouth = outflow\nnorth = outflow\nbottom = outflow\n"
      "top = outflow\n[time]\nstep = 1\nmax_steps = 1\n");
  CHECK(reason_against(c, f) == "");
  const State s = started(c, f);
  const auto at = c.mesh.layout().at(4, 5, 3);
  const auto centre = [&](int axis, int k) { return c.mesh.axis(axis).centre(k); };
  const double x = centre(0, 4), y = centre(1, 5), z = centre(2, 3);
  CHECK(s.T[at] == doctest::Approx(1 + x / 10).epsilon(1e-14));
  CHECK(s.rho[at] == doctest::Approx(1 + z / 10).epsilon(1e-14));
  CHECK(s.u[at] == doctest::Approx(c.mesh.x.faces[4] - z).epsilon(1e-12));
  CHECK(s.v[at] == doctest::Approx(c.mesh.y.faces[5] + z).epsilon(1e-12));
  CHECK(s.w[at] == doctest::Approx(c.mesh.z.faces[3] - 2 * y).epsilon(1e-12));
  f.velocity[2][7] = std::numeric_limits<double>::infinity();
  CHECK(reason_against(c, f).find(", w = inf in cell (1, 1, 0)") != std::string::npos);
  for (double& face : f.faces[2]) face *= 0.9;
  CHECK(reason_against(c, f) ==
        "covers x 0 to 3, y 0 to 3, z 0 to 2.7, which is not all of the mesh");
}

TEST_CASE("solid cells of either mesh: the gas around counts, walls stay at rest") {
  StartFields fields = linear_fields();
  for (const int at : {3 * 8 + 3, 3 * 8 + 4}) fields.solid[at] = true, fields.T[at] = 99;
  const Case c = case_of(32, 24, "[body]\nrectangle = 0.5 0.5 1 1\n");
  const State s = started(c, fields);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < 24; ++j)
    for (int i = 0; i < 32; ++i) CHECK(s.T[layout.at(i, j)] < 1.5);
  CHECK(s.T[layout.at(5, 5)] == 1);  // in the body
  CHECK(s.u[layout.at(4, 5)] == 0);  // on it
  CHECK(s.rho[layout.at(16, 14)] > 1);
}

TEST_CASE("fields that do not cover the mesh, or are no gas, are refused") {
  const Case c = case_of(8, 6);
  StartFields fields = linear_fields();
  CHECK(reason_against(c, fields) == "");
  fields.T[9] = -1;
  CHECK(reason_against(c, fields).starts_with(
      "has T = -1, rho = 1.075, u = 0, v = 1.5 in cell (1, 1)"));
  fields.solid[9] = true;
  CHECK(reason_against(c, fields) == "");
  fields.velocity[0][10] = std::numeric_limits<double>::quiet_NaN();
  CHECK(reason_against(c, fields).find("u = nan") != std::string::npos);
  fields = linear_fields();
  for (double& x : fields.faces[0]) x *= 0.9;
  CHECK(reason_against(c, fields) == "covers x 0 to 3.6, y 0 to 3, which is not all of the mesh");
}

}  // namespace slipflow::simple_ts::test_start_fields
