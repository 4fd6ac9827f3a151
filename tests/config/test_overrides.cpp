// --set, the resolved case and the table in the docs.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "case_example.hpp"
#include "slipflow/config/key_table.hpp"

namespace test_overrides {

namespace fs = std::filesystem;
using namespace slipflow::config;

namespace {

const std::string two_bodies =
    small_case + "[body]\nrectangle = 1 1 2 2\nrectangle = 3 3 4 4 slip=off temperature=2\n";

fs::path configs() { return SLIPFLOW_SOURCE_DIR "/configs"; }

bool names_a_method(const fs::path& case_file) {
  std::ifstream in(case_file);
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("method = ")) return true;
  return false;
}

/// The case files of the default method.
std::vector<fs::path> case_files() {
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator(configs()))
    if (item.path().extension() == ".cfg" && !names_a_method(item.path()))
      files.push_back(item.path());
  return files;
}

/// Equal values of every key, whatever their origin.
void check_same_values(const Settings& a, const Settings& b) {
  for (const auto& spec : key_table().rows()) {
    CAPTURE(spec.name);
    if (spec.type == KeyType::directive) {
      const auto& left = a.directives(spec.name);
      const auto& right = b.directives(spec.name);
      const auto same = [](Directive x, Directive y) {
        for (const char* file : {"path", "over_time"})  // made absolute, as other files are
          x.options.erase(file), y.options.erase(file);
        return x.kind == y.kind && x.numbers == y.numbers && x.options == y.options;
      };
      CHECK(std::equal(left.begin(), left.end(), right.begin(), right.end(), same));
    } else if (!spec.optional || a.given(spec.name)) {
      CHECK(a.text(spec.name) == b.text(spec.name));
    } else {
      CHECK_FALSE(b.given(spec.name));
    }
  }
}

}  // namespace

TEST_CASE("--set replaces all repeats of its key, and may repeat itself") {
  const auto one = parse_case(two_bodies, "case.cfg", {"body.rectangle=5 5 6 6"});
  REQUIRE(one.directives("body.rectangle").size() == 1);
  CHECK(one.directives("body.rectangle").front().numbers.front() == 5);
  CHECK(one.directives("body.rectangle").front().origin.text() == "--set");
  const auto two =
      parse_case(two_bodies, "case.cfg", {"body.rectangle=5 5 6 6", "body.rectangle=7 7 8 8"});
  CHECK(two.directives("body.rectangle").size() == 2);
  CHECK(message_for(small_case, {"gas.mach=1", "gas.mach=2"}) ==
        "--set: gas.mach may be set only once");
}

TEST_CASE("--set with an empty value leaves an optional key out") {
  CHECK(parse_case(two_bodies, "c", {"body.rectangle="}).directives("body.rectangle").empty());
  CHECK_FALSE(parse_case(small_case + "step = 1", "c", {"time.step="}).given("time.step"));
}

TEST_CASE("--set repairs a file with a missing, doubled or wrong value") {
  const std::string broken = small_case + "[gas]\nknudsen = wrong\n";
  CHECK(parse_case(broken, "c", {"gas.knudsen = 0.1"}).number("gas.knudsen") == 0.1);
}

TEST_CASE("--set keeps '=' in the value") {
  const auto settings = parse_case(small_case, "c", {"title=a = b", "boundary.west=wall slip=on"});
  CHECK(settings.text("title") == "a = b");
  CHECK(settings.directives("boundary.west").front().options.at("slip") == "on");
}

TEST_CASE("a malformed or unknown --set is refused") {
  CHECK(message_for(small_case, {"gas.knudsen"}) ==
        "--set: 'gas.knudsen' must be section.key=value");
  CHECK(message_for(small_case, {"=1"}) == "--set: '=1' must be section.key=value");
  CHECK(message_for(small_case, {"gas.knudson=1"}) ==
        "--set: unknown key 'gas.knudson'; did you mean 'gas.knudsen'?");
  CHECK(message_for(small_case, {"title=case #3"}) ==
        "--set: the value of title must be one line of UTF-8 text without '#'");
  CHECK(message_for(small_case, {"title=a\nb"}) ==
        "--set: the value of title must be one line of UTF-8 text without '#'");
}

TEST_CASE("the resolved case parses back to the same values") {
  const auto settings = parse_case("title = [a] = b\n" + two_bodies, "case.cfg",
                                   {"time.courant=0.25", "gas.gravity=0 -1e-3",
                                    "output.pictures=", "mesh.x_stretch=geometric 1.01"});
  const auto again = parse_case(settings.resolved(), "again.cfg", {});
  check_same_values(settings, again);
  CHECK(again.resolved() == settings.resolved());
}

TEST_CASE("the resolved case has all keys with their units, but no absent optional ones") {
  const auto text = parse_case(small_case, "case.cfg", {}).resolved();
  CHECK(text.starts_with(
      "title = untitled\nmethod = simple_ts\n\n[gas]\nknudsen = 0.05\nmach = 0\n"));
  CHECK(text.find("gravity = 0 0  # V0^2/L\n") != std::string::npos);
  CHECK(text.find("\n[boundary]\nwest = stream\n") != std::string::npos);
  CHECK(text.find("[body]") == std::string::npos);
  CHECK(text.find("courant") == std::string::npos);
}

