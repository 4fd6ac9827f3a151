// The method of a case decides which keys it has.
#include <doctest/doctest.h>

#include "case_example.hpp"
#include "nearest.hpp"
#include "slipflow/config/rows.hpp"

namespace test_methods {

using namespace slipflow::config;

namespace {
/// A second method with a mesh of its own.
const KeyTables& two_methods() {
  static const KeyTables tables =
      make_key_tables({{"simple_ts", slipflow::simple_ts::keys()},
                       {"heat",
                        {rows::number("heat.conductivity", 0, 10, "-", "1", "Conductivity."),
                         rows::number("time.step", 0, 5, "s", "0.5", "Time step.")}}});
  return tables;
}

Settings settings_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return parse_case(text, "case.cfg", set, two_methods());
}

std::string refusal_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return message_of([&] { settings_of(text, set); });
}
}  // namespace

TEST_CASE("without a method a case is one of the first method") {
  CHECK(settings_of(small_case).table().method() == "simple_ts");
  CHECK(settings_of(small_case).text("method") == "simple_ts");
  CHECK(settings_of("# method = heat\n" + small_case).text("method") == "simple_ts");
}

TEST_CASE("the method of the file or of --set chooses the table") {
  const auto heat = settings_of("method = heat # a comment\r\n[heat]\nconductivity = 2\n");
  CHECK(heat.table().method() == "heat");
  CHECK(heat.number("heat.conductivity") == 2);
  CHECK(heat.number("time.step") == 0.5);
  CHECK(heat.resolved().starts_with("title = untitled\nmethod = heat\n"));
  CHECK(settings_of(heat.resolved()).values() == heat.values());
  CHECK(settings_of("[time]\nstep = 3\n", {"method=heat"}).number("time.step") == 3);
  CHECK(settings_of("method = heat\n" + small_case, {"method=simple_ts"}).table().method() ==
        "simple_ts");
}

TEST_CASE("a key of another method is named as such") {
  CHECK(refusal_of("method = heat\n[gas]\nknudsen = 1\n[heat]\nconductivity = 2\n") ==
        "case.cfg:3: gas.knudsen is a key of method simple_ts; this case has method = heat");
  CHECK(refusal_of(small_case, {"heat.conductivity=2"}) ==
        "--set: heat.conductivity is a key of method heat; this case has method = simple_ts");
  // The case is one of the other method altogether.
  CHECK(refusal_of("[heat]\nconductivity = 2\n[time]\nstep = 1\n") ==
        "case.cfg:2: heat.conductivity is a key of method heat; this case has method = simple_ts, "
        "but all its keys fit method = heat");
  CHECK(refusal_of("method = heat\n[time]\nstep = 6\n") ==
        "case.cfg:3: time.step = 6: must be a number from 0 to 5");
}

TEST_CASE("an unknown section: the near one of the case's method comes first") {
  const auto tables = make_key_tables({{"a", {rows::number("flow.x", 0, 1, "-", "1", "X.")}},
                                       {"b", {rows::number("floor.y", 0, 1, "-", "1", "Y.")}}});
  const auto refused = [&](const std::string& text) {
    return message_of([&] { parse_case(text, "case.cfg", {}, tables); });
  };
  CHECK(refused("[floo]\n") == "case.cfg:1: unknown section 'floo'; did you mean 'flow'?");
  CHECK(refused("method = b\n[floo]\n").ends_with("did you mean 'floor'?"));
  CHECK(refused("method = b\n[flw]\n").ends_with("did you mean 'flow'?"));
}

TEST_CASE("a key with blanks: the '=' after its first word is missing") {
  CHECK(refusal_of(small_case + "end 5 s = 1\n")
            .ends_with("unknown key 'time.end 5 s'; a key has no blanks: write end = 5 s=1"));
  CHECK(refusal_of("[boundary]\nwest wall velocity = 1,0\n") ==
        "case.cfg:2: unknown key 'boundary.west wall velocity'; a key has no blanks: write west = "
        "wall velocity=1,0");
}

TEST_CASE("a method that does not exist: the methods are named") {
  CHECK(refusal_of("method = heart\n" + small_case) ==
        "case.cfg:1: method = heart: must be one of simple_ts, heat");
  // In a section it is another key.
  CHECK(refusal_of(small_case + "method = heat\n") ==
        "case.cfg:13: unknown key 'time.method'; did you mean 'method', before the first section?");
}

TEST_CASE("promise 18: of a very long word 200 letters are compared, as no key has as many") {
  const std::string word(200, 'x'), key = "heat.conductivity";
  CHECK(edit_distance(word, key) == 200);
  CHECK(edit_distance(word + key, key) == 200);
  CHECK(edit_distance(word + std::string(2'000'000, 'y'), key) == 200);
  CHECK(edit_distance("xxx" + key, key) == 3);
}

TEST_CASE("the nearest keys of all methods, each once, the nearest first") {
  using Names = std::vector<std::string>;
  CHECK(nearest_keys(two_methods(), "heat.conductivety", 3) == Names{"heat.conductivity"});
  CHECK(nearest_keys(two_methods(), "time.stop", 3).front() == "time.step");
  CHECK(nearest_keys(two_methods(), "mesh.q", 9) == Names{"mesh.x", "mesh.y", "mesh.z"});
  CHECK(nearest_keys(two_methods(), "mesh.q", 1) == Names{"mesh.x"});
}

TEST_CASE("a key as the terminal shows it") {
  CHECK(text_of(*key_table().find("gas.knudsen")) ==
        "gas.knudsen\n  a number greater than 0 and at most 10\n  default: required without "
        "[units]\n  Knudsen number Kn: mean free path at the reference state over L.\n");
  CHECK(text_of(*key_table().find("inner.tolerance"))
            .find("\n  default: 1e-8, 2e-6 with run.precision = mixed, ") != std::string::npos);
}

}  // namespace test_methods
