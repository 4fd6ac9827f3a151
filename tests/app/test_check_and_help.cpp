// slipflow check, devices, --help and --version.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "methods.hpp"
#include "results.hpp"

namespace test_check_and_help {

using namespace test_app;

namespace {
std::string shipped(const std::string& name) {
  return std::string(SLIPFLOW_SOURCE_DIR) + "/configs/" + name;
}
}  // namespace

TEST_CASE("check prints the numbers derived from a case, and neither runs nor writes anything") {
  const Place place;
  const auto before = place.tree();
  const auto run = output_of(place.slipflow({"check", shipped("quickstart.cfg")}));
  CHECK(place.tree() == before);
  for (const char* part :
       {", Re = 80.1\n", "u = 2.218276358 V0", "B = 0.02769459142\n",
        "# cells                     200 x 100 = 20000\n",
        "# cells per mean free path  0.5 in x, 0.5 in y", "# Courant number 1          dt = 0.0247",
        "converges below dt = 0.04508", "# device memory             0.002",
        "# host memory               0.00"})
    CHECK_MESSAGE(holds(run, part), part);
  CHECK(!holds(run, "WARNING"));
}

TEST_CASE("check of the microchannel of Kn 0.00283 says Re 1415") {
  const Place place;
  CHECK(holds(place.slipflow({"check", shipped("microchannel_square.cfg")}).out, "Re = 1415\n"));
}

// Implicit Euler with upwind converges while the gas crosses less than a cell in a step; a step of
// second order has two stages of (1 - 1/sqrt 2) of its length.
TEST_CASE("check and a run warn of a time step whose stages are above the limit") {
  const Place place(small_case + "pictures = none\n");
  const double of_stage = 0.2 / (2.43 * std::sqrt(5.0 / 6));
  for (const auto& [time, limit] :
       {std::pair{"implicit", of_stage}, {"second_order", of_stage / (1 - std::sqrt(0.5))}}) {
    CAPTURE(time);
    const auto with_step = [&, limit = limit](const Words& command, double part) {
      return place.slipflow(command + Words{"--set", std::string("scheme.time=") + time, "--set",
                                            fmt::format("time.step={:.6g}", part * limit)});
    };
    const auto above = with_step({"check", "case.cfg"}, 1.01);
    CHECK(above.status == 0);
    CHECK(holds(above.out, fmt::format("time.step = {:.6g} is above that limit; take {:.3g} or "
                                       "less\n",
                                       1.01 * limit, 0.8 * limit)));
    const auto below = with_step({"check", "case.cfg"}, 0.99);
    CHECK(holds(below.out, fmt::format("converges below dt = {:.4g} at the start; {:.4g} is safe\n",
                                       limit, 0.8 * limit)));
    CHECK(!holds(below.out, "above that limit"));
    const Words one_step = {"run",     "case.cfg", "--backend",  "serial",
                            "--steps", "1",        "--overwrite"};
    const auto run = with_step(one_step, 0.95);
    CHECK(holds(run.err, " is 0.95 times the largest for which the inner iteration converges; "));
  }
}

TEST_CASE("check knows the lower limit of the published inner iteration") {
  const Place place;
  const auto run = place.slipflow(
      {"check", "case.cfg", "--set", "time.step=0.1", "--set", "inner.diagonal=plain"});
  CHECK(run.status == 0);
  CHECK(holds(run.out, "time.step = 0.1 is above that limit; take 0.0361 or less\n"));
}

TEST_CASE("check of gas at rest knows no limit of the inner iteration") {
  const Place place(
      with_line(with_line(small_case, "mach = 2.43", "mach = 0"), "west = stream", "west = wall"));
  const auto run = place.slipflow({"check", "case.cfg", "--set", "boundary.east=wall"});
  CHECK(run.status == 0);
  CHECK(holds(run.out, "# Courant number 1 "));
  CHECK(!holds(run.out, "inner iteration"));
  CHECK(!holds(run.out, "inf"));
  CHECK(!holds(run.out, "nan"));
}

TEST_CASE("without a stream neither check nor the log name a Mach or a Reynolds number") {
  const Place place(
      with_line(with_line(small_case, "mach = 2.43", "mach = 0"), "west = stream", "west = wall"));
  const Words at_rest = {"case.cfg", "--set", "boundary.east=wall"};
  CHECK(!holds(place.slipflow(Words{"check"} + at_rest).out, "Re = "));
  const auto run =
      place.slipflow(Words{"run"} + at_rest + Words{"--steps", "1", "--backend", "serial"});
  CHECK(holds(run.out, "Small channel\n  Kn 0.05; 40 x 20 cells\n"));
}

TEST_CASE("check of a body between cell faces says where it lies in the end") {
  const Place place;
  const auto run =
      place.slipflow({"check", "case.cfg", "--set", "body.rectangle=2.05 1.6 2.8 2.4"});
  CHECK(holds(run.out,
              "# note: rectangle 1 lies on cell faces only: it becomes x 2 to 2.8, y 1.6 "
              "to 2.4\n"));
}

TEST_CASE("check lists the bodies with their cells") {
  const Place place;
  CHECK(holds(place.slipflow({"check", "case.cfg"}).out,
              "# rectangle 1               16 cells, x 2 to 2.8, y 1.6 to 2.4\n"));
}

TEST_CASE("check draws what it understood, and writes nothing else") {
  const Place place;
  const auto before = place.tree();
  const auto run =
      place.slipflow({"check", "case.cfg", "--picture", "case.png", "--picture-width", "640"});
  CHECK(run.status == 0);
  CHECK(run.out == place.slipflow({"check", "case.cfg"}).out);
  const auto picture = read(place / "case.png");
  CHECK(picture.starts_with("\x89PNG\r\n\x1a\n"));
  CHECK(picture.substr(16, 4) == std::string("\0\0\x02\x80", 4));  // 640 pixels wide
  auto after = place.tree();
  after.erase("case.png");
  CHECK(after == before);
}

TEST_CASE("the picture of check names the slip law of a wall and the range of its temperatures") {
  const auto south = [](const std::string& wall) {
    const auto settings = slipflow::config::parse_case(
        small_case, "test.cfg", {"boundary.south=" + wall}, slipflow::app::key_tables());
    return slipflow::app::all_methods()
        .front()
        .make(settings, slipflow::methods::Start::read)
        ->description()
        .picture()
        .side_kinds[slipflow::mesh::south];
  };
  CHECK(south("wall temperature=1.5") == "wall, slip, temperature jump, T = 1.5");
  CHECK(south("wall slip=creep temperature=2,1") ==
        "wall, slip (creep), temperature jump, T = 1.0125 to 1.9875");
  CHECK(south("wall slip=free flux=-0.1") == "wall, free slip, heat flow -0.1");
}

TEST_CASE("a picture of check needs a name that ends in .png, a width, and a place") {
  const Place place;
  const auto refused = [&](const std::vector<std::string>& options, int status) {
    std::vector<std::string> arguments = {"check", "case.cfg"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto run = place.slipflow(arguments);
    CHECK(run.status == status);
    return run.err;
  };
  CHECK(refused({"--picture", "case.cfg"}, 2) ==
        "slipflow: --picture 'case.cfg' must end in .png\n");
  CHECK(refused({"--picture", "a.png", "--picture-width", "99"}, 2) ==
        "slipflow: --picture-width 99 must be from 320 to 16384\n");
  CHECK(refused({"--picture", ""}, 2) == "slipflow: --picture '' must end in .png\n");
  CHECK(refused({"--picture", "a.png "}, 2) == "slipflow: --picture 'a.png ' must end in .png\n");
  CHECK(refused({"--picture", "nowhere/a.png"}, 5) ==
        "slipflow: cannot write nowhere/a.png: No such file or directory\n");
  CHECK(place.slipflow({"check", "case.cfg", "--picture", "nowhere/a.png"}).out == "");
  CHECK(refused({"--stairs"}, 2) ==
        "slipflow: --stairs draws over the picture of --picture FILE.png\n");
  CHECK(refused({"--picture", "a.png", "--stairs"}, 2) ==
        "slipflow: --stairs is for bodies that cut cells, and this case has none\n");
  CHECK(!exists(place / "a.png"));
  const auto draw = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"check", "case.cfg", "--set", "mesh.walls=cut", "--overwrite",
                                     "--picture", "cut.png"});
    CHECK(place.slipflow(options).status == 0);
    return read(place / "cut.png");
  };
  CHECK(draw({}) != draw({"--stairs"}));
}

