// Foreign text in messages: nothing in it reaches a terminal as a command, and it stays short.
#include <doctest/doctest.h>

#include <string>

#include "slipflow/support/foreign_text.hpp"

namespace test_foreign_text {

using slipflow::escaped;
using slipflow::escaped_lines;
using slipflow::shown;

TEST_CASE("promise 22: control characters are escaped") {
  for (int code = 0; code < 0x20; ++code) {
    CAPTURE(code);
    const std::string text = escaped(std::string(1, static_cast<char>(code)));
    CHECK(text == std::string("\\x") + "01"[code / 16] + "0123456789ABCDEF"[code % 16]);
  }
  CHECK(escaped("\033[31mred\177") == "\\x1B[31mred\\x7F");
  CHECK(escaped("\xC2\x9B"
                "31m") ==
        "\\xC2\\x9B"
        "31m");  // C1: the same command in one character
  CHECK(escaped("a\nb") == "a\\x0Ab");
  CHECK(escaped_lines("a\nb\r\n\033") == "a\nb\\x0D\n\\x1B");
}

TEST_CASE("promise 22: valid UTF-8 stays, anything else is escaped byte by byte") {
  const std::string good =
      "Kanal \xC3\xBC\xC2\xA0 \xCE\xBB \xE2\x82\xAC \xED\x9F\xBF \xF0\x9F\x8C\x80 \xF4\x8F\xBF\xBF "
      "~";
  CHECK(escaped(good) == good);
  CHECK(escaped("\xFC") == "\\xFC");                             // Latin-1
  CHECK(escaped("\x80z") == "\\x80z");                           // no beginning
  CHECK(escaped("\xC3") == "\\xC3");                             // cut off
  CHECK(escaped("\xE2\x82z") == "\\xE2\\x82z");                  // cut off
  CHECK(escaped("\xC0\x9B") == "\\xC0\\x9B");                    // overlong: a C1 character
  CHECK(escaped("\xC1\xBF") == "\\xC1\\xBF");                    // overlong
  CHECK(escaped("\xE0\x9F\xBF") == "\\xE0\\x9F\\xBF");           // overlong
  CHECK(escaped("\xF0\x8F\xBF\xBF") == "\\xF0\\x8F\\xBF\\xBF");  // overlong
  CHECK(escaped("\xED\xA0\x80") == "\\xED\\xA0\\x80");           // a surrogate
  CHECK(escaped("\xF4\x90\x80\x80") == "\\xF4\\x90\\x80\\x80");  // beyond Unicode
  CHECK(escaped("\xFF\xFE") == "\\xFF\\xFE");
}

TEST_CASE(
    "promise 22: what is escaped is not escaped again, and a value is cut after 200 characters") {
  const std::string once = escaped("\033\\ \xFF");
  CHECK(escaped(once) == once);
  CHECK(shown(std::string(200, 'x')) == std::string(200, 'x'));
  CHECK(shown(std::string(201, 'x')) == std::string(200, 'x') + "...");
  std::string umlauts;
  for (int k = 0; k < 300; ++k) umlauts += "\xC3\xBC";
  CHECK(shown(umlauts) == umlauts.substr(0, 400) + "...");
  CHECK(shown(std::string(120000, '\n')).size() == 4 * 200 + 3);
}

}  // namespace test_foreign_text
