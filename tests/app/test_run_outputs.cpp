// What a run leaves in its output directory.
#include <doctest/doctest.h>

#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <cmath>

#include "frame.hpp"
#include "program.hpp"

namespace fs = std::filesystem;
using namespace test_app;

namespace {
boost::property_tree::ptree summary_in(const fs::path& directory) {
  boost::property_tree::ptree summary;
  boost::property_tree::read_json((directory / "summary.json").string(), summary);
  return summary;
}

/// The first value of each line of a table but its header.
std::vector<std::string> first_column(const fs::path& table) {
  auto lines = lines_of(read(table));
  REQUIRE(!lines.empty());
  lines.erase(lines.begin());
  for (auto& line : lines) line = line.substr(0, line.find(','));
  return lines;
}
}  // namespace

TEST_CASE("a run on the device leaves every file it promises" * doctest::test_suite("opencl")) {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg"});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  for (const char* file :
       {"fields.pvd", "fields/000000.vtr", "fields/000001.vtr", "fields/000002.vtr", "history.csv",
        "forces.csv", "summary.json", "case.cfg", "run.log"})
    CHECK_MESSAGE(fs::is_regular_file(place / "out" / file), file);
  for (const char* name : {"p_000000", "p_000002", "T_000000", "T_000002"}) {
    const auto picture = read(place / "out" / "pictures" / (std::string(name) + ".png"));
    CHECK_MESSAGE(picture.substr(0, 8) == "\x89PNG\r\n\x1a\n", name);
  }
  int left_over = 0;
  for (const auto& entry : fs::recursive_directory_iterator(place / "out"))
    left_over += entry.path().extension() == ".tmp";
  CHECK(left_over == 0);
}

TEST_CASE("the screen and run.log tell the same: case, device, result and where it lies" *
          doctest::test_suite("opencl")) {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg"});
  REQUIRE(run.status == 0);
  CHECK(holds(run.out, "Small channel\n  Ma 2.43, Kn 0.05, Re 80.1; 40 x 20 cells\n"));
  CHECK(holds(run.out, "done (end): t = 0.1 after 6 steps, "));
  CHECK(holds(run.out, "results in out: fields.pvd opens in ParaView\n"));
  CHECK(read(place / "out" / "run.log") == run.out);
}

TEST_CASE("the first frame is the initial state, with the body hidden") {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial"}).status == 0);
  const Frame first = read_frame(place / "out" / "fields" / "000000.vtr");
  REQUIRE(first.nx == 40);
  REQUIRE(first.ny == 20);
  CHECK(first.time == 0);
  for (const double T : first.fields.at("T")) REQUIRE(T == 1);
  for (const double p : first.fields.at("p")) REQUIRE(p == 1);
  const double stream = 2.43 * std::sqrt(5.0 / 3.0 / 2);
  CHECK(first.fields.at("u")[0] == doctest::Approx(stream).epsilon(1e-14));
  for (int j = 0; j < 20; ++j)
    for (int i = 0; i < 40; ++i) {
      const bool inside = i >= 10 && i < 14 && j >= 8 && j < 12;
      REQUIRE(first.hidden(i, j) == inside);
    }
}

TEST_CASE("every field is written, finite, and no longer the initial state at the end") {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial"}).status == 0);
  const Frame last = read_frame(place / "out" / "fields" / "000002.vtr");
  for (const char* name : {"p", "T", "rho", "u", "v", "mach"}) {
    REQUIRE_MESSAGE(last.fields.count(name) == 1, name);
    for (const double value : last.fields.at(name)) REQUIRE(std::isfinite(value));
  }
  // The gas piles up before the square.
  CHECK(last.fields.at("p")[10 * 40 + 9] > 1.1);
}