TEST_CASE(
    "a picture of check replaces a file only with --overwrite, and never one that the case reads") {
  const Place place;
  const auto refused = [&](const Words& words) {
    const auto before = place.tree();
    const auto run = place.slipflow(Words{"check"} + words);
    CHECK(run.status == 2);
    CHECK(run.out == "");
    CHECK(place.tree() == before);
    return run.err;
  };
  write(place / "other.png", "not a picture");
  fs::create_directory(place / "folder.png");
  CHECK(refused({"case.cfg", "--picture", "other.png"}) ==
        "slipflow: --picture other.png exists; --overwrite replaces it\n");
  CHECK(refused({"case.cfg", "--picture", "folder.png", "--overwrite"}) ==
        "slipflow: --picture folder.png is not a file\n");
  CHECK(place.slipflow({"check", "case.cfg", "--picture", "other.png", "--overwrite"}).status == 0);
  CHECK(read(place / "other.png").starts_with("\x89PNG"));

  for (const char* name : {"bodies_mask.cfg", "bodies_mask.png"})
    fs::copy_file(shipped(name), place / name);
  fs::create_symlink("bodies_mask.png", place / "link.png");
  fs::copy_file(place / "case.cfg", place / "case.png");
  const auto is_input = [](const std::string& name) {
    return fmt::format("slipflow: --picture {} is a file that the case reads; take another name\n",
                       name);
  };
  for (const std::string name : {"bodies_mask.png", "./bodies_mask.png", "link.png"})
    CHECK(refused({"bodies_mask.cfg", "--picture", name, "--overwrite"}) == is_input(name));
  CHECK(refused({"case.png", "--picture", "case.png", "--overwrite"}) == is_input("case.png"));
}