TEST_CASE("the resolved case finds the files of the case from any folder") {
  const auto settings =
      parse_case(small_case, "/cases/a/case.cfg", {"mesh.x_stretch=file path=../x.txt"});
  CHECK(settings.resolved().find("x_stretch = file path=/cases/x.txt\n") != std::string::npos);
  const auto mask = parse_case(small_case, "/cases/a/case.cfg", {"body.mask=1 0 0 1 1 slip=off"});
  CHECK(mask.resolved().find("mask = /cases/a/1 0 0 1 1 slip=off  # L\n") != std::string::npos);
  const auto equals = parse_case(small_case, "/a=b/case.cfg", {"body.mask=m.png"});
  CHECK(equals.resolved().find("mask = \"/a=b/m.png\"  # L\n") != std::string::npos);
  const auto spaced = parse_case(small_case, "/my cases/case.cfg", {"mesh.x_stretch=file path=x"});
  CHECK(spaced.resolved().find("x_stretch = file path=\"/my cases/x\"\n") != std::string::npos);
}

TEST_CASE("the resolved case names files in folders of any name, and reads them again") {
  for (const std::string folder : {"/my  cases", "/a=b", "/#1", "/a\tb\nc", "/\"quoted\"",
                                   "/back\\slash", "/\xC3\xA9t\xC3\xA9", "/ blank ", "/plain"}) {
    CAPTURE(folder);
    const auto settings =
        parse_case(small_case, folder + "/case.cfg",
                   {"mesh.x_stretch=file path=x", "body.mask=m.png 0 0 1 1 slip=off",
                    "boundary.west=inflow velocity=1 over_time=\"a b.csv\" temperature=2"});
    const auto again = parse_case(settings.resolved(), "/elsewhere/case.cfg", {});
    CHECK(again.directives("mesh.x_stretch").front().options.at("path") == folder + "/x");
    CHECK(again.directives("body.mask").front().file == folder + "/m.png");
    CHECK(again.directives("body.mask").front().numbers.size() == 4);
    CHECK(again.directives("boundary.west").front().options.at("over_time") == folder + "/a b.csv");
    CHECK(again.values() == settings.values());
    CHECK(again.resolved() == settings.resolved());
  }
}

TEST_CASE("the case files of the project are valid, and so are they resolved") {
  const auto files = case_files();
  for (const auto& file : files) {
    CAPTURE(file.string());
    const auto settings = load_case_file(file, {});
    check_same_values(settings, parse_case(settings.resolved(), "resolved.cfg", {}));
  }
  CHECK(files.size() >= 5);
}

TEST_CASE("each boundary, body and option of them is in a case file of the project") {
  // "wall" and "wall slip" of the sides, "circle" and "body slip" of the bodies.
  std::set<std::string> shown, known;
  const auto is_body = [](const std::string& key) { return key.starts_with("body."); };
  const auto name_of = [&](const std::string& key, const std::string& kind) {
    return is_body(key) ? key.substr(5) : kind;
  };
  for (const auto& spec : key_table().rows()) {
    if (!is_body(spec.name) && !spec.name.starts_with("boundary.")) continue;
    for (const auto& form : spec.forms) {
      known.insert(name_of(spec.name, form.kind));
      for (const auto& option : form.options)
        known.insert((is_body(spec.name) ? "body" : form.kind) + " " + option);
    }
    for (const auto& file : case_files()) {
      const auto settings = load_case_file(file, {});
      for (const auto& line : settings.directives(spec.name)) {
        shown.insert(name_of(spec.name, line.kind));
        for (const auto& option : line.options)
          shown.insert((is_body(spec.name) ? "body" : line.kind) + " " + option.first);
      }
    }
  }
  for (const auto& name : known) {
    CAPTURE(name);
    CHECK(shown.contains(name));
  }
}

TEST_CASE("the squares are in a column, one in each ten lengths of height") {
  for (const int count : {2, 10, 20}) {
    const auto name = "microchannel_squares_" + std::to_string(count) + ".cfg";
    const auto settings = load_case_file(configs() / name, {});
    const auto& squares = settings.directives("body.rectangle");
    REQUIRE(squares.size() == static_cast<std::size_t>(count));
    CHECK(settings.numbers("mesh.y") == std::vector<double>{0, 10.0 * count});
    CHECK(settings.numbers("mesh.cells") == std::vector<double>{4032, 200.0 * count});
    CHECK(squares.back().numbers ==
          std::vector<double>{10, 10 * count - 5.5, 11, 10 * count - 4.5});
  }
}

TEST_CASE("every default of the table is acceptable, and every key has its row in the docs") {
  CHECK(message_for(small_case) == "no error");
  const auto markdown = markdown_of(key_table().rows());
  for (const auto& spec : key_table().rows()) {
    CAPTURE(spec.name);
    CHECK(markdown.find("| `" + spec.name + "`") != std::string::npos);
    CHECK(spec.meaning.ends_with("."));
    CHECK(spec.required + spec.optional + !spec.default_value.empty() == 1);
    CHECK(key_table().find(spec.name) == &spec);
  }
  CHECK(markdown.find("| `gas.knudsen` | number | - | a number greater than 0 and at most 10 | "
                      "required without `[units]` | ") != std::string::npos);
  CHECK(markdown.find("when max \\|phi - phi_old\\| / dt") != std::string::npos);
  CHECK(key_table().find("gas.nothing") == nullptr);
}

}  // namespace test_overrides
