// Texts with separators.
#include <doctest/doctest.h>

#include "slipflow/support/split.hpp"

namespace test_split {

using slipflow::csv_cell;
using slipflow::csv_cells;
using slipflow::parts_between;
using slipflow::split_at;

TEST_CASE("a text has one part more than separators; parts may be empty") {
  using Texts = std::vector<std::string>;
  CHECK(split_at("", ',') == Texts{""});
  CHECK(split_at("a", ',') == Texts{"a"});
  CHECK(split_at("a,bc", ',') == Texts{"a", "bc"});
  CHECK(split_at(",a,,b,", ',') == Texts{"", "a", "", "b", ""});
  CHECK(split_at("a,b:c", ':') == Texts{"a,b", "c"});
  const std::string text = "12,345";
  const auto parts = parts_between(text, ',');
  REQUIRE(parts.size() == 2);
  CHECK(parts[1] == "345");
  CHECK(parts[1].data() == text.data() + 3);
}

TEST_CASE("cells of CSV are quoted where necessary, and read back") {
  using Texts = std::vector<std::string>;
  const Texts texts = {"a b", "time [s]", "low, left", "6\" pipe", ",", "\"\"", "", "\"a\",\"b\""};
  const Texts written = {
      "a b",          "time [s]", "\"low, left\"",          "\"6\"\" pipe\"", "\",\"",
      "\"\"\"\"\"\"", "",         "\"\"\"a\"\",\"\"b\"\"\""};
  std::string line;
  for (std::size_t k = 0; k < texts.size(); ++k) {
    CHECK(csv_cell(texts[k]) == written[k]);
    line += (k > 0 ? "," : "") + csv_cell(texts[k]);
  }
  CHECK(csv_cells(line) == texts);
  CHECK(csv_cells("") == Texts{""});
  CHECK(csv_cells("a,\"b") == Texts{"a", "b"});
}

}  // namespace test_split
