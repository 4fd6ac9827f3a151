// Parts of texts.
#pragma once

#include <doctest/doctest.h>

#include <string>

namespace test_support {

/// Whether the text has that part.
inline bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The text with another one in place of the first `part`, which it must have.
inline std::string replaced(std::string text, const std::string& part, const std::string& other) {
  REQUIRE(holds(text, part));
  return text.replace(text.find(part), part.size(), other);
}

}  // namespace test_support
