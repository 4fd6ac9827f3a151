// Types, ranges, defaults, repeats and unknown keys.
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "case_example.hpp"
#include "simple_ts/convection/schemes.h"
#include "slipflow/config/key_table.hpp"

namespace test_values {

using namespace slipflow::config;

using Words = std::vector<std::string>;
using Numbers = std::vector<double>;

namespace {

std::string knudsen_message(const std::string& value) {
  return message_for(small_case, {"gas.knudsen=" + value});
}

std::string without(std::string text, const std::string& line) {
  return text.erase(text.find(line), line.size());
}

}  // namespace

TEST_CASE("values are typed, and defaults fill the rest") {
  const auto settings = parse_case("title = Flow past  a square\n" + small_case, "case.cfg", {});
  CHECK(settings.text("title") == "Flow past  a square");
  CHECK(settings.number("gas.knudsen") == 0.05);
  CHECK(settings.numbers("mesh.x") == Numbers{0, 20});
  CHECK(settings.numbers("mesh.cells") == Numbers{200, 100});
  CHECK(settings.number("gas.gamma") == 5.0 / 3.0);
  CHECK(settings.number("gas.prandtl") == 2.0 / 3.0);
  CHECK(settings.numbers("gas.gravity") == Numbers{0, 0});
  CHECK(settings.integer("inner.max") == 1000);
  CHECK(settings.text("run.kernels") == "auto");
  CHECK(settings.words("output.fields") == Words{"p", "T", "rho", "u", "v", "mach"});
  CHECK(settings.directives("mesh.x_stretch").front().kind == "uniform");
  CHECK(settings.directives("body.rectangle").empty());
}

TEST_CASE("durations have a unit") {
  const auto seconds = [](const std::string& value) {
    return parse_case(small_case, "case.cfg", {"output.checkpoint_every=" + value})
        .seconds("output.checkpoint_every");
  };
  CHECK(parse_case(small_case, "case.cfg", {}).seconds("output.checkpoint_every") == 600);
  CHECK(seconds("30 s") == 30);
  CHECK(seconds("1.5  min") == 90);
  CHECK(seconds("2 h") == 7200);
  CHECK(seconds("0") == 0);
  for (const std::string value : {"10", "10 minutes", "-1 s", "s", "1 min 30 s", "nan s", ""})
    CHECK(message_for(small_case, {"output.checkpoint_every=" + value})
              .find("must be a time in s, min or h, such as 10 min, or 0") != std::string::npos);
}

TEST_CASE("equal values are equal texts, whatever was written, wherever files lie") {
  const auto values = [](const std::vector<std::string>& set) {
    return parse_case(small_case, "case.cfg", set).values();
  };
  const auto all = values({});
  CHECK(all.at("gas.knudsen") == "0.05");
  CHECK(all.at("boundary.south") == "wall velocity=free_stream slip=on");
  CHECK(all.count("body.rectangle") == 0);
  CHECK(values({"gas.knudsen=5e-2", "mesh.x=0.0 2e1"}) == all);
  CHECK(values({"gas.knudsen=0.051"}) != all);
  CHECK(values({"body.rectangle=1 1 2 2", "body.rectangle=3 3 4 4"}).at("body.rectangle") ==
        "1 1 2 2 | 3 3 4 4");
  CHECK(values({"mesh.x_stretch=file path=a.txt"}) == values({"mesh.x_stretch=file path=b.txt"}));
  CHECK(values({"body.mask=a.png 0 0 1 1"}) == values({"body.mask=/b/c.png 0 0 1 1"}));
  CHECK(values({"body.mask=a.png 0 0 1 1"}).at("body.mask") == "0 0 1 1");
}

TEST_CASE("given and origin tell file, command line and default apart") {
  const auto settings = parse_case(small_case, "case.cfg", {"time.step=0.1"});
  CHECK(settings.given("gas.knudsen"));
  CHECK(settings.origin("gas.knudsen").text() == "case.cfg:2");
  CHECK(settings.given("time.step"));
  CHECK(settings.origin("time.step").text() == "--set");
  CHECK_FALSE(settings.given("gas.mach"));
  CHECK(settings.origin("gas.mach").text() == "default");
  CHECK_FALSE(settings.given("time.courant"));
  CHECK_THROWS_AS(settings.number("time.courant"), std::logic_error);
  CHECK_THROWS_AS(settings.number("title"), std::logic_error);
}

TEST_CASE("a number out of range names file, line, key, value and range") {
  CHECK(message_for_line("gas", "mach = -1") ==
        "case.cfg:14: gas.mach = -1: must be a number from 0 to 100");
  CHECK(message_for(without(small_case, "knudsen = 0.05\n") + "[gas]\nknudsen = 0\n") ==
        "case.cfg:13: gas.knudsen = 0: must be a number greater than 0 and at most 10");
  CHECK(message_for_line("gas", "gamma = 1") ==
        "case.cfg:14: gas.gamma = 1: must be a number greater than 1 and at most 3");
  CHECK(message_for_line("gas", "viscosity_exponent = 2.5") ==
        "case.cfg:14: gas.viscosity_exponent = 2.5: must be a number from 0 to 2");
  CHECK(message_for_line("time", "end = 1e13") ==
        "case.cfg:14: time.end = 1e13: must be a number greater than 0 and at most 1000000000000");
}

TEST_CASE("a number is the complete token, finite and decimal") {
  const std::string rule = ": must be a number greater than 0 and at most 10";
  for (const std::string value : {"0.05m", "0,05", "0.05 0.1", "nan", "inf", "-inf", "0x1p-3",
                                  "1e400", "one", "+-1", "1e", "."}) {
    CHECK(knudsen_message(value) == "--set: gas.knudsen = " + value + rule);
  }
  CHECK(knudsen_message("") == "--set: gas.knudsen has no value" + rule);
  for (const std::string value : {"5e-2", "+0.05", ".05", "5E-02", "10", "1."}) {
    CHECK(knudsen_message(value) == "no error");
  }
}

TEST_CASE("whole numbers have no fraction, exponent or overflow") {
  const std::string rule = ": must be a whole number from 1 to 1000000";
  for (const std::string value : {"0", "1.5", "1e3", "1000001", "99999999999999999999"}) {
    CHECK(message_for_line("inner", "max = " + value) ==
          "case.cfg:14: inner.max = " + value + rule);
  }
  CHECK(message_for_line("inner", "max = 1000000") == "no error");
  CHECK(message_for(small_case, {"mesh.cells=200 0.5"}) ==
        "--set: mesh.cells = 200 0.5: must be 2 or 3 whole numbers from 1 to 1000000, separated "
        "by blanks");
  const auto settings = parse_case(small_case, "c", {"time.max_steps=9007199254740992"});
  CHECK(settings.integer("time.max_steps") == 9007199254740992);
  // The next one has no double of its own.
  CHECK(message_for(small_case, {"time.max_steps=9007199254740993"}) ==
        "--set: time.max_steps = 9007199254740993: must be a whole number from 0 to "
        "9007199254740992");
}

TEST_CASE("lists of numbers have their length") {
  const std::string rule = ": must be 2 numbers, separated by blanks";
  CHECK(message_for(small_case, {"mesh.x=0"}) == "--set: mesh.x = 0" + rule);
  CHECK(message_for(small_case, {"mesh.x=0 1 2"}) == "--set: mesh.x = 0 1 2" + rule);
  CHECK(message_for(small_case, {"mesh.x=0, 1"}) == "--set: mesh.x = 0, 1" + rule);
  CHECK(message_for(small_case, {"mesh.x= 0 \t 1 "}) == "no error");
}

namespace {
// From the list the program takes them from, so that a new scheme needs no change here.
std::string known_schemes() {
  std::string names;
#define SF_ADD_NAME(name, number, limiter) \
  names += (names.empty() ? "" : ", ") + std::string(#name);
  SF_CONVECTION_SCHEMES(SF_ADD_NAME)
#undef SF_ADD_NAME
  return names;
}
}  // namespace

TEST_CASE("choices and words name what is allowed") {
  CHECK(message_for_line("run", "kernels = fast") ==
        "case.cfg:14: run.kernels = fast: must be one of auto, fused, plain, tiles");
  CHECK(message_for_line("scheme", "convection = quick") ==
        "case.cfg:14: scheme.convection = quick: must be one of " + known_schemes());
  const std::string rule =
      "some of p T rho u v w mach vorticity vorticity_x vorticity_y vorticity_z q_criterion "
      "divergence schlieren heat_flux_x heat_flux_y heat_flux_z heat_flux knudsen knudsen_gradient "
      "psi T_total volume_fraction and the names of output.expression, each at most once";
  CHECK(message_for_line("output", "averages = p t") ==
        "case.cfg:14: output.averages = p t: must be none, or some of p T rho u v w, each at most "
        "once");
  CHECK(message_for_line("output", "fields = p t/t") ==
        "case.cfg:14: output.fields = p t/t: must be " + rule);
  CHECK(message_for_line("output", "fields =") ==
        "case.cfg:14: output.fields has no value: must be " + rule);
  CHECK(message_for_line("output", "pictures = p p") ==
        "case.cfg:14: output.pictures = p p: must be none, or " + rule);
  CHECK(message_for_line("output", "directory =") ==
        "case.cfg:14: output.directory has no value: must be a text that is not empty");
}

TEST_CASE("pictures may be none") {
  for (const std::string value : {"", "none"}) {
    const auto settings = parse_case(small_case, "case.cfg", {"output.pictures=" + value});
    CHECK(settings.words("output.pictures").empty());
    CHECK(settings.resolved().find("pictures = none\n") != std::string::npos);
  }
}

TEST_CASE("an overlong value is cut in the message") {
  CHECK(knudsen_message(std::string(300, '7')) == "--set: gas.knudsen = " + std::string(200, '7') +
                                                      "...: must be a number greater than 0 and "
                                                      "at most 10");
}

TEST_CASE("unknown keys without a near one list the keys of their section, or the sections") {
  CHECK(message_for_line("inner", "foo = 1")
            .starts_with("case.cfg:14: unknown key 'inner.foo'; the keys of [inner] are "));
  CHECK(message_for_line("time", "a = 1")
            .starts_with("case.cfg:14: unknown key 'time.a'; the keys of [time] are "));
  CHECK(message_for("kn = 2\n" + small_case)
            .starts_with("case.cfg:1: unknown key 'kn'; the sections are "));
}

TEST_CASE("unknown keys name the nearest one") {
  CHECK(message_for_line("gas", "knudson = 1") ==
        "case.cfg:14: unknown key 'gas.knudson'; did you mean 'gas.knudsen'?");
  CHECK(message_for_line("gas", "Mach = 1") ==
        "case.cfg:14: unknown key 'gas.Mach'; did you mean 'gas.mach'?");
  CHECK(message_for_line("time", "tolerance = 1") ==
        "case.cfg:14: unknown key 'time.tolerance'; did you mean 'inner.tolerance'?");
  CHECK(message_for("mach = 2\n" + small_case) ==
        "case.cfg:1: unknown key 'mach'; did you mean 'gas.mach'?");
  CHECK(message_for_line("gas", "title = late") ==
        "case.cfg:14: unknown key 'gas.title'; did you mean 'title', before the first section?");
}

TEST_CASE("a missing required key names what it must be") {
  CHECK(message_for(without(small_case, "knudsen = 0.05\n")) ==
        "case.cfg: gas.knudsen is missing; it must be a number greater than 0 and at most 10, or "
        "follow from the section [units]");
  CHECK(message_for(without(small_case, "cells = 200 100\n")) ==
        "case.cfg: mesh.cells is missing; it must be 2 or 3 whole numbers from 1 to 1000000, "
        "separated "
        "by blanks");
  CHECK(
      message_for(without(small_case, "west = stream\n")) ==
      "case.cfg: boundary.west is missing; it must be one of stream, inflow [velocity=...] "
      "[along=...] "
      "[profile=...] [path=...] [temperature=...] [density=...] [over_time=...], outflow, pressure "
      "[p=...] [temperature=...] [at=...], wall [temperature=...] [velocity=...] [slip=...] "
      "[jump=...] "
      "[accommodation=...] [flux=...] [path=...], symmetry, periodic");
}

TEST_CASE("a repeated key names both lines") {
  CHECK(message_for_line("gas", "knudsen = 0.05") ==
        "case.cfg:14: gas.knudsen is given twice, in lines 2 and 14");
  CHECK(message_for_line("boundary", "west = wall") ==
        "case.cfg:14: boundary.west is given twice, in lines 8 and 14");
}

TEST_CASE("errors of rules between keys name where each value came from") {
  const auto settings = parse_case(small_case, "case.cfg", {"time.end=3"});
  CHECK(settings.error("gas.knudsen", "is odd").what() ==
        std::string("case.cfg:2: gas.knudsen = 0.05: is odd"));
  CHECK(settings.error("time.end", "is odd").what() == std::string("--set: time.end = 3: is odd"));
  CHECK(settings.error("gas.mach", "is odd").what() ==
        std::string("case.cfg: gas.mach = 0 (default): is odd"));
  CHECK(settings.error("time.step", "is needed").what() ==
        std::string("case.cfg: time.step: is needed"));
  CHECK(settings.error(settings.directives("boundary.south").front(), "is odd").what() ==
        std::string("case.cfg:10: boundary.south = wall velocity=free_stream slip=on: is odd"));
  CHECK(settings.error(settings.directives("mesh.x_stretch").front(), "is odd").what() ==
        std::string("case.cfg: mesh.x_stretch = uniform (default): is odd"));
}

}  // namespace test_values
