// Bad input: status 2, one exact sentence, and nothing is written.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <tuple>

#include "program.hpp"
#include "results.hpp"

namespace test_bad_input {

using namespace test_app;

namespace {
std::string refused(const Words& arguments) { return refused(Place(), arguments); }

/// The message for the small case with one line replaced, which run and check refuse alike.
std::string refused_with(const std::string& line, const std::string& other) {
  const Place place(with_line(small_case, line, other));
  const auto message = refused(place, {"run", "case.cfg"});
  CHECK(refused(place, {"check", "case.cfg"}) == message);
  return message;
}

std::string refused_with_set(const std::string& key_and_value) {
  return refused({"run", "case.cfg", "--set", key_and_value});
}
}  // namespace

TEST_CASE("commands that do not exist, and none") {
  const std::string known =
      "the commands are bench, check, convert, devices, help, init, movie, plot, report, run, "
      "show, "
      "sweep, tune, units, verify, watch (slipflow --help)\n";
  CHECK(refused(Words{"simulate"}) == "slipflow: unknown command 'simulate': " + known);
  CHECK(refused(Words{}) == "slipflow: a command is missing: " + known);
}

TEST_CASE("a frame that cannot be the start: status 2, one sentence, from run, check and verify") {
  const Place place;
  write(place / "text.vtr", "not a frame\n");
  for (const char* command : {"run", "check", "verify"})
    CHECK(refused(place, {command, "case.cfg", "--set", "initial.state=file path=text.vtr"}) ==
          "slipflow: --set: initial.state = file path=text.vtr: 'text.vtr' is not a .vtr file "
          "(a rectilinear grid of VTK)\n");
  REQUIRE(place
              .slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1", "--set",
                         "output.fields=p T"})
              .status == 0);
  const std::string start = "initial.state=file path=out/fields/000001.vtr";
  CHECK(refused(place, {"check", "case.cfg", "--set", start}) ==
        "slipflow: --set: initial.state = file path=out/fields/000001.vtr: 'out/fields/000001.vtr' "
        "has no field u\n");
}

TEST_CASE("arguments that do not fit") {
  const std::string usage = "; usage: slipflow run CASE.cfg [options]\n";
  CHECK(refused({"run"}) == "slipflow: a case file is missing" + usage);
  CHECK(refused({"run", "case.cfg", "--colour"}) ==
        "slipflow: unrecognised option '--colour'" + usage);
  CHECK(refused({"run", "case.cfg", "other.cfg"}) ==
        "slipflow: too many positional options have been specified on the command line" + usage);
  CHECK(refused({"run", "case.cfg", "--set", "mesh.cells=40", "16"}) ==
        "slipflow: too many positional options have been specified on the command line (a "
        "value with blanks is written in quotes: \"mesh.cells=40 16\")" +
            usage);
  CHECK(refused({"run", "case.cfg", "--set"}) ==
        "slipflow: the required argument for option '--set' is missing" + usage);
  CHECK(refused({"run", "case.cfg", "--steps", "many"}) ==
        "slipflow: the argument ('many') for option '--steps' is invalid" + usage);
  CHECK(refused({"run", "case.cfg", "--steps", "0"}) ==
        "slipflow: --steps 0 must be from 1 to 9007199254740992\n");
  CHECK(refused({"verify", "case.cfg", "--steps", "9007199254740993"}) ==
        "slipflow: --steps 9007199254740993 must be from 1 to 9007199254740992\n");
  CHECK(refused({"run", "case.cfg", "--backend", "cuda"}) ==
        "slipflow: --backend cuda must be auto, opencl, serial or threads\n");
  CHECK(refused({"run", "case.cfg", "--threads", "2"}) ==
        "slipflow: --threads can only be given with --backend threads\n");
  CHECK(refused({"run", "case.cfg", "--backend", "threads", "--threads", "0"}) ==
        "slipflow: --threads 0 must be a whole number from 1 to 1024\n");
  CHECK(refused({"check"}) ==
        "slipflow: a case file is missing; usage: slipflow check CASE.cfg [options]\n");
  CHECK(refused({"devices", "0"}) ==
        "slipflow: too many positional options have been specified on the command line; usage: "
        "slipflow devices\n");
}

TEST_CASE("an option is not known by a part of its name") {
  const std::string usage = "'; usage: slipflow run CASE.cfg [options]\n";
  for (const std::string part : {"--over", "--overwrit", "--rest=latest", "--quie"})
    CHECK(refused({"run", "case.cfg", "--backend", "serial", part}) ==
          "slipflow: unrecognised option '" + part + usage);
}

