#include <doctest/doctest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "slipflow/output/json.hpp"

namespace test_output_json {

using slipflow::output::Json;
using slipflow::output::json_text;

TEST_CASE("JSON is a line for each value, in the order in which they were added") {
  Json summary = {{"zeta", "a"}, {"steps", 4000000000L}, {"alpha", true}};
  summary["none"] = Json::array();
  summary["list"] = Json::array({{{"n", 1}}, Json::object()});
  CHECK(json_text(summary) == R"({
  "zeta": "a",
  "steps": 4000000000,
  "alpha": true,
  "none": [],
  "list": [
    {
      "n": 1
    },
    {}
  ]
}
)");
}

TEST_CASE("numbers in JSON keep every bit, and those that are not finite are null") {
  for (const double number : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, 3.0})
    CHECK(Json::parse(json_text(number)).get<double>() == number);
  CHECK(json_text(Json::array({std::nan(""), INFINITY, -INFINITY})) ==
        "[\n  null,\n  null,\n  null\n]\n");
}

TEST_CASE("JSON is UTF-8 whatever a driver is called") {
  CHECK(json_text("é λ 😀\n\"") == "\"é λ 😀\\n\\\"\"\n");
  CHECK(json_text("\xff!") == "\"\uFFFD!\"\n");
  CHECK(json_text({{"\xc0\xaf", 1}}) == "{\n  \"\uFFFD\uFFFD\": 1\n}\n");
}

}  // namespace test_output_json
