// Messages of a run: to the screen and, once it has an output directory, to run.log.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace slipflow {

/// Lines for people. Notes go to standard output unless quiet; warnings to standard error always.
/// Both go to the log file, if there is one. Control characters are escaped; a line may have line
/// breaks. Once the reader of standard output has gone (a closed pipe or terminal) the log is
/// quiet.
class Log {
 public:
  explicit Log(bool quiet = false) : quiet_(quiet) {}
  /// From now on also appends to this open file, and closes it at the end.
  void open_file(int descriptor);
  void note(const std::string& line);
  /// Text to standard output only, unless quiet.
  void print(const std::string& text);
  void warn(const std::string& line);
  /// The sentence a run ends with: to the file only, the program prints it.
  void failure(const std::string& sentence) { to_file("error: " + sentence); }
  bool quiet() const { return quiet_; }

 private:
  struct Closer {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  void to_file(const std::string& line);
  void give_up_standard_output();
  bool quiet_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace slipflow
