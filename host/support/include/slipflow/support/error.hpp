// Errors that end a run with one clear sentence and an exit status of their own.
#pragma once

#include <stdexcept>
#include <string>

namespace slipflow {

/// Exit statuses of the program, as the user guide lists them.
enum class ExitStatus {
  done = 0,
  internal_error = 1,
  bad_input = 2,
  no_device = 3,
  diverged = 4,
  output_failed = 5,
  kernel_build_failed = 6,
  results_disagree = 7,
  ranks_failed = 8,
};

/// An error the user can act on: one sentence, and the status the program ends with.
class Error : public std::runtime_error {
 public:
  Error(ExitStatus status, const std::string& sentence)
      : std::runtime_error(sentence), status_(status) {}
  ExitStatus status() const { return status_; }

 private:
  ExitStatus status_;
};

/// The sentence with which the program ends when the host runs out of memory.
constexpr const char* kOutOfMemory = "not enough memory on this machine for a case of this size";

/// Ends the program with that sentence and its status, without a destructor.
[[noreturn]] void end_out_of_memory();

/// For code that an exception may not pass through: while one of these exists, the program ends
/// with end_out_of_memory() where operator new finds no memory, in any thread.
class EndsOutOfMemory {
 public:
  EndsOutOfMemory();
  ~EndsOutOfMemory();
  EndsOutOfMemory(const EndsOutOfMemory&) = delete;
  EndsOutOfMemory& operator=(const EndsOutOfMemory&) = delete;
};

}  // namespace slipflow
