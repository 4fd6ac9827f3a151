// slipflow bench on a small channel: its tables, its chart, and the states it does not accept.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <signal.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPNGReader.h>

#include <algorithm>
#include <boost/property_tree/json_parser.hpp>

#include "csv_rows.hpp"
#include "methods.hpp"
#include "results.hpp"
#include "simple_ts/convection/schemes.h"
#include "slipflow/bench/report.hpp"

namespace test_bench {

using namespace test_app;
using namespace slipflow;

namespace {
const Words quick = {"bench", "--trust-device", "--mesh", "60x40", "--repeats", "1"};

/// One launch per scheme and device, of the kernels that PoCL builds in half the time.
Words once(const Words& more) {
  return quick + more + Words{"--kernels", "plain", "--rows", "auto"};
}

/// From the list of schemes, so that a new one needs no change here.
std::string schemes_of_benchmark() {
  std::string implicit, other;
#define SF_APPEND(name, number, limiter) \
  implicit += "implicit " #name ", ", other += ", explicit " #name;
  SF_CONVECTION_SCHEMES(SF_APPEND)
#undef SF_APPEND
  return implicit + other.substr(2);
}

/// With a cache of its own.
Launch bench_in(const Place& place, const Words& arguments) {
  return {arguments, place.path(), {{"XDG_CACHE_HOME", (place / "cache").string()}}, -1, "", ""};
}

/// Checks a row of results: the rates follow from the times.
void check_rates(const Row& row, double bytes) {
  CAPTURE(row.at("part"));
  const double updates = 60 * 40 / number(row, "seconds");
  const auto is = [&](const char* name, double expected) {
    CAPTURE(name);
    CHECK(number(row, name) == doctest::Approx(expected));
  };
  CHECK(updates > 0);
  CHECK(number(row, "kernel_seconds") > 0);
  CHECK(number(row, "build_seconds") > 0);
  is("cell_updates_per_second", updates);
  is("bytes_per_cell_and_pass", bytes);
  is("bytes_per_second", bytes * updates);
  is("part_of_copy_rate", bytes * updates / number(row, "copy_bytes_per_second"));
  is("flop_per_second", number(row, "operations_per_cell_and_pass") * updates);
  is("part_of_multiply_add_rate",
     number(row, "flop_per_second") / number(row, "multiply_add_flop_per_second"));
  is("serial_cell_updates_per_second", 60 * 40 / number(row, "serial_seconds"));
  is("speed_up", number(row, "serial_seconds") / number(row, "seconds"));
}

/// Pixels of that colour in a picture.
long pixels_of(const fs::path& file, int red, int green, int blue) {
  vtkNew<vtkPNGReader> reader;
  reader->SetFileName(file.c_str());
  reader->Update();
  REQUIRE(reader->GetErrorCode() == 0);
  const auto* pixel = static_cast<unsigned char*>(reader->GetOutput()->GetScalarPointer());
  long count = 0;
  for (vtkIdType k = 0; k < reader->GetOutput()->GetNumberOfPoints(); ++k, pixel += 3)
    count += pixel[0] == red && pixel[1] == green && pixel[2] == blue;
  return count;
}

bench::Result some_result() {
  bench::Result r;
  r.device = "Card \"A\", second";
  r.mesh = {60, 40, 1};
  r.scheme = "implicit upwind";
  r.part = "inner iteration";
  r.iteration = true;
  r.launch.kernels = "fused";
  r.launch.rows = 16;
  r.time = {0.5, 0.4, 10};
  r.serial_seconds = 5;
  r.traffic = {8, 4};
  return r;
}
}  // namespace

TEST_SUITE_BEGIN("opencl");

TEST_CASE("bench --check: table, CSV, JSON and chart of an explicit scheme, equal to serial" *
          doctest::test_suite("opencl full")) {
  const Place place;
  const auto run = output_of(
      place.slipflow(quick + Words{"--scheme", "Explicit TVD", "--kernels", "fused", "--rows",
                                   "8,16", "--parity", "--check", "--output", "results"},
                     {{"XDG_CACHE_HOME", (place / "cache").string()}}));
  CHECK(holds(run, "60 x 40 cells, 1 square, parity mode, double precision\n"));
  CHECK(holds(run, "  speed-up\n"));
  CHECK(holds(run, "\n     0  explicit tvd        fused     64     8 "));
  CHECK(fs::is_empty(place / "cache"));  // kernels were built in a folder of the run's own

  const auto rows = read_csv(place / "results" / "bench.csv");
  REQUIRE(rows.size() == 3);  // convection once: it knows no sub-domains
  for (const Row& row : rows) {
    CHECK(row.at("state") == "equal to serial");
    CHECK(row.at("mode") == "parity");
    CHECK(row.at("squares") == "1");
    CHECK(row.at("spacing") == "uniform");
  }
  CHECK(rows[0].at("rows") == "8");
  CHECK(rows[1].at("part") == "convection");
  CHECK(rows[2].at("rows") == "16");
  check_rates(rows[0], 120);
  check_rates(rows[1], 56);
  check_rates(rows[2], 120);
  CHECK(number(rows[0], "time_steps_per_second") > 0);
  CHECK(number(rows[0], "inner_iterations_per_step") > 1);
  CHECK(rows[1].at("time_steps_per_second") == "");
  // 15 arrays of doubles, the tags, and the ghosts of a small mesh.
  CHECK(number(rows[0], "memory_bytes_per_cell") > 121 * 68 * 48 / 2400.0);

  boost::property_tree::ptree tree;
  boost::property_tree::read_json((place / "results" / "bench.json").string(), tree);
  CHECK(holds(tree.get<std::string>("command"), "--scheme \"Explicit TVD\""));
  CHECK(tree.get_child("results").size() == 3);
  CHECK(tree.get_child("results").front().second.get<double>("speed_up") ==
        number(rows[0], "speed_up"));
  const auto text = read(place / "results" / "bench.md");
  CHECK(holds(text, "- serial reference: one core of "));
  CHECK(holds(text, fmt::format(", compiled by {}\n", app::all_methods().front().serial_build)));
  CHECK(holds(text, "| 60 x 40 | explicit tvd | fused | 64 | 8 |"));
  // The curve's colour in the panel and its legend.
  CHECK(pixels_of(place / "results" / "speedup.png", 0x00, 0x72, 0xb2) > 1000);
}

namespace {
/// One benchmark for the tests below, as each builds its kernels anew: on a terminal, over results
/// of an earlier one.
struct Overwritten {
  Place place;
  Outcome run;
  Overwritten() {
    fs::create_directories(place / "out" / "bench");
    for (const char* name : {"bench.md", "bench.csv", "speedup.png", "mine.txt"})
      write(place / "out" / "bench" / name, "old");
    write(place / "out" / "bench" / ".slipflow-files", "bench.md\nbench.csv\nspeedup.png\n");
    const auto words = once({"--scheme", "implicit upwind", "--squares", "0", "--overwrite"});
    run = on_terminal({words, place.path(), {}, -1, "", ""}, 100);
  }
  static const Overwritten& once_for_all() {
    static const Overwritten overwritten;
    return overwritten;
  }
};
}  // namespace

TEST_CASE("bench in fast mode without a check knows that the state is finite" *
          doctest::test_suite("opencl full")) {
  const auto& [place, run] = Overwritten::once_for_all();
  CHECK(run.status == 0);
  CHECK(holds(run.out, "60 x 40 cells, 0 squares, fast mode, double precision\r\n"));
  const auto rows = read_csv(place / "out" / "bench" / "bench.csv");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].at("state") == "finite");
  check_rates(rows[0], 96);
}