TEST_CASE("case files that cannot be read") {
  CHECK(refused({"run", "no.cfg"}) ==
        "slipflow: no.cfg: cannot be read: No such file or directory\n");
  CHECK(refused({"run", "."}) == "slipflow: .: is a directory\n");
  CHECK(refused(Place(""), {"run", "case.cfg"}) == "slipflow: case.cfg: is empty\n");
  CHECK(refused({"run", "/dev/zero"}) == "slipflow: /dev/zero: is not a regular file\n");
}

TEST_CASE("promise 7: a pipe is refused at once, in place of any file") {
  const Place place;
  REQUIRE(mkfifo((place / "pipe").c_str(), 0600) == 0);
  // A reader that waits for its other end would be stopped by a signal, with another status.
  const auto refused_at_once = [&](const Words& arguments) {
    const auto run = place.slipflow(arguments);
    CHECK(run.status == 2);
    CHECK(lines_of(run.err).size() == 1);
    return run.err;
  };
  CHECK(refused_at_once({"check", "pipe"}) == "slipflow: pipe: is not a regular file\n");
  for (const std::string key_and_value :
       {"initial.state=file path=pipe", "boundary.west=inflow path=pipe",
        "boundary.west=inflow velocity=2 over_time=pipe", "boundary.south=wall path=pipe",
        "mesh.x_stretch=file path=pipe", "body.mask=pipe"})
    CHECK(refused_at_once({"check", "case.cfg", "--set", key_and_value})
              .ends_with(": 'pipe' is not a regular file\n"));
  CHECK(refused_at_once({"run", "case.cfg", "--backend", "serial", "--restart", "pipe"}) ==
        "slipflow: pipe: is not a regular file\n");
}

TEST_CASE("promise 7: a case file of 100 MB is refused without being read") {
  const Place place;
  fs::resize_file(place / "case.cfg", 100'000'000);
  const auto run = place.slipflow({"run", "case.cfg"});
  CHECK(run.status == 2);
  CHECK(run.err == "slipflow: case.cfg: is larger than 1 MiB, the limit of a case file\n");
  // What the program takes by itself depends on the build: a sanitizer doubles it.
  fs::resize_file(place / "case.cfg", 0);
  CHECK(run.peak_bytes < place.slipflow({"run", "case.cfg"}).peak_bytes + 10e6);
  CHECK(!fs::exists(place / "out"));
}

TEST_CASE("promise 7: bytes that are no text are refused, wherever they are") {
  std::string bytes;
  for (int k = 0; k < 256; ++k) bytes += static_cast<char>(k);
  CHECK(refused(Place(bytes), {"run", "case.cfg"}) ==
        "slipflow: case.cfg:1: is not a text file: it holds the byte 0x00 here\n");
  CHECK(refused_with("knudsen = 0.05", "knudsen = 0.0\x7f") ==
        "slipflow: case.cfg:3: is not a text file: it holds the byte 0x7F here\n");
  CHECK(refused_with("knudsen = 0.05", "knudsen = 0.0\xff") ==
        "slipflow: case.cfg:3: must be UTF-8 text without control characters, not 'knudsen = "
        "0.0\\xFF'\n");
  // In a comment it does no harm.
  const Place latin_1(with_line(small_case, "mach = 2.43", "mach = 2.43  # Str\xF6mung"));
  CHECK(latin_1.slipflow({"check", "case.cfg"}).status == 0);
}

TEST_CASE("promise 7: CRLF line ends and a byte-order mark give the same results") {
  std::string crlf;
  for (const char letter : small_case) crlf += letter == '\n' ? "\r\n" : std::string(1, letter);
  const auto results_of = [](const std::string& text) {
    const Place place(text);
    const auto run = place.slipflow({"run", "case.cfg", "--backend", "serial"});
    CHECK_MESSAGE(run.status == 0, run.err);
    CHECK(run.err == "");
    return results_in(place / "out");
  };
  const auto plain = results_of(small_case);
  CHECK(plain.size() > 5);
  CHECK(results_of(crlf) == plain);
  CHECK(results_of("\xEF\xBB\xBF" + small_case) == plain);
  CHECK(results_of("\xEF\xBB\xBF" + crlf) == plain);
  // With it lines are numbered as in an editor.
  CHECK(refused(Place("\xEF\xBB\xBF" + with_line(small_case, "mach = 2.43", "match = 2.43")),
                {"run", "case.cfg"}) ==
        "slipflow: case.cfg:4: unknown key 'gas.match'; did you mean 'gas.mach'?\n");
}

