// The methods whose commands test_method_commands.cpp tests.
#pragma once

#include <string>
#include <vector>

#include "program.hpp"

namespace test_app {

/// Another case of a method: its own with the words of a command, or a different text.
struct Variant {
  Words words{};
  std::string text{};  ///< empty: that of the method
};

/// A method as the tests of its commands see it.
struct MethodCase {
  std::string name;
  std::string text;    ///< a case of at least 7 steps, with history.csv and two frames or more
  std::string cells;   ///< its mesh as commands print it, such as "41 x 21"
  std::string scheme;  ///< as commands print it
  std::vector<std::string> derived{};     ///< further parts of the output of `check`
  std::vector<std::string> configs{};     ///< its files in configs/
  std::vector<Variant> restarts{};        ///< further cases run in two parts
  std::vector<Variant> comparisons{};     ///< further cases of `verify`
  std::vector<std::string> precisions{};  ///< besides double
  std::vector<std::string> benchmarks;    ///< schemes that `bench` measures
  int steps_on_host = 0;  ///< of a run that a device resumes; 0: the device begins it
  bool tunes = true;      ///< `tune` measures its case
};

/// The methods that an executable tests. Each executable has a definition of its own.
std::vector<MethodCase> method_cases();

}  // namespace test_app
