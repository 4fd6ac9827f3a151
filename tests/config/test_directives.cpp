// Value lines "KIND numbers... [name=value]...".
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>
#include <string>
#include <vector>

#include "case_example.hpp"

namespace test_directives {

using namespace slipflow::config;

namespace {

std::string west_message(const std::string& value) {
  return message_for(small_case, {"boundary.west=" + value});
}

}  // namespace

TEST_CASE("a wall keeps its options, whose values may contain commas and '='") {
  const auto settings =
      parse_case(small_case, "case.cfg", {"boundary.north=wall velocity=1,-2  slip=a=b"});
  const auto& wall = settings.directives("boundary.north").front();
  CHECK(wall.key == "boundary.north");
  CHECK(wall.kind == "wall");
  CHECK(wall.numbers.empty());
  CHECK(wall.options == std::map<std::string, std::string>{{"velocity", "1,-2"}, {"slip", "a=b"}});
  CHECK(wall.raw == "wall velocity=1,-2 slip=a=b");
}

TEST_CASE("bodies repeat, in the order of the file, each with its line") {
  const auto settings = parse_case(
      small_case + "[body]\nrectangle = 1 2 3 4\n[time]\n[body]\nrectangle = 5 6 7 8.5 jump=off\n",
      "case.cfg", {});
  const auto& bodies = settings.directives("body.rectangle");
  REQUIRE(bodies.size() == 2);
  CHECK(bodies[0].kind.empty());
  CHECK(bodies[0].numbers == std::vector<double>{1, 2, 3, 4});
  CHECK(bodies[0].origin.text() == "case.cfg:14");
  CHECK(bodies[1].numbers == std::vector<double>{5, 6, 7, 8.5});
  CHECK(bodies[1].options.at("jump") == "off");
  CHECK(bodies[1].origin.text() == "case.cfg:17");
}

TEST_CASE("stretching takes a ratio or a path") {
  const auto settings = parse_case(
      small_case, "case.cfg", {"mesh.x_stretch=geometric 1.05", "mesh.y_stretch=file path=y.txt"});
  CHECK(settings.directives("mesh.x_stretch").front().numbers == std::vector<double>{1.05});
  CHECK(settings.directives("mesh.y_stretch").front().options.at("path") == "y.txt");
  CHECK(message_for_line("mesh", "x_stretch = geometric") ==
        "case.cfg:14: mesh.x_stretch = geometric: geometric takes 1 number, not 0");
  CHECK(message_for_line("mesh", "x_stretch = file") ==
        "case.cfg:14: mesh.x_stretch = file: file needs path=...");
}

TEST_CASE("polygons take as many numbers as they have, masks a file and four numbers or none") {
  const auto settings = parse_case(
      small_case +
          "[body]\npolygon = 1 2 3 4 5 6.5 7 8 slip=off\ncircle = 1 2 3 count=2 spacing=4,0\n"
          "mask = a/grains.png\nmask = b.png 0 0 4 2 temperature=2\n",
      "case.cfg", {});
  CHECK(settings.directives("body.polygon").front().numbers ==
        std::vector<double>{1, 2, 3, 4, 5, 6.5, 7, 8});
  CHECK(settings.directives("body.circle").front().options.at("spacing") == "4,0");
  const auto& masks = settings.directives("body.mask");
  REQUIRE(masks.size() == 2);
  CHECK(masks[0].file == "a/grains.png");
  CHECK(masks[0].numbers.empty());
  CHECK(masks[1].file == "b.png");
  CHECK(masks[1].numbers == std::vector<double>{0, 0, 4, 2});
  CHECK(masks[1].options.at("temperature") == "2");
}

TEST_CASE("polygons with too few numbers and masks without a file") {
  const auto message = [](const std::string& line) {
    return message_for_line("body", line).substr(13);
  };
  CHECK(message("polygon = 1 2 3 4") ==
        "body.polygon = 1 2 3 4: body.polygon takes 6 numbers or more, not 4");
  CHECK(message("mask = a.png 1 2 3") ==
        "body.mask = a.png 1 2 3: body.mask takes 4 numbers or none, not 3");
  CHECK(message("mask = temperature=2") ==
        "body.mask = temperature=2: body.mask begins with FILE.png, a name without blanks and "
        "'=', or one in double quotes");
  CHECK(message("mask =") ==
        "body.mask has no value: must be FILE.png [4 numbers] "
        "[temperature=...] [velocity=...] [slip=...] [jump=...] "
        "[accommodation=...] [flux=...] [reference_length=...] [name=...] [z=...]");
  CHECK(message("mask = a.png count=2")
            .starts_with("body.mask = a.png count=2: unknown option 'count'"));
}

TEST_CASE("an unknown kind or option names the nearest and the allowed ones") {
  CHECK(west_message("steam") ==
        "--set: boundary.west = steam: unknown kind 'steam'; did you mean 'stream'? Allowed are "
        "stream, inflow, outflow, pressure, wall, symmetry, periodic");
  CHECK(west_message("wall speed=1 slip=on") ==
        "--set: boundary.west = wall speed=1 slip=on: unknown option 'speed'; did you mean 'slip'? "
        "Allowed are temperature, velocity, slip, jump, accommodation, flux, path");
  CHECK(west_message("stream velocity=1,0") ==
        "--set: boundary.west = stream velocity=1,0: stream takes no options, not 'velocity'");
  CHECK(
      message_for_line("body", "rectangle = 1 2 3 4 speed=1,0")
          .starts_with("case.cfg:14: body.rectangle = 1 2 3 4 speed=1,0: unknown option 'speed'"));
}

TEST_CASE("numbers are complete, as many as the form takes, and before the options") {
  const auto message = [](const std::string& value) {
    return message_for_line("body", "rectangle = " + value).substr(30);
  };
  CHECK(message("1 2 3") == "1 2 3: body.rectangle takes 4 numbers, not 3");
  CHECK(message("1 2 3 4 5") == "1 2 3 4 5: body.rectangle takes 4 numbers, not 5");
  CHECK(message("1 2 3 nan") == "1 2 3 nan: 'nan' is neither a number nor name=value");
  CHECK(message("1 2 3 slip=on 4") == "1 2 3 slip=on 4: numbers must precede the options");
  CHECK(west_message("stream 1") ==
        "--set: boundary.west = stream 1: stream takes 0 numbers, not 1");
}

TEST_CASE("options are name=value without blanks, each once") {
  const std::string blanks = "an option is name=value without blanks around '='";
  for (const char* line : {"wall slip= on", "wall slip = on", "wall slip =on"})
    CHECK(west_message(line) ==
          fmt::format("--set: boundary.west = {}: {}: write slip=on", line, blanks));
  CHECK(west_message("wall velocity =").ends_with(": write velocity=VALUE"));
  CHECK(west_message("wall =on") == "--set: boundary.west = wall =on: " + blanks);
  CHECK(west_message("pressure p=0.6 bar")
            .ends_with("'bar' is neither a number nor name=value; an option, with its unit, has no "
                       "blank in it"));
  CHECK(west_message("wall slip on").ends_with("'slip' is neither a number nor name=value"));
  CHECK(west_message("wall slip=on slip=off") ==
        "--set: boundary.west = wall slip=on slip=off: option 'slip' is given twice");
  CHECK(west_message("").starts_with("--set: boundary.west has no value: must be one of stream, "));
}

TEST_CASE("a name in double quotes may contain blanks, '=' and escaped characters") {
  const auto settings = parse_case(small_case, "case.cfg",
                                   {"mesh.x_stretch=file path=\"a  b=c.txt\"",
                                    "body.mask=\"my \\22mask\\22 \\23 1.png\" 0 0 1 1"});
  CHECK(settings.directives("mesh.x_stretch").front().options.at("path") == "a  b=c.txt");
  CHECK(settings.directives("body.mask").front().file == "my \"mask\" # 1.png");
  CHECK(settings.directives("body.mask").front().numbers == std::vector<double>{0, 0, 1, 1});
  // A quote elsewhere in a name is a character like others.
  CHECK(parse_case(small_case, "case.cfg", {"mesh.x_stretch=file path=5\".txt"})
            .directives("mesh.x_stretch")
            .front()
            .options.at("path") == "5\".txt");
  for (const char* wrong : {"\"a b", "\"", "\"\"", "\"a\"b", "\"a\\2\"", "\"a\\zz\"", "\"\\00\""}) {
    CAPTURE(wrong);
    CHECK(message_for(small_case, {std::string("body.mask=") + wrong}) ==
          fmt::format(
              "--set: body.mask = {0}: {0} is not a valid name in double quotes, where \\XX is a "
              "character by its two hexadecimal digits",
              wrong));
  }
}

}  // namespace test_directives
