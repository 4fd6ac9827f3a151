// What the fuzzing targets share.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "slipflow/support/error.hpp"

/// Reads `size` bytes as one file of the target's kind; 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzzing {

/// Ends the program, which is how libFuzzer learns of a finding.
[[noreturn]] inline void finding(const std::string& what) {
  fmt::print(stderr, "finding: {}\n", what);
  std::abort();
}

inline void require(bool holds, const std::string& what) {
  if (!holds) finding(what);
}

/// Reads a file; refusing it is in order if that is bad input in one sentence.
template <class Read>
void read_or_refuse(Read read) {
  try {
    read();
  } catch (const slipflow::Error& error) {
    const std::string sentence = error.what();
    require(error.status() == slipflow::ExitStatus::bad_input, "status of: " + sentence);
    require(!sentence.empty() && sentence.find('\n') == std::string::npos,
            "not one line: " + sentence);
  }
}

}  // namespace fuzzing
