// What a run leaves in its output directory.
#include <doctest/doctest.h>

#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <cmath>

#include "frame.hpp"
#include "results.hpp"

namespace test_run_outputs {

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
  const auto run = output_of(place.slipflow({"run", "case.cfg"}));
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
  CHECK(read(place / "out" / "run.log") == without_build_note(run.out));
}

TEST_CASE(
    "a wall on which gas slides freely has a heat flow in forces.csv, a symmetry plane nothing") {
  const Place place(
      "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 6 6\n[boundary]\n"
      "west = periodic\neast = periodic\nsouth = wall slip=free flux=0.02\nnorth = symmetry\n"
      "[initial]\nstate = rest\n[time]\nstep = 0.01\nend = 1\n[output]\npictures = none\n");
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "2"});
  REQUIRE_MESSAGE(run.status == 0, run.err);
  const auto columns = lines_of(read(place / "out" / "forces.csv")).at(0);
  CHECK(holds(columns, "wall_south_heat"));
  CHECK(!holds(columns, "wall_north"));
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
        "flow_west,flow_east,flow_south,flow_north,change_rate,steady_limit");
  CHECK(first_column(file) == std::vector<std::string>{"2", "4", "5"});
}

TEST_CASE(
    "forces.csv has a line for each frame and every measures_every steps, of bodies and walls") {
  const Place place;
  REQUIRE(
      place.slipflow({"run", "case.cfg", "--backend", "serial", "--set", "output.measures_every=2"})
          .status == 0);
  const auto file = place / "out" / "forces.csv";
  CHECK(lines_of(read(file))[0].starts_with(
      "step,time,rectangle_1_drag_pressure,rectangle_1_drag_friction,rectangle_1_lift_pressure,"
      "rectangle_1_lift_friction,rectangle_1_force_x,rectangle_1_force_y,"
      "rectangle_1_conduction,rectangle_1_friction_heat,rectangle_1_heat,rectangle_1_work,"
      "rectangle_1_west_pressure,rectangle_1_west_normal,rectangle_1_west_"
      "friction,"
      "rectangle_1_west_conduction,rectangle_1_west_friction_heat,rectangle_1_west_heat,"
      "rectangle_1_west_work,rectangle_1_west_corner,"
      "rectangle_1_east_pressure,"));
  CHECK(lines_of(read(file))[0].ends_with(
      ",wall_north_pressure,wall_north_normal,wall_north_friction,wall_north_conduction,"
      "wall_north_friction_heat,wall_north_heat,wall_north_work,wall_north_corner"));
  CHECK(first_column(file) == std::vector<std::string>{"0", "2", "3", "4", "6"});
}

TEST_CASE("a case without walls has no forces.csv, and none of the other tables unless it asks") {
  const Place place;
  const auto empty = place.slipflow(
      {"run", "case.cfg", "--backend", "serial", "--output", "empty", "--steps", "1", "--set",
       "body.rectangle=", "--set", "boundary.south=symmetry", "--set", "boundary.north=symmetry"});
  CHECK(empty.status == 0);
  for (const char* file : {"forces.csv", "balance.csv", "probes.csv", "profiles"})
    CHECK_MESSAGE(!fs::exists(place / "empty" / file), file);
  CHECK(read_frame(place / "empty" / "fields" / "000001.vtr").ghosts.empty());
}

namespace {
/// All diagnostics, in the small case; line 22 of the file is the first.
const std::string every_measure =
    "measures_every = 4\nbalance = on\nprobe = 1 2\nprobe = 7.5 0.3 name=wake\n"
    "profile = 0 2 8 2 points=17 name=axis\nprofile = 4 0 4 4\n"
    "averages = p T rho u v\naverage_from = 0.03\n";

std::vector<double> numbers_of(std::string line) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at < line.size(); at = line.find(',', at) + 1) {
    numbers.push_back(std::strtod(line.c_str() + at, nullptr));
    if (line.find(',', at) == std::string::npos) break;
  }
  return numbers;
}
}  // namespace