TEST_CASE("bench --overwrite replaces its own results and nothing else") {
  const auto& place = Overwritten::once_for_all().place;
  CHECK(read_csv(place / "out" / "bench" / "bench.csv").size() == 1);
  CHECK(read(place / "out" / "bench" / "bench.md") != "old");
  CHECK(read(place / "out" / "bench" / "mine.txt") == "old");
}

TEST_CASE("bench shows on a terminal what it is doing") {
  CHECK(holds(Overwritten::once_for_all().run.out, "%  60 x 40, implicit upwind  device 0: "));
}

TEST_CASE("bench --check ends with status 7 where the device differs, and publishes no times" *
          doctest::test_suite("opencl full")) {
  for (const bool parity : {true, false}) {
    const Place place;
    auto arguments = once({"--scheme", "implicit upwind", "--squares", "0", "--check"});
    if (parity) arguments.push_back("--parity");
    // In fast mode what rounding may do is accepted, so the fault is larger than that.
    const auto run = with_wrong_kernels(
        place, "simple_ts/energy.h",
        "  return (e.sum + V * sf_temperature_source(c, P)) * SF_RECIPROCAL(e.diagonal);",
        fmt::format("  return (e.sum + {} * V * sf_temperature_source(c, P)) * "
                    "SF_RECIPROCAL(e.diagonal);",
                    parity ? "1.0000000000001" : "1.0001"),
        arguments);
    CHECK(run.status == 7);
    CHECK(run.err.find("slipflow: 1 of the results cannot be used: the state of implicit upwind on "
                       "'") == 0);
    CHECK(holds(run.err, "60 x 40 cells, 0 squares) differs from that of the serial reference\n"));
    CHECK(holds(run.out, "INVALID: differs from serial"));
    const auto rows = read_csv(place / "out" / "bench" / "bench.csv");
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].at("state") == "differs from serial");
    CHECK(rows[0].at("seconds") == "");
    CHECK(rows[0].at("speed_up") == "");
    CHECK(!fs::exists(place / "out" / "bench" / "speedup.png"));
  }
}

