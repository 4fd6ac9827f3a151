// Running slipflow as a child process, in a folder of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "texts.hpp"

namespace test_app {

namespace fs = std::filesystem;

/// The program that the tests of this executable run; tests/app/program_under_test.cpp.
extern const char* const program_under_test;

using Words = std::vector<std::string>;

/// Some words, then others.
inline Words operator+(Words a, const Words& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

/// The end of a child: exit status (128 + signal if one ended it) and its output.
struct Outcome {
  int status = 0;
  std::string out;
  std::string err;
  double peak_bytes = 0;  ///< most memory it held at a time
};

/// How a child is started.
struct Launch {
  std::vector<std::string> arguments;
  std::filesystem::path folder;                    ///< its working directory
  std::map<std::string, std::string> environment;  ///< set on top of this process's
  long largest_file = -1;                          ///< bytes, as ulimit -f; negative: no limit
  std::string out_file;                            ///< standard output goes there instead
  std::string until;                               ///< stopped as soon as it has printed this
  bool obeys_permissions = false;                  ///< also when root runs the tests
  double address_space = -1;                       ///< bytes, as ulimit -v; negative: no limit
};

/// Runs the program to its end, with SLIPFLOW_BACKEND=opencl unless `how` sets it; a child that
/// hangs is stopped after two minutes.
Outcome launch(const Launch& how);

/// The same, doing something to the child, whose process is given, while it runs.
Outcome launch(const Launch& how, const std::function<void(int)>& meanwhile);

/// Waits, 100 s at most, until something holds.
void wait_until(const std::function<bool()>& holds);

/// Runs a function in a child process, which exits with the result.
Outcome in_child(const std::filesystem::path& folder, const std::function<int()>& function);

/// Runs the program in a folder "disk" of the place, a file system of `bytes` bytes, and
/// copies what it leaves there to "left". Status 97 where nothing can be mounted.
Outcome on_small_disk(const Launch& how, long bytes);

/// The environment of programs whose only OpenCL driver has a fault: tests/faulty_driver names
/// them.
std::map<std::string, std::string> with_fault(const std::filesystem::path& folder,
                                              const std::string& fault);

/// Runs the program on a terminal of `columns` columns; `out` is all that reached the terminal.
Outcome on_terminal(const Launch& how, int columns);

/// A new folder holding the case file "case.cfg", removed with everything in it at the end.
class Place {
 public:
  Place();
  explicit Place(const std::string& case_text);
  ~Place();
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  /// Runs `slipflow arguments...` in this folder.
  Outcome slipflow(const std::vector<std::string>& arguments,
                   const std::map<std::string, std::string>& environment = {}) const;
  /// Every file below the folder with its content and time of change, and every folder.
  std::map<std::string, std::string> tree() const;

 private:
  std::filesystem::path path_;
};

/// Runs a command, of slipflow unless another program is given, with one line of the kernels, or of
/// their equations, changed.
Outcome with_wrong_kernels(const Place& place, const std::string& name, const std::string& text,
                           const std::string& wrong, const std::vector<std::string>& arguments,
                           const std::function<int(const Words&)>& program = {});

/// Runs a command with kernels whose temperatures are not finite.
Outcome with_infinite_temperatures(const Place& place, const Words& arguments);

/// Channel with a body, 40 x 20 cells, six steps of which every third is shortened to land on an
/// output, with the smallest pictures. Line 3 is gas.knudsen, line 10 the body, line 12 the west
/// boundary, line 17 time.step.
extern const std::string small_case;

/// No walls and no body: PoCL builds its kernels in half the time.
extern const std::string case_without_walls;

/// `text` with one line of it replaced.
std::string with_line(const std::string& text, const std::string& line, const std::string& other);

/// The small case without pictures and due checkpoints, with an end that no test waits for.
std::string endless_case();

std::string read(const std::filesystem::path& file);
void write(const std::filesystem::path& file, const std::string& text);
std::vector<std::string> lines_of(const std::string& text);
/// What a run said, without the line before its kernels are built, which is not in run.log.
std::string without_build_note(const std::string& said);
using test_support::holds;

}  // namespace test_app
