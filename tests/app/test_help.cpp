// slipflow help: topics, and the texts for other programs.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "command_table.hpp"
#include "embedded_texts.hpp"
#include "methods.hpp"
#include "results.hpp"

namespace test_help {

using namespace test_app;
using slipflow::app::key_tables;
using slipflow::config::KeyType;

namespace {
std::string printed(const Words& arguments) {
  return output_of(Place().slipflow(Words{"help"} + arguments));
}

std::string refused(const Words& arguments) { return refused(Place(), Words{"help"} + arguments); }

/// The options that --help of a command lists, one a line.
std::set<std::string> options_of(const std::string& command) {
  const auto help = Place().slipflow({command, "--help"}).out;
  std::set<std::string> options;
  const std::regex option("\n  (?:-h \\[ )?(--[a-z-]+)");
  for (std::sregex_iterator found(help.begin(), help.end(), option), end; found != end; ++found)
    options.insert((*found)[1]);
  CHECK(options.size() >= 1);
  return options;
}

std::string without(std::string text, char c) {
  std::erase(text, c);
  return text;
}

/// The text between a line and the next one that begins with the same request.
std::string part_of(const std::string& page, const std::string& heading) {
  const auto begin = page.find(heading + '\n');
  REQUIRE_MESSAGE(begin != std::string::npos, heading);
  return page.substr(begin, page.find("\n.S", begin + 1) - begin);
}

/// What bash proposes for the last of the words, one a line.
std::string completed(const Place& place, const std::string& words) {
  const auto script = place / "completion";
  if (!fs::exists(script)) write(script, printed({"--completion"}));
  write(place / "ask", "set -uo pipefail\nsource ./completion\nCOMP_WORDS=(" + words +
                           ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_slipflow\nprintf '%s\\n' "
                           "\"${COMPREPLY[@]}\"\n");
  const auto command = "cd '" + place.path().string() + "' && bash ask >answer 2>errors";
  CHECK(std::system(command.c_str()) == 0);
  CHECK(read(place / "errors") == "");
  return read(place / "answer");
}
}  // namespace

TEST_CASE("help explains a key in each method that has it, once where they agree") {
  const auto knudsen = printed({"gas.knudsen"});
  CHECK(knudsen.starts_with("method = simple_ts\ngas.knudsen\n  a number greater than 0 and"));
  CHECK(printed({"knudsen"}) == knudsen);
  CHECK(printed({"gas.knudsen", "--method", "simple_ts"}) ==
        knudsen.substr(knudsen.find('\n') + 1));
  const auto end = printed({"time.max_hours"});
  CHECK(holds(end, "method = simple_ts, "));
  CHECK(end.find("time.max_hours") == end.rfind("time.max_hours"));
  CHECK(printed({"method"}).find("\nmethod\n") != std::string::npos);
}

TEST_CASE("help explains a section, and says which other methods have it") {
  const auto gas = printed({"gas"});
  CHECK(gas.starts_with("gas.knudsen\n"));
  CHECK(!holds(gas, "mesh.x"));
  CHECK(!holds(gas, "method ="));
  const auto mesh = printed({"mesh"});
  CHECK(holds(mesh,
              "These are the keys of method = simple_ts; --method prints those of psi_omega, "));
  CHECK(printed({"keys", "gas"}) == gas);
  CHECK(printed({"flow"}).starts_with("flow.viscosity\n"));
  const auto sections = refused({"keys", "gass"});
  CHECK(sections.starts_with("slipflow: unknown section 'gass': the sections are body, "));
  for (const char* of_a_method : {" gas,", " flow,", " equation,"})
    CHECK(sections.find(of_a_method) != std::string::npos);
}

TEST_CASE("help explains a command, as its --help does") {
  const Place place;
  CHECK(printed({"check"}) == place.slipflow({"check", "--help"}).out);
  const auto run = printed({"run"});
  CHECK(run.starts_with(place.slipflow({"run", "--help"}).out));
  CHECK(holds(run, "\nThe keys of section [run]: slipflow help keys run\n"));
}

TEST_CASE("help names the keys whose lines have a word") {
  CHECK(printed({"outflow", "--method", "simple_ts"}) ==
        "method = simple_ts: outflow is a word of the lines boundary.west, boundary.east, "
        "boundary.south, boundary.north, boundary.bottom, boundary.top\n");
  CHECK(holds(printed({"slip_length"}), "method = piso: slip_length is a word of the lines body."));
  CHECK(!holds(printed({"slip_length"}), "simple_ts"));
  CHECK(printed({"velocity"}).starts_with("method = "));
}

TEST_CASE("help searches the glossary, commands and keys for words of a topic") {
  const auto strouhal = printed({"strouhal"});
  CHECK(strouhal.starts_with("Strouhal number. Frequency of forces, or of v at a probe, times a "));
  CHECK(holds(strouhal, "\nbody.rectangle: "));
  CHECK(holds(printed({"Pressure", "drop"}), "an output.integral = line with field=p."));
  CHECK(printed({"heat flux"}) == printed({"heat", "flux"}));
  CHECK(holds(printed({"Celsius"}), "in kelvin"));
  CHECK(holds(printed({"MARKDOWN"}), "slipflow help: "));
  // Words of keys alone; a link of the glossary without its target; each key once.
  const auto krypton = printed({"krypton"});
  CHECK(krypton.starts_with("units.gas: "));
  CHECK(std::ranges::count(krypton, '\n') == 1);
  for (const std::string headword : {"tile", "Batch", "March"}) CHECK(printed({headword}) != "");
  CHECK(refused({"turbulence"}) ==
        "slipflow: no key, command or entry of the glossary has 'turbulence'; `slipflow help keys` "
        "lists the keys, `slipflow --help` the commands\n");
}

TEST_CASE("help names the nearest keys of one that does not exist") {
  CHECK(refused({"gas.knudson"}) ==
        "slipflow: unknown key 'gas.knudson'; did you mean 'gas.knudsen'?\n");
  CHECK(holds(refused({"viscositi"}), "'flow.viscosity'"));
  CHECK(holds(refused({"nothing.at_all"}), "unknown key 'nothing.at_all'; the sections are "));
  CHECK(holds(refused({"time.foo"}), "unknown key 'time.foo'; the keys of [time] are "));
  CHECK(refused({"gas.mach", "--method", "piso"}) ==
        "slipflow: gas.mach is a key of method simple_ts\n");
  CHECK(
      refused({"--markdown"}).starts_with("slipflow: a command, a key or a section is missing; "));
}

TEST_CASE("the man page has every command and every option") {
  const auto page = without(printed({"--man"}), '\\');
  for (const auto& name : slipflow::app::names_of_commands()) {
    const auto part = part_of(page, ".SS " + name);
    CHECK(holds(part, "\n.B slipflow " + name));
    for (const auto& option : options_of(name))
      if (option != "--help") CHECK_MESSAGE(holds(part, "\n.B " + option), name, ' ', option);
  }
  CHECK(holds(part_of(page, ".SH \"EXIT STATUS\""), "4 diverged"));
  CHECK(holds(page, "\n.B SLIPFLOW_DEVICE\n"));
}

TEST_CASE("the man page of case files has every key of every method") {
  const auto page = without(printed({"keys", "--man"}), '\\');
  for (const auto& table : key_tables()) {
    const auto begin = page.find(".SH \"METHOD " + table->method() + "\"\n");
    REQUIRE(begin != std::string::npos);
    const auto part = page.substr(begin, page.find("\n.SH", begin + 1) - begin);
    for (const auto& spec : table->rows()) {
      CHECK_MESSAGE(holds(part, "\n.B " + spec.name + (spec.repeatable ? " (repeatable)\n" : "\n")),
                    spec.name);
      CHECK(holds(part, '\n' + without(spec.meaning, '\\')));
    }
  }
}

TEST_CASE("bash completes commands, options, keys and values") {
  const Place place;
  std::string all;
  for (const auto& name : slipflow::app::names_of_commands()) {
    all += name + '\n';
    CHECK(completed(place, "slipflow " + name.substr(0, name.size() - 1)) == name + '\n');
    const auto options = completed(place, "slipflow " + name + " --");
    for (const auto& option : options_of(name))
      CHECK_MESSAGE(holds('\n' + options, '\n' + option + '\n'), name, ' ', option);
  }
  CHECK(completed(place, "slipflow ''") == all + "--help\n--version\n");
  CHECK(completed(place, "slipflow run --set gas.kn") == "gas.knudsen=\n");
  CHECK(completed(place, "slipflow run --set scheme.time = im") == "implicit\n");
  CHECK(completed(place, "slipflow run --set inner.start =") == "extrapolated\nprevious\n");
  CHECK(completed(place, "slipflow help gas.kn") == "gas.knudsen\n");
  CHECK(completed(place, "slipflow run --precision mi") == "mixed\n");
  CHECK(holds(completed(place, "slipflow init a.cfg --kind ''"), "microchannel\n"));
}

TEST_CASE("bash completes files: cases of run, any of convert, folders of --output") {
  const Place place;
  write(place / "mesh.msh", "");
  fs::create_directory(place / "folder");
  CHECK(completed(place, "slipflow run ''") == "case.cfg\nfolder\n");
  CHECK(completed(place, "slipflow convert m") == "mesh.msh\n");
  CHECK(holds(completed(place, "slipflow run case.cfg --output ''"), "folder\n"));
  CHECK(completed(place, "slipflow run case.cfg --steps ''") == "\n");
}

TEST_CASE("docs/keys.schema.json is the schema that the program prints") {
  CHECK_MESSAGE(
      read(fs::path(SLIPFLOW_SOURCE_DIR) / "docs/keys.schema.json") == printed({"--schema"}),
      "to renew it: slipflow help --schema > docs/keys.schema.json");
}

TEST_CASE("the schema has the keys of every method with their types and limits, and no others") {
  const auto schema = nlohmann::json::parse(printed({"--schema"}));
  CHECK(schema["allOf"].size() == key_tables().size());
  for (const auto& table : key_tables()) {
    const auto& keys = schema["$defs"][table->method()];
    CHECK(keys["additionalProperties"] == false);
    std::size_t count = 0;
    for (const auto& [name, rows] : keys["properties"].items())
      count += rows.contains("properties") ? rows["properties"].size() : 1;
    CHECK(count == table->rows().size());
    for (const auto& spec : table->rows()) {
      CAPTURE(spec.name);
      const auto dot = spec.name.find('.');
      const auto path = dot == std::string::npos ? '/' + spec.name
                                                 : '/' + spec.name.substr(0, dot) + "/properties/" +
                                                       spec.name.substr(dot + 1);
      const nlohmann::json::json_pointer place("/properties" + path);
      REQUIRE(keys.contains(place));
      auto key = keys[place];
      CHECK(key["description"] == spec.meaning);
      CHECK(key.contains("x-default") == (!spec.required && !spec.optional));
      if (spec.repeatable) key = key["items"];
      if (spec.type == KeyType::choice) CHECK(key["enum"] == spec.allowed);
      if (spec.type == KeyType::integer) CHECK(key["type"] == "integer");
      CHECK(key.contains("anyOf") == (spec.takes_unit && spec.type != KeyType::directive));
      if (key.contains("anyOf")) key = key["anyOf"][0];
      if (spec.type == KeyType::number) {
        CHECK(key["type"] == "number");
        CHECK(key[spec.least_excluded ? "exclusiveMinimum" : "minimum"] == spec.least);
        CHECK(key[spec.most_excluded ? "exclusiveMaximum" : "maximum"] == spec.most);
      }
      if (spec.required && spec.unless_section.empty())
        CHECK(holds(keys["properties"][spec.name.substr(0, dot)]["required"].dump(),
                    '"' + spec.name.substr(dot + 1) + '"'));
    }
  }
  CHECK(schema["$defs"]["simple_ts"]["required"] ==
        nlohmann::json::parse(R"(["mesh", "boundary"])"));
}

}  // namespace test_help