TEST_CASE("check shows the cells that bodies cut") {
  const Place place;
  const Words cut = {"--set", "mesh.walls=cut", "--set", "body.circle=4 2.1 1 name=ball",
                     "--set", "body.rectangle="};
  const auto printed = output_of(place.slipflow(Words{"check", "case.cfg"} + cut));
  for (const char* part : {"# cut cells  ", "the smallest volume fraction of gas is 0.", "# ball  ",
                           " solid cells, x "})
    CHECK_MESSAGE(holds(printed, part), part);
}

TEST_CASE("check warns of a gap of two or three cells") {
  const Place place;
  const auto out =
      place.slipflow({"check", "case.cfg", "--set", "body.rectangle=2 0.4 2.8 2.4"}).out;
  CHECK(holds(out,
              "# WARNING                   the gap between the south side and rectangle 1 at cell "
              "(10, 0), x = 2.1, y = 0.1, is 2 cells wide: "));
}

TEST_CASE("the cases with bodies of each kind are valid, and resolved from any folder") {
  const Place place;
  for (const char* kind : {"rectangles", "polygon", "circles", "mask"}) {
    CAPTURE(kind);
    const auto run =
        output_of(place.slipflow({"check", shipped(fmt::format("bodies_{}.cfg", kind))}));
    write(place / "printed.cfg", run);
    CHECK(place.slipflow({"check", "printed.cfg"}).out == run);
  }
}

TEST_CASE("what check prints is a case file again, for the same case") {
  const Place place;
  const auto first = place.slipflow({"check", "case.cfg", "--set", "gas.knudsen=0.1"});
  REQUIRE(first.status == 0);
  write(place / "printed.cfg", first.out);
  const auto again = place.slipflow({"check", "printed.cfg"});
  CHECK(again.status == 0);
  CHECK(again.out == first.out);
}