TEST_CASE("outputs land exactly on the multiples of output.every_time and on the end") {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--set",
                                   "output.every_time=0.03", "--set", "output.pictures=none"});
  REQUIRE(run.status == 0);
  const std::vector<std::pair<double, std::string>> expected = {{0, "fields/000000.vtr"},
                                                                {0.03, "fields/000001.vtr"},
                                                                {0.03 * 2, "fields/000002.vtr"},
                                                                {0.03 * 3, "fields/000003.vtr"},
                                                                {0.1, "fields/000004.vtr"}};
  CHECK(read_collection(place / "out" / "fields.pvd") == expected);
  for (const auto& [time, file] : expected) CHECK(read_frame(place / "out" / file).time == time);
  CHECK(!fs::exists(place / "out" / "pictures"));
}

TEST_CASE("history.csv has its header, a line every history_every steps and one of the last step") {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "5"}).status == 0);
  const auto file = place / "out" / "history.csv";
  CHECK(lines_of(read(file))[0] ==
        "step,time,dt,inner_iterations,residual_p,residual_T,residual_u,residual_v,mass,"
        "flow_west,flow_east,flow_south,flow_north");
  CHECK(first_column(file) == std::vector<std::string>{"2", "4", "5"});
}

TEST_CASE("forces.csv has a line for each frame; a case without body has no such file") {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial"}).status == 0);
  const auto file = place / "out" / "forces.csv";
  CHECK(lines_of(read(file))[0] ==
        "step,time,rectangle_1_drag_pressure,rectangle_1_drag_friction,"
        "rectangle_1_lift_pressure,rectangle_1_lift_friction");
  CHECK(first_column(file) == std::vector<std::string>{"0", "3", "6"});

  const auto empty = place.slipflow({"run", "case.cfg", "--backend", "serial", "--output", "empty",
                                     "--steps", "1", "--set", "body.rectangle="});
  CHECK(empty.status == 0);
  CHECK(!fs::exists(place / "empty" / "forces.csv"));
  CHECK(read_frame(place / "empty" / "fields" / "000001.vtr").ghosts.empty());
}

TEST_CASE("summary.json is JSON that says what ran and how it went" *
          doctest::test_suite("opencl")) {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--parity"}).status == 0);
  const auto summary = summary_in(place / "out");
  for (const char* key :
       {"slipflow", "title", "backend", "device", "driver", "kernels", "work_group_size", "rows",
        "build_seconds", "bytes_per_cell", "reynolds", "last_dt", "inner_iterations",
        "unconverged_steps", "seconds", "cell_updates_per_second", "last_residual"})
    CHECK_MESSAGE(summary.count(key) == 1, key);
  CHECK(summary.get<std::string>("status") == "done");
  CHECK(summary.get<std::string>("stopped_by") == "end");
  CHECK(summary.get<std::string>("parity") == "true");
  CHECK(summary.get<int>("cells_x") == 40);
  CHECK(summary.get<int>("cells_y") == 20);
  CHECK(summary.get<long>("steps") == 6);
  CHECK(summary.get<double>("time") == 0.1);
  CHECK(summary.get<double>("last_residual") < 1e-9);
  CHECK(summary.get<double>("bytes_per_cell") > 100);
  const auto body = summary.get_child("forces").front().second;
  CHECK(body.get<std::string>("body") == "rectangle 1");
  CHECK(body.get<double>("drag") > 0);
}

TEST_CASE("case.cfg of a result runs again by itself and gives the same bits" *
          doctest::test_suite("opencl")) {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg", "--parity", "--set", "time.step=0.03",
                                   "--set", "gas.knudsen=0.1", "--output", "first"});
  REQUIRE(run.status == 0);
  fs::remove(place / "case.cfg");
  REQUIRE(place.slipflow({"run", "first/case.cfg", "--parity", "--output", "again"}).status == 0);
  for (const char* frame : {"fields/000000.vtr", "fields/000001.vtr", "fields/000002.vtr"})
    CHECK_MESSAGE(read(place / "first" / frame) == read(place / "again" / frame), frame);
  CHECK(read(place / "first" / "history.csv") == read(place / "again" / "history.csv"));
  CHECK(with_line(read(place / "first" / "case.cfg"), "directory = first", "directory = again") ==
        read(place / "again" / "case.cfg"));
}
