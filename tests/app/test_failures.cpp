// Runs that fail for a reason other than their input: no device, divergence, a full disk, kernels.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <boost/property_tree/json_parser.hpp>
#include <boost/property_tree/ptree.hpp>
#include <cmath>

#include "frame.hpp"
#include "results.hpp"
#include "slipflow/app/commands.hpp"
#include "slipflow/opencl/program.hpp"

namespace test_failures {

using namespace test_app;

namespace {
const std::string no_device =
    "slipflow: no OpenCL device was found: install a driver (on Debian and Ubuntu, package "
    "pocl-opencl-icd runs on any CPU), or use --backend serial\n";

/// The number after `label` in a text.
double number_after(const std::string& text, const std::string& label) {
  const auto at = text.find(label);
  REQUIRE_MESSAGE(at != std::string::npos, text);
  return std::stod(text.substr(at + label.size()));
}

/// The largest memory of a device, in bytes, as the program reports it.
double largest_memory(const Place& place, const std::map<std::string, std::string>& environment) {
  double largest = 0;
  for (const auto& line : lines_of(place.slipflow({"devices"}, environment).out))
    if (line.find("   memory ") == 0)
      largest = std::max(largest, 1e9 * number_after(line, "memory "));
  return largest;
}

/// A run that begins well: the time step is too large only once the gas has sped up at the body.
Outcome diverging_run(const Place& place) {
  return place.slipflow({"run", "case.cfg", "--backend", "serial", "--set", "time.step=0.04",
                         "--set", "time.end=10", "--set", "output.every_time=0.1", "--set",
                         "inner.diagonal=plain"});
}
}  // namespace

TEST_CASE("promise 10: without any platform: status 3, what to install, nothing written") {
  const Place place;
  fs::create_directory(place / "none");
  const std::map<std::string, std::string> none = {
      {"OCL_ICD_VENDORS", (place / "none").string()},
      {"OPENCL_VENDOR_PATH", (place / "none").string()}};
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "case.cfg"}, std::vector<std::string>{"devices"}}) {
    const auto before = place.tree();
    const auto run = place.slipflow(command, none);
    CHECK(run.status == 3);
    CHECK(run.out == "");
    CHECK(run.err == no_device);
    CHECK(place.tree() == before);
  }
}

TEST_CASE("promise 10: a limit under which no driver works is named" *
          doctest::test_suite("opencl")) {
  const Place place;
  const Launch limited{
      {"run", "case.cfg"}, place.path(), {{"POCL_CACHE_DIR", ""}}, 1 << 20, "", ""};
  const auto run = launch(limited);
  CHECK(run.status == 3);
  CHECK(lines_of(run.err).back() ==
        "slipflow: no OpenCL device was found under the limits ulimit -f 1024: raise them, or use "
        "--backend serial");
}

TEST_CASE(
    "promise 10: a case too large for the device: status 3 before the host allocates its fields" *
    doctest::test_suite("opencl")) {
  const Place place;
  // PoCL then claims to have 1 GB; other devices do not know it.
  const std::map<std::string, std::string> small = {{"POCL_MEMORY_LIMIT", "1"}};
  const double memory = largest_memory(place, small);
  REQUIRE(memory > 0);
  const double needed = 1.2 * memory;
  const int side = static_cast<int>(std::min(46000.0, std::sqrt(needed / 97)));
  const auto before = place.tree();
  const auto run = place.slipflow({"run", "case.cfg", "--kernels", "plain", "--set",
                                   fmt::format("mesh.cells={} {}", side, side)},
                                  small);
  CHECK(run.status == 3);
  CHECK(run.err.find("slipflow: the case needs ") == 0);
  CHECK(holds(run.err, ": the largest mesh of this shape that fits has "));
  CHECK(holds(run.err, " cells; take that, another device or --backend serial\n"));
  CHECK(run.peak_bytes < 0.25 * needed);
  CHECK(place.tree() == before);
}

TEST_CASE("promise 6: divergence: status 4, a warning before it, and where, when and what to do") {
  const Place place;
  const auto run =
      place.slipflow({"run", "case.cfg", "--backend", "serial", "--set", "time.step=0.3", "--set",
                      "time.end=30", "--set", "inner.diagonal=plain"});
  CHECK(run.status == 4);
  const auto lines = lines_of(run.err);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("warning: step 0: time.step = 0.3 is ") == 0);
  const double advised = number_after(lines[0], "take ");
  CHECK(advised < 0.1);
  CHECK(holds(lines[0], " or less, or courant = "));
  CHECK(lines[1].find("slipflow: diverged at step 1, t = ") == 0);
  CHECK(holds(lines[1], " in cell ("));
  CHECK(holds(lines[1], "), x = "));
  CHECK(number_after(lines[1], "take a smaller time step than ") > 0);
  CHECK(number_after(lines[1], "for example ") <= 0.15);
  const auto log = lines_of(read(place / "out" / "run.log"));
  CHECK(std::count(log.begin(), log.end(), lines[0]) == 1);
  CHECK(log.back() == "error: " + lines[1].substr(std::string("slipflow: ").size()));

  const auto again =
      place.slipflow({"run", "case.cfg", "--backend", "serial", "--output", "again", "--set",
                      fmt::format("time.step={}", advised), "--set", "inner.diagonal=plain"});
  CHECK_MESSAGE(again.status == 0, "the advised time step does not help");
}