// The limit is too low for the address sanitizer.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("check of a case for a larger machine does not need that machine") {
  const Place place;
  // The fields take 32 bytes a cell, so this is above half of the memory that the program may take.
  const double memory = 2e9;
  const int side = static_cast<int>(std::sqrt(1.1 * memory / 64));
  const auto run =
      launch({{"check", "case.cfg", "--set", fmt::format("mesh.cells={} {}", side, side)},
              place.path(),
              {},
              -1,
              "",
              "",
              false,
              memory});
  CHECK_MESSAGE(run.status == 0, run.err);
  CHECK(holds(run.out, "# device memory             "));
  CHECK(run.peak_bytes < 0.3 * memory);
  CHECK(holds(run.out, "not made: the case is too large for this machine\n"));
}
#endif

TEST_CASE("devices lists at least one device that can be used" * doctest::test_suite("opencl")) {
  const Place place;
  const auto run = output_of(place.slipflow({"devices"}));
  CHECK(run.find("0  ") == 0);
  for (const char* part :
       {"   platform          ", ", driver ", "   kind              ",
        " compute units, work-groups up to ", "   memory            ", " GB in one buffer, ",
        " KiB local\n", "   double precision  yes\n", "   self-test         passed in "})
    CHECK_MESSAGE(holds(run, part), part);
}

TEST_CASE("docs/keys.md has the keys of all methods as the program prints them") {
  const auto page = read(fs::path(SLIPFLOW_SOURCE_DIR) / "docs/keys.md");
  const Place place;
  for (const auto& method : slipflow::app::all_methods()) {
    CAPTURE(method.name);
    const auto begin = fmt::format("<!-- {}: begin -->\n", method.name);
    const auto from = page.find(begin);
    REQUIRE(from != std::string::npos);
    const auto to = page.find(fmt::format("<!-- {}: end -->", method.name));
    const auto table = page.substr(from + begin.size(), to - from - begin.size());
    const auto printed =
        place.slipflow({"help", "keys", "--method", method.name, "--markdown"}).out;
    CHECK_MESSAGE(table == printed,
                  "to renew it, put the output of slipflow help keys --method NAME --markdown "
                  "between its marks");
  }
}

TEST_CASE("--help of each command shows usage, options, one example and the exit statuses") {
  const Place place;
  const std::map<std::string, std::vector<std::string>> options = {
      {"run",
       {"--device", "--backend", "--set", "--output", "--overwrite", "--steps", "--parity",
        "--kernels", "--no-tuning", "--max-hours", "--quiet"}},
      {"check", {"--set", "--picture", "--picture-width", "--overwrite"}},
      {"bench",
       {"--device", "--scheme", "--mesh", "--squares", "--stretched", "--paper", "--kernels",
        "--work-group", "--rows", "--parity", "--check", "--repeats", "--no-tuning", "--output",
        "--overwrite"}},
      {"tune", {"--device", "--trust-device", "--set", "--parity", "--kernels", "--seconds"}},
      {"devices", {"--help"}}};
  for (const auto& [command, names] : options) {
    const auto run = output_of(place.slipflow({command, "--help"}));
    CHECK(run.find("Usage: slipflow " + command) == 0);
    for (const auto& name : names) CHECK_MESSAGE(holds(run, name), name);
    CHECK(holds(run, "\nExample: slipflow " + command));
    CHECK(holds(run, "\nExit statuses: 0 done, "));
  }
}

TEST_CASE("the program's own --help lists the commands; --version says its version") {
  const Place place;
  const auto help = place.slipflow({"--help"});
  CHECK(help.status == 0);
  for (const char* command :
       {"\n  run  ", "\n  check  ", "\n  verify  ", "\n  bench  ", "\n  tune  ", "\n  devices  "})
    CHECK(holds(help.out, command));
  CHECK(holds(help.out, "Exit statuses: 0 done, "));
  const auto version = place.slipflow({"--version"});
  CHECK(version.status == 0);
  CHECK(version.out == "slipflow " SLIPFLOW_VERSION "\n");
}

}  // namespace test_check_and_help
