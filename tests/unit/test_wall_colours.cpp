// The data of walls that pictures show: read back from the tables of a run.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <tuple>

#include "../../host/run/wall_output.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "test_output_support.hpp"

namespace test_wall_colours {

using namespace slipflow;

namespace {
/// A box of 6 x 5 x 4 cells, along y of growing widths, with a body of 2 x 1 x 2 cells.
std::unique_ptr<methods::Problem> problem_with(const std::string& units) {
  const auto settings = config::parse_case(
      units + "[gas]\n" + (units.empty() ? "knudsen = 0.05\n" : "") +
          "mach = 2\n[mesh]\nx = 0 3\ny = 0 2\nz = 0 2\ncells = 6 5 4\n"
          "y_stretch = geometric 1.3\n[body]\nbox = 1 0.6 0.5 2 1.1 1.5 name=body\n"
          "[boundary]\nwest = stream\neast = outflow\nsouth = wall\nnorth = symmetry\n"
          "bottom = symmetry\ntop = symmetry\n[time]\nstep = 0.1\nend = 1\n"
          "[output]\nwalls = on\n",
      "case.cfg", {}, simple_ts::key_tables());
  return simple_ts::method().make(settings, methods::Start::read);
}
}  // namespace

TEST_CASE("data of walls have the face of the mesh that they are for, in SI units too") {
  for (const std::string units :
       {"", "[units]\nlength = 3 um\ntemperature = 300 K\npressure = 1 bar\ngas = argon\n"}) {
    CAPTURE(units);
    test_output::Results folder;
    const auto problem = problem_with(units);
    const auto simulation = problem->backends().on_host();
    simulation->state().start();
    auto data = simulation->diagnostics().wall_data();
    // A number for each face, which no other one has.
    double next = 1;
    for (auto& wall : data)
      for (double& value : wall.values[0]) value = next++;
    folder.folder().make_folder("walls");
    run::WallOutput(*problem, folder.folder(), {}).write(0, data);
    const auto read = run::read_faces(*problem, folder.path(), "pressure", 0);
    const double factor = run::OutputUnits(*problem).factor("p0");
    const mesh::Mesh& mesh = problem->mesh();
    std::set<double> seen;
    for (const auto& wall : data)
      for (std::size_t n = 0; wall.wall == "body" && n < wall.faces.size(); ++n) {
        const auto& face = wall.faces[n];
        const double normals[] = {face.normal.x, face.normal.y, face.normal.z};
        const double low[] = {face.from.x, face.from.y, face.from.z};
        const double high[] = {face.to.x, face.to.y, face.to.z};
        std::array<int, 4> key{};
        for (int axis = 0; axis < 3; ++axis) {
          if (normals[axis] != 0) key[0] = axis;
          const auto& faces = mesh.axis(axis).faces;
          const auto at = std::ranges::find(faces, std::min(low[axis], high[axis]));
          REQUIRE(at != faces.end());
          key[static_cast<std::size_t>(axis) + 1] = static_cast<int>(at - faces.begin());
        }
        REQUIRE(read.count(key) == 1);
        CHECK(read.at(key) == doctest::Approx(factor * wall.values[0][n]).epsilon(1e-14));
        seen.insert(read.at(key));
      }
    CHECK(seen.size() == 2 * (2 * 1 + 2 * 2 + 1 * 2));
    CHECK(read.size() == seen.size());  // without those of the south wall
    for (const auto& [column, output, fault] :
         {std::tuple{"pressure", 1, "there is no table "},
          std::tuple{"pressures", 0, "has no column pressures"}}) {
      const auto [status, message] = test_output::failure([&] {
        run::read_faces(*problem, folder.path(), column, static_cast<std::size_t>(output));
      });
      CHECK(status == ExitStatus::bad_input);
      CHECK(message.find(fault) != std::string::npos);
    }
  }
}

}  // namespace test_wall_colours