TEST_CASE("bench ends with status 4 where a state is not finite" *
          doctest::test_suite("opencl full")) {
  const Place place;
  const auto run =
      with_infinite_temperatures(place, once({"--scheme", "implicit upwind", "--squares", "0"}));
  CHECK(run.status == 4);
  CHECK(holds(run.err, ") is not finite\n"));
  CHECK(read_csv(place / "out" / "bench" / "bench.csv").at(0).at("state") == "not finite");
}

TEST_CASE("bench leaves out a mesh that does not fit the device, and says so" *
          doctest::test_suite("opencl full")) {
  const Place place;
  // PoCL's device has a gigabyte then; a mesh for all memory of a machine takes minutes.
  const std::map<std::string, std::string> small = {{"POCL_MEMORY_LIMIT", "1"}};
  // A little more than its memory, with the 97 bytes a cell of the smallest kernel set. Asked of
  // the program: no child could be forked with an OpenCL of this process.
  const auto listed = place.slipflow({"devices"}, small).out;
  const std::string label = "memory            ";
  REQUIRE(holds(listed, label));
  const double memory = 1e9 * std::stod(listed.substr(listed.find(label) + label.size()));
  const double cells = 1.1 * memory / 97;
  if (cells > 1e9) return;  // would take long on a device of this size
  const std::string large = fmt::format("1000x{}", static_cast<long>(cells / 1000));
  const Words one = {"--device",  "0", "--scheme",   "implicit upwind",
                     "--squares", "0", "--stretched"};
  Words both = once({"--mesh", large, "--output", "both"});
  both.insert(both.end(), one.begin(), one.end());
  const auto run = place.slipflow(both, small);
  CHECK(run.status == 0);
  CHECK(holds(run.out, "left out: implicit upwind on "));
  CHECK(holds(run.out, ": it needs "));
  CHECK(holds(run.out, "\n60 x 40 stretched cells, 0 squares, fast mode"));
  const auto rows = read_csv(place / "both" / "bench.csv");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].at("spacing") == "stretched");
  CHECK(holds(read(place / "both" / "bench.md"), "| 60 x 40 stretched | implicit upwind |"));
  CHECK(holds(read(place / "both" / "bench.json"), "\"reason\": \"it needs "));
  Words alone = {"bench", "--trust-device", "--mesh", large, "--output", "alone"};
  alone.insert(alone.end(), one.begin(), one.end());
  const auto nothing = place.slipflow(alone, small);
  CHECK(nothing.status == 3);
  CHECK(nothing.err.find("slipflow: nothing could be measured: it needs ") == 0);
}

