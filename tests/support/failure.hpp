// The Error that a call throws, for tests of refused input.
#pragma once

#include <string>
#include <utility>

#include "slipflow/support/error.hpp"

namespace test_support {

/// The status and sentence of the Error that `action` throws; done and "" if it throws none.
template <class Action>
std::pair<slipflow::ExitStatus, std::string> failure(Action action) {
  try {
    action();
  } catch (const slipflow::Error& error) {
    return {error.status(), error.what()};
  }
  return {slipflow::ExitStatus::done, ""};
}

/// What the Error of bad input that `action` throws says behind "KEY = VALUE: "; "not refused" if
/// it throws none.
template <class Action>
std::string reason_of_refusal(Action action) {
  const auto [status, sentence] = failure(action);
  if (status != slipflow::ExitStatus::bad_input) return "not refused";
  return sentence.substr(sentence.find(": ", sentence.find(" = ")) + 2);
}

}  // namespace test_support