TEST_CASE("probes, profiles, balance and averages are written where they are asked for") {
  const Place place(small_case + every_measure);
  const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial"});
  REQUIRE_MESSAGE(run.status == 0, run.err);
  const auto probes = place / "out" / "probes.csv", balance = place / "out" / "balance.csv";
  CHECK(lines_of(read(probes))[0] ==
        "step,time,probe_1_p,probe_1_T,probe_1_rho,probe_1_u,probe_1_v,wake_p,wake_T,wake_rho,"
        "wake_u,wake_v");
  for (const auto& table : {probes, balance, place / "out" / "forces.csv"})
    CHECK(first_column(table) == std::vector<std::string>{"0", "3", "4", "6"});
  CHECK(lines_of(read(balance))[0] ==
        "step,time,mass,momentum_x,momentum_y,energy,mass_west,momentum_x_west,momentum_y_west,"
        "energy_west,mass_east,momentum_x_east,momentum_y_east,energy_east,mass_south,"
        "momentum_x_south,momentum_y_south,energy_south,mass_north,momentum_x_north,"
        "momentum_y_north,energy_north,walls_force_x,walls_force_y,walls_conduction,walls_friction_"
        "heat,"
        "walls_heat,walls_work");
  // The undisturbed stream at the start.
  const auto first = numbers_of(lines_of(read(probes))[1]);
  CHECK(first[2] == 1);
  CHECK(first[5] == doctest::Approx(2.43 * std::sqrt(5.0 / 6)).epsilon(1e-15));
  for (const char* name : {"axis_000000", "axis_000002", "profile_2_000001"})
    CHECK_MESSAGE(fs::is_regular_file(place / "out" / "profiles" / (std::string(name) + ".csv")),
                  name);
  const auto axis = lines_of(read(place / "out" / "profiles" / "axis_000002.csv"));
  CHECK(axis[0] == "distance,x,y,p,T,rho,u,v");
  CHECK(axis.size() == 18);
  CHECK(numbers_of(axis[3])[3] > 1);  // before the body the pressure rises
  CHECK(numbers_of(axis[5])[1] == 2);
  CHECK(numbers_of(axis[5])[6] == 0);  // on its front
  CHECK(axis[6].starts_with("2.5,2.5,2,nan,nan"));
  const auto frame = read_frame(place / "out" / "fields" / "000002.vtr");
  for (const char* field : {"p_mean", "p_rms", "T_mean", "rho_rms", "u_mean", "v_rms"})
    CHECK_MESSAGE(frame.fields.count(field) == 1, field);
  // Before the average begins, the mean is the field itself.
  const auto start = read_frame(place / "out" / "fields" / "000000.vtr");
  CHECK(start.fields.at("u_mean") == start.fields.at("u"));
  CHECK(frame.fields.at("p_mean") != frame.fields.at("p"));
}

TEST_CASE("averages weight each step of a flow that gravity accelerates evenly with its length") {
  for (const std::string time : {"implicit", "second_order"}) {
    CAPTURE(time);
    const Place place(
        "[gas]\nknudsen = 0.05\ngravity = 0.5 0\n[mesh]\nx = 0 1\ny = 0 1\ncells = 4 4\n"
        "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
        "[initial]\nstate = rest\n[time]\nstep = 0.1\nend = 0.75\n[output]\n"
        "every_time = 0.35\npictures = none\naverages = u\n");
    const auto run =
        place.slipflow({"run", "case.cfg", "--backend", "serial", "--set", "scheme.time=" + time});
    REQUIRE_MESSAGE(run.status == 0, run.err);
    double before = 0, sum = 0, squares = 0;
    for (const double t : {0.1, 0.2, 0.275, 0.35, 0.45, 0.55, 0.625, 0.7, 0.75}) {
      sum += (t - before) * 0.5 * t;
      squares += (t - before) * 0.25 * t * t;
      before = t;
    }
    const double mean = sum / 0.75, rms = std::sqrt(squares / 0.75 - mean * mean);
    const auto frame = read_frame(place / "out" / "fields" / "000003.vtr");
    CHECK(std::abs(frame.fields.at("u_mean")[5] - mean) < 1e-8);
    CHECK(std::abs(frame.fields.at("u_rms")[5] - rms) < 1e-8);
  }
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
  // A change of one iteration; the tolerance of 1e-8 is that of the estimated error.
  CHECK(summary.get<double>("last_residual") < 1e-7);
  CHECK(summary.get<double>("bytes_per_cell") > 100);
  const auto body = summary.get_child("forces").front().second;
  CHECK(body.get<std::string>("body") == "rectangle 1");
  CHECK(body.get<double>("drag") > 0);
}

TEST_CASE("case.cfg of a result runs again by itself and gives the same bits" *
          doctest::test_suite("opencl")) {
  const Place place;
  const auto run = place.slipflow({"run", "case.cfg", "--parity", "--set", "time.step=0.03",
                                   "--set", "initial.perturbation=0.1", "--output", "first"});
  REQUIRE(run.status == 0);
  fs::remove(place / "case.cfg");
  REQUIRE(place.slipflow({"run", "first/case.cfg", "--parity", "--output", "again"}).status == 0);
  for (const char* frame : {"fields/000000.vtr", "fields/000001.vtr", "fields/000002.vtr"})
    CHECK_MESSAGE(read(place / "first" / frame) == read(place / "again" / frame), frame);
  CHECK(read(place / "first" / "history.csv") == read(place / "again" / "history.csv"));
  CHECK(with_line(read(place / "first" / "case.cfg"), "directory = first", "directory = again") ==
        read(place / "again" / "case.cfg"));
}

}  // namespace test_run_outputs
