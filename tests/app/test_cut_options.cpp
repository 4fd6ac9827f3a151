// --grid and --weights, and what `slipflow check` says of several ranks.
#include <doctest/doctest.h>

#include <cmath>

#include "failure.hpp"
#include "methods.hpp"
#include "option_values.hpp"
#include "predicted_time.hpp"
#include "program.hpp"

namespace test_cut_options {

using namespace slipflow;
namespace po = boost::program_options;

namespace {
po::variables_map options(const std::vector<std::string>& words) {
  po::options_description all;
  app::add_cut_options(all);
  po::variables_map values;
  po::store(po::command_line_parser(words).options(all).run(), values);
  return values;
}

mesh::Mesh mesh_of(int nx, int ny) {
  mesh::Mesh mesh;
  mesh.x = mesh::uniform_axis(0, 1, nx);
  mesh.y = mesh::uniform_axis(0, 1, ny);
  mesh.tags.assign(mesh.layout().size(), 0);
  return mesh;
}

/// The sentence that refuses the options for a mesh of 40 x 20 cells.
std::string refused(const std::vector<std::string>& words, int ranks) {
  const auto [status, sentence] =
      test_support::failure([&] { app::cuts_from(options(words), mesh_of(40, 20), ranks); });
  CHECK(status == ExitStatus::bad_input);
  return sentence;
}
}  // namespace

TEST_CASE("--weights are positive numbers, one for each rank") {
  CHECK(app::weights_in("1,2.5", 2) == std::vector{1.0, 2.5});
  CHECK(app::weights_in("1e300", 1) == std::vector{1e300});
  for (const std::string word : {"0", "-1", "nan", "inf", "", "1x", " 1", "1e999"}) {
    CAPTURE(word);
    CHECK(refused({"--weights", "1," + word}, 2) ==
          "--weights 1," + word + ": '" + word + "' is not a positive number");
  }
  CHECK(refused({"--weights", "1,2,3"}, 2) ==
        "--weights 1,2,3 must have a number for each of the 2 ranks");
  CHECK(refused({"--weights", "1"}, 2) == "--weights 1 must have a number for each of the 2 ranks");
}

TEST_CASE("weights cut along one axis: rows of pieces are the default") {
  const auto mesh = mesh_of(40, 20);
  const auto cuts = [&](const std::vector<std::string>& words, int ranks) {
    return app::cuts_from(options(words), mesh, ranks);
  };
  CHECK(cuts({"--weights", "1,3"}, 2) == mesh::Cuts{{0, 40}, {0, 5, 20}});
  CHECK(cuts({"--weights", "1,3", "--grid", "2x1"}, 2) == mesh::Cuts{{0, 10, 40}, {0, 20}});
  CHECK(cuts({"--grid", "2x2"}, 4) == mesh::Cuts{{0, 20, 40}, {0, 10, 20}});
  CHECK(cuts({}, 8).grid() == mesh::choose_grid({40, 20}, 8));
  CHECK(refused({"--weights", "1,1,1,1", "--grid", "2x2"}, 4) ==
        "--weights needs a grid that cuts one axis, and --grid 2x2 cuts several");
  CHECK(refused({"--weights", "1,1,1,1,1,1"}, 6).starts_with("a grid of 1 x 6 pieces is too fine"));
}

TEST_CASE("a mesh of three axes is cut along each of them, by weights along the last") {
  auto mesh = mesh_of(40, 20);
  mesh.z = mesh::uniform_axis(0, 1, 24);
  mesh.tags.assign(mesh.layout().size(), 0);
  const auto cuts = [&](const std::vector<std::string>& words, int ranks) {
    return app::cuts_from(options(words), mesh, ranks);
  };
  CHECK(cuts({"--grid", "2x1x3"}, 6) == mesh::Cuts{{0, 20, 40}, {0, 20}, {0, 8, 16, 24}});
  CHECK(cuts({"--weights", "1,2"}, 2) == mesh::Cuts{{0, 40}, {0, 20}, {0, 8, 24}});
  CHECK(cuts({}, 2) == mesh::Cuts{{0, 40}, {0, 20}, {0, 12, 24}});
  CHECK(app::may_cut_by_speed(options({}), mesh, 6));
  CHECK(!app::may_cut_by_speed(options({}), mesh, 7));
  CHECK(!app::may_cut_by_speed(options({"--grid", "1x2x2"}), mesh, 4));
  for (const std::string grid : {"2x2", "2x2x2x1", "2x2x", "axbxc"}) {
    CAPTURE(grid);
    CHECK(test_support::failure([&] {
            cuts({"--grid", grid}, 4);
          }) == std::pair(ExitStatus::bad_input,
                          "--grid " + grid +
                              " must be the numbers of pieces along x, y and z, such as 1x2x2"));
  }
  CHECK(refused({"--grid", "1x2x2"}, 4) ==
        "--grid 1x2x2 must be the numbers of pieces along x and y, such as 2x3");
}

TEST_CASE("the speeds of devices cut along one axis, unless the options leave no choice") {
  const auto mesh = mesh_of(40, 20);
  CHECK(app::may_cut_by_speed(options({}), mesh, 5));
  CHECK(!app::may_cut_by_speed(options({}), mesh, 6));
  CHECK(app::may_cut_by_speed(options({"--grid", "6x1"}), mesh, 6));
  CHECK(!app::may_cut_by_speed(options({"--grid", "2x2"}), mesh, 4));
  CHECK(!app::may_cut_by_speed(options({"--weights", "1,1"}), mesh, 2));
  CHECK(app::cuts_by_speed(options({}), mesh, {3e9, 1e9}) == mesh::Cuts{{0, 40}, {0, 15, 20}});
  CHECK(app::cuts_by_speed(options({"--grid", "2x1"}), mesh, {3e9, 1e9}) ==
        mesh::Cuts{{0, 30, 40}, {0, 20}});
}

TEST_CASE("what a piece of a case needs") {
  const auto problem_with = [](const std::string& set) {
    const auto settings = config::parse_case(test_app::small_case, "case.cfg",
                                             {set, "mesh.cells=400 200"}, app::key_tables());
    return app::all_methods().front().make(settings, methods::Start::read);
  };
  const auto upwind = problem_with("scheme.convection=upwind");
  CHECK(upwind->costs().needs_of_piece({{0, 200, 400}, {0, 200}}, 1).values_exchanged == 15);
  CHECK(problem_with("scheme.convection=tvd")
            ->costs()
            .needs_of_piece({{0, 400}, {0, 100, 200}}, 0)
            .values_exchanged == 23);
  const double whole = upwind->costs().device_bytes();
  CHECK(upwind->costs().needs_of_piece({{0, 400}, {0, 200}}, 0).device_bytes == whole);
  // Rows with ghosts.
  CHECK(upwind->costs().needs_of_piece({{0, 400}, {0, 50, 200}}, 0).device_bytes ==
        doctest::Approx(whole * 58 / 208).epsilon(0.1));
  CHECK(upwind->costs().needs_of_piece({{0, 400}, {0, 50, 200}}, 1).device_bytes ==
        doctest::Approx(whole * 158 / 208).epsilon(0.05));
}

TEST_CASE("the time on one device is interpolated between measured ones") {
  using doctest::Approx;
  CHECK(app::time_on_one(2e5) == Approx(35.1));
  CHECK(app::time_on_one(1.6128e7) == Approx(846));
  CHECK(app::time_on_one(1.29024e8) == Approx(6006));
  CHECK(app::time_on_one(1e5) == Approx(32.55));
  CHECK(app::time_on_one(3e5) == Approx(45.62269172243127));
  CHECK(app::time_on_one(5e6) == Approx(296.2076042340083));
  CHECK(app::time_on_one(2e8) == Approx(9309.895833333334));
}

// Times that the original program of this model gives.
TEST_CASE("the predicted time on several ranks") {
  struct Row {
    app::PieceShape piece;
    double microseconds;
  };
  const Row rows[] = {{{4032, 4000, {1, 2}, 1, 15}, 880.8539538461536},
                      {{4032, 4000, {1, 8}, 1, 15}, 881.3039538461536},
                      {{4032, 4000, {2, 32}, 8, 15}, 900.890686230769},
                      {{4032, 4000, {16, 256}, 512, 15}, 916.9853416923075},
                      {{16128, 4000, {1, 2}, 1, 15}, 3161.569117732093},
                      {{2016, 500, {8, 16}, 16, 15}, 124.32198452738983},
                      {{252, 125, {64, 64}, 512, 15}, 89.24651692152293},
                      {{4032, 2000, {1, 2}, 1, 15}, 490.18032167755007},
                      {{50, 50, {2, 2}, 4, 15}, 78.59879564879564},
                      {{1008, 4000, {4, 1}, 1, 23}, 283.238809160994},
                      {{100, 4000, {4, 1}, 2, 23}, 163.0541893291893}};
  for (const auto& [piece, microseconds] : rows) {
    CAPTURE(piece.columns);
    CAPTURE(piece.rows);
    CHECK(app::predicted_time(piece) == doctest::Approx(microseconds).epsilon(1e-12));
  }
}

TEST_CASE("the predicted efficiency") {
  const auto two_digits = [](double cells, const app::PieceShape& piece) {
    return std::round(100 * app::predicted_efficiency(cells, piece)) / 100;
  };
  CHECK(two_digits(4032.0 * 4000, {4032, 2000, {1, 2}, 1, 15}) == 0.86);
  CHECK(two_digits(4032.0 * 4000, {4032, 500, {1, 8}, 1, 15}) == 0.60);
  CHECK(two_digits(16128.0 * 8000, {16128, 4000, {1, 2}, 1, 15}) == 0.95);
  CHECK(two_digits(16128.0 * 8000, {2016, 500, {8, 16}, 16, 15}) == 0.38);
}

}  // namespace test_cut_options
