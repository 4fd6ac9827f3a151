// Texts with separators.
#include <doctest/doctest.h>

#include "slipflow/support/split.hpp"

namespace test_split {

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

}  // namespace test_split
