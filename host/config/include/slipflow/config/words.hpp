// The words of a key and the values that they mean.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "slipflow/support/error.hpp"

namespace slipflow::config {

template <class Value>
struct Word {
  const char* text;
  Value value;
};
template <class Value, std::size_t count>
using Words = std::array<Word<Value>, count>;

/// For the row of the key.
template <class Value, std::size_t count>
std::vector<std::string> texts_of(const Words<Value, count>& words) {
  std::vector<std::string> texts;
  for (const auto& word : words) texts.emplace_back(word.text);
  return texts;
}

/// The value of a word. Throws Error(internal_error) if it is none of these, which the row of the
/// key does not allow.
template <class Value, std::size_t count>
Value value_of(const Words<Value, count>& words, std::string_view text) {
  for (const auto& word : words)
    if (text == word.text) return word.value;
  throw Error(ExitStatus::internal_error, "a word has no value");
}

/// The word of a value.
template <class Value, std::size_t count>
const char* text_of(const Words<Value, count>& words, Value value) {
  for (const auto& word : words)
    if (word.value == value) return word.text;
  return "";
}

}  // namespace slipflow::config