TEST_CASE("promise 22: foreign text reaches the terminal escaped and cut") {
  const std::string red = "\033[31m", long_red = red + std::string(100000, 'x');
  const Place place;
  write(place / ("case" + red + ".cfg"), with_line(small_case, "step = 0.02", "stop = 0.02"));
  write(place / ("table" + red + ".csv"), red + ",velocity\n");
  const auto check_set = [](const std::string& key_and_value) {
    return Words{"check", "case.cfg", "--set", key_and_value};
  };
  const Words commands[] = {{long_red},
                            {"check", "--" + long_red},
                            {"check", long_red},
                            {"check", "case.cfg", long_red},
                            {"check", "case" + red + ".cfg"},
                            {"run", "case.cfg", "--steps", long_red},
                            {"run", "case.cfg", "--backend", "serial", "--restart", red},
                            {"bench", "--mesh", long_red},
                            {"bench", "--scheme", long_red},
                            {"bench", "--kernels", long_red},
                            {"bench", "--rows", long_red},
                            check_set(long_red),
                            check_set(long_red + "=1"),
                            check_set("gas.knudsen=" + long_red),
                            check_set("title=\xC2\x9B"
                                      "31m"),
                            check_set("gas.knudsen=" + std::string(4000, 'x')),
                            check_set("boundary.south=" + std::string(4000, 'x')),
                            check_set("boundary.south=wall slip=" + std::string(3000, 'x')),
                            check_set("boundary.south=wall " + std::string(3000, 'x') + "=1"),
                            check_set("initial.state=file path=" + std::string(3000, 'x')),
                            check_set("body.mask=" + std::string(3000, 'x'))};
  for (const auto& command : commands) {
    CAPTURE(command[0].substr(0, 20));
    CAPTURE(command.back().substr(0, 20));
    const auto run = place.slipflow(command);
    CHECK(run.status == 2);
    CHECK(run.out == "");
    CHECK(lines_of(run.err).size() == 1);
    CHECK(run.err.find('\033') == std::string::npos);
    CHECK(run.err.find("\xC2\x9B") == std::string::npos);
    CHECK(run.err.size() < 1200);
  }
}

TEST_CASE("an unknown key names its line and the nearest key") {
  CHECK(refused_with("knudsen = 0.05", "knusden = 0.05") ==
        "slipflow: case.cfg:3: unknown key 'gas.knusden'; did you mean 'gas.knudsen'?\n");
  CHECK(refused_with_set("time.stop=1") ==
        "slipflow: --set: unknown key 'time.stop'; did you mean 'time.step'?\n");
}

TEST_CASE("a wrong value names file, line, key, what was given and what is allowed") {
  for (const auto& [line, wrong, message] :
       {std::tuple("knudsen = 0.05", "knudsen = -1",
                   ":3: gas.knudsen = -1: must be a number greater than 0 and at most 10\n"),
        {"cells = 40 20", "cells = 40",
         ":8: mesh.cells = 40: must be 2 or 3 whole numbers from 1 to 1000000, separated by "
         "blanks\n"},
        // Two time steps, and a run that would never stop.
        {"step = 0.02", "step = 0.02\ncourant = 0.25",
         ":18: time.courant = 0.25: give either step or courant, not both\n"},
        {"end = 0.1", "steady = 0",
         ": time.end: is missing: give end, steady or max_steps, or the run never stops\n"}})
    CHECK(refused_with(line, wrong) == std::string("slipflow: case.cfg") + message);
  CHECK(
      refused_with_set("output.fields=p Q") ==
      "slipflow: --set: output.fields = p Q: 'Q' is neither a field, of p T rho u v w mach "
      "vorticity vorticity_x vorticity_y vorticity_z q_criterion divergence schlieren heat_flux_x "
      "heat_flux_y heat_flux_z heat_flux knudsen knudsen_gradient psi T_total volume_fraction, nor "
      "the name of an output.expression\n");
  CHECK(refused({"run", "case.cfg", "--kernels", "wide"}) ==
        "slipflow: --set: run.kernels = wide: must be one of auto, fused, plain, tiles\n");
}

TEST_CASE("bodies outside the channel, upside down, over one another, or everywhere") {
  const std::string body = "rectangle = 2 1.6 2.8 2.4";
  for (const auto& [line, reason] :
       {std::pair("rectangle = 9 1 10 2",
                  "covers no cell centre; the mesh is too coarse for it or it lies outside"),
        {"rectangle = 3 1 2 2", "the four numbers are x0 y0 x1 y1 with x0 < x1 and y0 < y1"},
        {"rectangle = 0 0 8 4", "leaves no gas in the domain"}})
    CHECK(refused_with(body, line) ==
          fmt::format("slipflow: case.cfg:10: body.{}: {}\n", line, reason));
  CHECK(
      refused_with(body, body + "\nrectangle = 2.4 2 3 3 slip=off") ==
      "slipflow: case.cfg:11: body.rectangle = 2.4 2 3 3 slip=off: overlaps rectangle 1, which has "
      "another temperature, velocity, slip or jump, at x = 2.5, y = 2.1\n");
}