TEST_CASE("promise 6: divergence leaves readable frames and a summary that says so") {
  const Place place;
  const auto run = diverging_run(place);
  REQUIRE(run.status == 4);
  CHECK(holds(run.err, "warning: step 10: time.step = 0.04 is "));
  boost::property_tree::ptree summary;
  boost::property_tree::read_json((place / "out" / "summary.json").string(), summary);
  CHECK(summary.get<std::string>("status") == "failed");
  CHECK(summary.get<int>("exit_status") == 4);
  CHECK(holds(run.err, "slipflow: " + summary.get<std::string>("message") + "\n"));
  const auto frames = read_collection(place / "out" / "fields.pvd");
  REQUIRE(frames.size() >= 3);
  for (const auto& [time, file] : frames) {
    const Frame frame = read_frame(place / "out" / file);
    CHECK(frame.time == time);
    for (const double T : frame.fields.at("T")) REQUIRE(std::isfinite(T));
  }
}

TEST_CASE("an output directory below a file: status 5") {
  const Words run = {"run", "case.cfg", "--backend", "serial", "--output", "case.cfg/out"};
  CHECK(refused(Place(), run, 5) ==
        "slipflow: cannot use output directory 'case.cfg/out': Not a directory\n");
}

TEST_CASE("a field that cannot be written: status 5, and no half file under its name") {
  const Place place;
  const auto run =
      launch({{"run", "case.cfg", "--backend", "serial"}, place.path(), {}, 16384, "", ""});
  CHECK(run.status == 5);
  CHECK(run.err == "slipflow: cannot write out/fields/000000.vtr: File too large\n");
  CHECK(fs::is_empty(place / "out" / "fields"));
  CHECK(holds(read(place / "out" / "run.log"), "error: cannot write out/fields/000000.vtr"));
}

TEST_CASE("a table that cannot be written: status 5, and the frames before stay") {
  const Place place;
  // The frames of two fields take about 30 kB, a line of history.csv about 200 bytes.
  const auto run = launch(
      {{"run", "case.cfg", "--backend", "serial", "--set", "output.fields=p", "--set",
        "output.pictures=none", "--set", "time.step=1e-4", "--set", "output.history_every=1"},
       place.path(),
       {},
       16384,
       "",
       ""});
  CHECK(run.status == 5);
  CHECK(run.err == "slipflow: cannot write out/history.csv: File too large\n");
  CHECK(read_frame(place / "out" / "fields" / "000000.vtr").time == 0);
}

TEST_CASE("standard output that cannot be written: status 5" * doctest::test_suite("opencl")) {
  const Place place;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"check", "case.cfg"}, std::vector<std::string>{"devices"},
        std::vector<std::string>{"--help"}}) {
    const auto run = launch({command, place.path(), {}, -1, "/dev/full", ""});
    CHECK_MESSAGE(run.status == 5, command[0]);
    CHECK(run.err == "slipflow: cannot write to standard output\n");
  }
}

TEST_CASE(
    "promise 10: a kernel that does not build: status 6, with device, options and the compiler's "
    "log" *
    doctest::test_suite("opencl")) {
  const Place place;
  fs::create_directories(place / "kernels" / "simple_ts");
  write(place / "kernels" / "simple_ts" / "diagnostics.cl",
        "#line 1 \"\033[31m.cl\"\nkernel void broken() { nonsense; }\n");
  const auto run = in_child(place.path(), [&] {
    slipflow::opencl::override_kernel_sources(place / "kernels");
    return slipflow::app::run_program({"run", "case.cfg"});
  });
  CHECK(run.status == 6);
  CHECK(holds(run.err, "slipflow: simple_ts/diagnostics.cl does not build on '"));
  CHECK(holds(run.err, "CL_BUILD_PROGRAM_FAILURE; options: -cl-std=CL1.2 "));
  CHECK(!fs::exists(place / "out"));
  const std::string label = "the compiler's log is in ";
  REQUIRE(holds(run.err, label));
  const auto sentence = lines_of(run.err.substr(run.err.find(label) + label.size()));
  const auto log = read(sentence.front());
  CHECK(holds(log, "nonsense"));
  // The log says what the kernel's text made it say: escaped, and on the terminal its end alone.
  CHECK(holds(log, "\\x1B[31m"));
  CHECK(!holds(log + run.err, "\033"));
  REQUIRE(sentence.size() > 1);
  CHECK(sentence.size() <= 21);
  CHECK(holds(log, sentence[1]));
  fs::remove(sentence.front());
}

TEST_CASE(
    "a kernel of the diagnostics that does not build is known before old results are removed" *
    doctest::test_suite("opencl")) {
  const Place place;
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1"}).status == 0);
  const auto results = read(place / "out" / "summary.json");
  const auto run = with_wrong_kernels(
      place, "simple_ts/averages.cl", "#include \"simple_ts/column_pieces.h\"", "this is no kernel",
      {"run", "case.cfg", "--overwrite", "--set", "output.averages=p", "--set",
       "output.average_from=0.05", "--trust-device", "--kernels", "plain"});
  CHECK(run.status == 6);
  CHECK(holds(run.err, "slipflow: simple_ts/averages.cl does not build on '"));
  CHECK(read(place / "out" / "summary.json") == results);
}

#ifdef SLIPFLOW_KERNEL_DIR_OPTION
TEST_CASE("promise 15: --kernel-dir reads kernels from a folder, which must exist") {
  const Place place;
  fs::create_directories(place / "kernels" / "simple_ts");
  write(place / "kernels" / "simple_ts" / "diagnostics.cl", "kernel void broken() { nonsense; }\n");
  CHECK(place.slipflow({"run", "case.cfg", "--kernel-dir", "kernels"}).status == 6);
  const auto missing = place.slipflow({"run", "case.cfg", "--kernel-dir", "none"});
  CHECK(missing.status == 2);
  CHECK(missing.err == "slipflow: --kernel-dir none is not a directory\n");
}
#endif

}  // namespace test_failures