TEST_CASE("bench stopped by a signal keeps its results, removes its caches, and tells the signal") {
  const Place place;
  const auto report = place / "out" / "bench" / "bench.csv";
  // Many more launches than it gets to.
  Words many = quick + Words{"--device", "0", "--rows", "1"};
  for (int rows = 2; rows < 40; ++rows) many.back() += fmt::format(",{}", rows);
  const auto run = launch(bench_in(place, many), [&](int process) {
    wait_until([&] { return fs::exists(report); });
    kill(process, SIGINT);
  });
  CHECK(run.status == 130);
  CHECK(run.err == "");
  const auto rows = read_csv(report);
  CHECK(!rows.empty());
  CHECK(
      holds(run.out, fmt::format("\nstopped by SIGINT after {} result{}, in out/bench: bench.md, ",
                                 rows.size(), rows.size() == 1 ? "" : "s")));
  CHECK(fs::is_empty(place / "cache"));
}

TEST_CASE("bench stops between two measurements, not only between two results") {
  const auto stopped_at = [&](const char* sign, int signal, const char* name) {
    const Place place;
    // The repetitions of one result take longer than a test waits.
    const Words one_long = {"bench", "--trust-device", "--device", "0",         "--rows",
                            "auto",  "--mesh",         "600x400",  "--repeats", "1000"};
    const auto run = launch(bench_in(place, one_long), [&](int process) {
      wait_until([&] { return fs::exists(place / sign); });
      kill(process, signal);
    });
    CHECK(run.status == 143);
    CHECK(holds(run.out, fmt::format("stopped by {} before the first result\n", name)));
    CHECK(!fs::exists(place / "out" / "bench" / "bench.csv"));
    CHECK(fs::is_empty(place / "cache"));
  };
  stopped_at("cache", SIGHUP, "SIGHUP");        // before the devices are listed
  stopped_at("out/bench", SIGTERM, "SIGTERM");  // before the first measurement
}

TEST_CASE("a benchmark that cannot be") {
  const auto refused_bench = [](const Words& more) {
    const Place place;
    const auto before = place.tree();
    const auto run = place.slipflow(Words{"bench"} + more);
    CHECK(run.status == 2);
    CHECK(run.out == "");
    CHECK_MESSAGE(place.tree() == before, "something was written");
    return run.err;
  };
  CHECK(refused_bench({"--scheme", "implicit central"}) ==
        "slipflow: --scheme 'implicit central' must be one of " + schemes_of_benchmark() + "\n");
  for (const std::string mesh :
       {"4032", "4032x", "x400", "4x4x4x4", "4032by400", "0x400", "4032x-1", "4032x1000001", ""})
    CHECK(refused_bench({"--mesh", mesh}) ==
          "slipflow: --mesh " + mesh +
              ": must be two or three whole numbers from 1 to 1000000 with an x "
              "between them, such as 4032x400 or 64x64x64\n");
  CHECK(refused_bench({"--mesh", "8x8x8", "--method", "transport"}) ==
        "slipflow: --mesh 8x8x8: must be two whole numbers from 1 to 1000000 with an x between "
        "them, such as 4032x400\n");
  CHECK(refused_bench({"--mesh", "8x3x8"}) ==
        "slipflow: --mesh 8x3x8: a periodic box needs at least 4 cells along each axis\n");
  CHECK(refused_bench({"--mesh", "8x8x8", "--squares", "1"}) ==
        "slipflow: --mesh 8x8x8: a mesh of three axes has no --squares\n");
  CHECK(refused_bench({"--mesh", "402x200", "--squares", "6"}) ==
        "slipflow: --mesh 402x200: 6 squares of 20 x 20 cells need at least 60 x 240 cells; take a "
        "larger mesh or fewer --squares\n");
  CHECK(refused_bench({"--mesh", "1000000x1000000"}) ==
        "slipflow: --mesh 1000000x1000000: has more than 2.1e9 cells, the most a device can count "
        "here\n");
  CHECK(refused_bench({"--squares", "-1"}) == "slipflow: --squares -1 must be at least 0\n");
  CHECK(refused_bench({"--squares", "251"}) == "slipflow: --squares 251 must be from 0 to 250\n");
  CHECK(refused_bench({"--paper", "--mesh", "402x200"}) ==
        "slipflow: --paper has its own meshes and squares: leave out --mesh and --squares\n");
  CHECK(refused_bench({"--kernels", "wide"}) ==
        "slipflow: --kernels wide must be one of auto, fused, plain, tiles\n");
  CHECK(refused_bench({"--rows", "8,,16"}) ==
        "slipflow: --rows '' must be a whole number from 1 to 1000000\n");
  CHECK(refused_bench({"--repeats", "0"}) ==
        "slipflow: --repeats 0 must be a whole number from 1 to 1000\n");
  CHECK(refused_bench({"case.cfg"}) ==
        "slipflow: too many positional options have been specified on the command line; usage: "
        "slipflow bench [options]\n");
}

