// A small valid case, and the sentence an invalid one ends with.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/keys.hpp"

namespace slipflow::config {

/// The one method of these tests.
inline const KeyTable& key_table() { return *simple_ts::key_tables().front(); }

inline Settings parse_case(const std::string& text, const std::string& name,
                           const std::vector<std::string>& overrides) {
  return parse_case(text, name, overrides, simple_ts::key_tables());
}

inline Settings load_case_file(const std::filesystem::path& file,
                               const std::vector<std::string>& overrides) {
  return load_case_file(file, overrides, simple_ts::key_tables());
}

/// Line 2 is gas.knudsen; the last line is number 12.
inline const std::string small_case =
    "[gas]\n"
    "knudsen = 0.05\n"
    "[mesh]\n"
    "x = 0 20\n"
    "y = 0 10\n"
    "cells = 200 100\n"
    "[boundary]\n"
    "west = stream\n"
    "east = outflow\n"
    "south = wall velocity=free_stream slip=on\n"
    "north = symmetry\n"
    "[time]\n";

/// The message of the Error(bad_input) that the function throws; other exceptions pass.
template <typename Function>
std::string message_of(Function function) {
  try {
    function();
  } catch (const Error& error) {
    return error.status() == ExitStatus::bad_input ? error.what() : "another exit status";
  }
  return "no error";
}

/// The message for that case text.
inline std::string message_for(const std::string& text,
                               const std::vector<std::string>& overrides = {}) {
  return message_of([&] { parse_case(text, "case.cfg", overrides); });
}

/// The message for the small case with one more line, number 14, in the section.
inline std::string message_for_line(const std::string& section, const std::string& line) {
  return message_for(small_case + "[" + section + "]\n" + line + "\n");
}

}  // namespace slipflow::config
