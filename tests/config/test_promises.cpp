// docs/reliability.md promises nothing that neither a test nor a script shows.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>

namespace test_promises {

namespace fs = std::filesystem;

namespace {
const fs::path root = SLIPFLOW_SOURCE_DIR;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The rows of the table of promises, by their number.
std::map<int, std::string> promises() {
  std::map<int, std::string> rows;
  std::ifstream page(root / "docs" / "reliability.md");
  const std::regex row(R"(\| (\d+) \|.*)");
  std::smatch match;
  for (std::string line; std::getline(page, line);)
    if (std::regex_match(line, match, row)) rows[std::stoi(match[1])] = line;
  return rows;
}

/// The tests' sources, one after the other.
std::string tests() {
  std::string all;
  for (const auto& entry : fs::recursive_directory_iterator(root / "tests"))
    if (entry.path().extension() == ".cpp") all += read(entry.path());
  return all;
}
}  // namespace

TEST_CASE(
    "every promise has a test that begins with its number, or a script; all that are named exist") {
  const auto rows = promises();
  const std::string sources = tests();
  REQUIRE(rows.size() == 23);
  const std::regex script("`(script/[a-z-]+)");
  for (const auto& [number, row] : rows) {
    CAPTURE(number);
    int scripts = 0;
    for (std::sregex_iterator at(row.begin(), row.end(), script), end; at != end; ++at) {
      CHECK_MESSAGE(fs::exists(root / at->str(1)), at->str(1));
      scripts += at->str(1) != "script/test";
    }
    const bool tested =
        sources.find("TEST_CASE(\"promise " + std::to_string(number) + ": ") != std::string::npos;
    CHECK((tested || scripts > 0));
    if (row.find("\"promise ") != std::string::npos) CHECK(tested);
  }
}

}  // namespace test_promises