TEST_CASE("bench refuses an output directory before it looks for a device") {
  const Place place;
  const auto without_device = with_fault(place.path(), "no-device");
  for (const char* folder : {"mine", "earlier"}) fs::create_directory(place / folder);
  write(place / "mine" / "notes.txt", "mine");
  for (const char* name : {"bench.md", "bench.csv"}) write(place / "earlier" / name, "old");
  write(place / "earlier" / ".slipflow-files", "bench.md\nbench.csv\n");
  const auto before = place.tree();
  const auto outcome = [&](const std::string& directory, const Words& more, int status) {
    const auto run = place.slipflow(Words{"bench", "--output", directory} + more, without_device);
    CHECK(run.status == status);
    CHECK(place.tree() == before);
    return run.err;
  };
  CHECK(outcome("", {}, 2) == "slipflow: --output '' must be the name of a directory\n");
  CHECK(outcome("out ", {}, 2) ==
        "slipflow: --output 'out ' must be a name without blanks at its ends\n");
  CHECK(outcome("case.cfg", {}, 2) ==
        "slipflow: output directory 'case.cfg' is a file, not a directory\n");
  CHECK(outcome("case.cfg/out", {}, 5) ==
        "slipflow: cannot use output directory 'case.cfg/out': Not a directory\n");
  CHECK(holds(outcome("earlier", {}, 2), "'earlier' already holds files; choose another"));
  CHECK(holds(outcome("mine", {"--overwrite"}, 2), "holds 'notes.txt' and no list"));
  // Usable output directories do not change until there is a device.
  for (const char* usable : {"earlier", "new/one"})
    CHECK(holds(outcome(usable, {"--overwrite"}, 3), "device"));
}

TEST_CASE("reports quote names, leave out what is not known and what is not valid") {
  bench::Report report;
  report.results = {some_result(), some_result()};
  report.results[1].verdict = bench::Verdict::not_finite;
  const Words lines = lines_of(bench::csv(report));
  REQUIRE(lines.size() == 3);
  CHECK(lines[1].find("0,\"Card \"\"A\"\", second\",") == 0);
  CHECK(lines[1].substr(lines[1].rfind(',')) == ",10");  // the speed-up
  CHECK(lines[2].substr(lines[2].rfind(',')) == ",");
  CHECK(holds(bench::screen_line(report.results[1]), "INVALID: not finite"));
  CHECK(holds(bench::json(report), "\"copy_bytes_per_second\": null"));
  CHECK(holds(bench::markdown(report), "| implicit upwind | fused | 0 | 16 | 500 | 400 |"));
}

TEST_SUITE_END();

}  // namespace test_bench