TEST_CASE("boundaries that cannot be") {
  CHECK(refused_with("south = wall velocity=free_stream", "south = wall velocity=1,0.5") ==
        "slipflow: case.cfg:14: boundary.south = wall velocity=1,0.5: the south wall can only move "
        "along itself: the y component of its velocity must be 0, not 0.5\n");
  CHECK(
      refused_with("east = outflow", "east = wall velocity=free_stream")
          .find(
              "slipflow: case.cfg:13: boundary.east = wall velocity=free_stream: the east wall can "
              "only move along itself: the x component of its velocity must be 0, not ") == 0);
  CHECK(refused_with("north = wall velocity=free_stream", "north = periodic") ==
        "slipflow: case.cfg:15: boundary.north = periodic: periodic needs the south side periodic "
        "too\n");
  CHECK(
      refused_with("mach = 2.43", "mach = 1") ==
      "slipflow: case.cfg:12: boundary.west = stream: stream is a supersonic free stream: "
      "gas.mach must be above 1, not 1; a slower gas enters through inflow velocity=U or pressure "
      "p=P\n");
  CHECK(refused_with("east = outflow", "east = stream") ==
        "slipflow: case.cfg:13: boundary.east = stream: the stream leaves through the east side; "
        "use outflow there\n");
}

TEST_CASE("a device that does not exist lists those that do" * doctest::test_suite("opencl")) {
  for (const std::string wanted : {"nonsense", "99"}) {
    const auto message = refused({"run", "case.cfg", "--device", wanted});
    CHECK(message.find(wanted == "99"
                           ? "slipflow: there is no device 99; there are 0 '"
                           : "slipflow: no device matches 'nonsense'; there are 0 '") == 0);
    CHECK(message.substr(message.size() - 2) == ")\n");
  }
}

TEST_CASE("devices and work-groups that do not exist" * doctest::test_suite("opencl")) {
  CHECK(refused({"bench", "--device", "nonsense"})
            .find("slipflow: no device matches 'nonsense'; there are 0 '") == 0);
  for (const Words& words : {Words{"bench", "--trust-device", "--work-group", "64,48"},
                             {"run", "case.cfg", "--set", "run.work_group_size=48"}}) {
    const auto message = refused(words);
    CHECK(message.find("slipflow: a work-group size of 48 is not possible on '") == 0);
    CHECK(holds(message, "': it must be a power of two from 8 to "));
  }
}

TEST_CASE("results of an earlier benchmark are not touched, whatever goes wrong" *
          doctest::test_suite("opencl")) {
  const Place place;
  fs::create_directories(place / "out" / "bench");
  write(place / "out" / "bench" / "bench.csv", "precious");
  CHECK(
      refused(place, {"bench", "--trust-device"}) ==
      "slipflow: output directory 'out/bench' already holds files; choose another with --output or "
      "add --overwrite\n");
  refused(place, {"bench", "--overwrite", "--mesh", "1x"});
  refused(place, {"bench", "--overwrite", "--trust-device", "--work-group", "48"});
  CHECK(read(place / "out" / "bench" / "bench.csv") == "precious");
}

TEST_CASE("results of an earlier run are not touched, whatever goes wrong" *
          doctest::test_suite("opencl")) {
  const Place place;
  fs::create_directory(place / "out");
  write(place / "out" / "history.csv", "precious");
  CHECK(refused(place, {"run", "case.cfg", "--quiet"}) ==
        "slipflow: output directory 'out' already holds files; choose another with --output or add "
        "--overwrite\n");
  refused(place, {"run", "case.cfg", "--overwrite", "--set", "gas.knudsen=0"});
  refused(place, {"run", "case.cfg", "--overwrite", "--device", "nonsense"});
  refused(place, {"run", "case.cfg", "--overwrite", "--set", "run.work_group_size=48"});
  CHECK(read(place / "out" / "history.csv") == "precious");
}

TEST_CASE("an output directory that is a file" * doctest::test_suite("opencl")) {
  CHECK(refused({"run", "case.cfg", "--quiet", "--output", "case.cfg"}) ==
        "slipflow: output directory 'case.cfg' is a file, not a directory\n");
}

TEST_CASE("promise 15: a case file is data, and a run writes below its output directory alone") {
  const Place place(with_line(small_case, "title = Small channel",
                              "title = $(touch made) `touch made`; touch made %s%n ../../made"));
  REQUIRE(place.slipflow({"run", "case.cfg", "--backend", "serial", "--steps", "1"}).status == 0);
  for (const auto& [name, content] : place.tree())
    CHECK_MESSAGE((name == "case.cfg" || name == "out" || name.starts_with("out/")), name);
}

#ifndef SLIPFLOW_KERNEL_DIR_OPTION
TEST_CASE("promise 15: kernels come from the program: --kernel-dir is not in this build") {
  CHECK(refused({"run", "case.cfg", "--kernel-dir", "."}) ==
        "slipflow: unrecognised option '--kernel-dir'; usage: slipflow run CASE.cfg [options]\n");
}
#endif

}  // namespace test_bad_input
