#include <doctest/doctest.h>

#include <cmath>

#include "slipflow/output/json.hpp"

using slipflow::output::JsonObject;

TEST_CASE("an empty JSON object") { CHECK(JsonObject().text() == "{}"); }

TEST_CASE("JSON values of every kind, in the order they were added") {
  JsonObject object;
  object.add("text", "a").add("int", 3).add("long", 4000000000L).add("yes", true);
  object.add("tenth", 0.1).add("nan", std::nan("")).add("infinite", INFINITY);
  CHECK(object.text() ==
        "{\n  \"text\": \"a\",\n  \"int\": 3,\n  \"long\": 4000000000,\n  \"yes\": true,\n"
        "  \"tenth\": 0.10000000000000001,\n  \"nan\": null,\n  \"infinite\": null\n}");
}

TEST_CASE("JSON strings are escaped") {
  const auto value = [](std::string_view text) {
    const std::string whole = JsonObject().add("k", text).text();
    return whole.substr(9, whole.size() - 11);
  };
  CHECK(value("a\"b\\c") == R"("a\"b\\c")");
  CHECK(value("\n\t\r") == R"("\n\t\r")");
  CHECK(value(std::string_view("\x01\0", 2)) == R"("\u0001\u0000")");
  CHECK(value("é λ 😀") == "\"é λ 😀\"");
  CHECK(value("\xff!") == R"("\ufffd!")");
  CHECK(value("\xc0\xaf") == R"("\ufffd\ufffd")");
  CHECK(value("\xe2\x82") == R"("\ufffd\ufffd")");
  CHECK(JsonObject().add("a\"b", 1).text() == "{\n  \"a\\\"b\": 1\n}");
}

TEST_CASE("JSON objects nest and indent") {
  const JsonObject inner = JsonObject().add("n", 1);
  JsonObject outer;
  outer.add("inner", inner).add("list", std::vector<JsonObject>{inner, JsonObject()});
  outer.add("none", std::vector<JsonObject>{});
  CHECK(outer.text() == R"({
  "inner": {
    "n": 1
  },
  "list": [
    {
      "n": 1
    },
    {}
  ],
  "none": []
})");
  CHECK(inner.text(4) == "{\n      \"n\": 1\n    }");
}
