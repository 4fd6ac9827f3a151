// Files in the output directory that ask a run to stop or to write a checkpoint, where signals
// cannot reach it.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "slipflow/output/results_folder.hpp"

namespace slipflow::run {

constexpr const char* kStopRequest = "stop.request";
constexpr const char* kCheckpointRequest = "checkpoint.request";

class RequestFiles {
 public:
  explicit RequestFiles(output::ResultsFolder& results) : results_(results) {}

  struct Asked {
    bool stop = false, checkpoint = false;
  };
  using Warn = std::function<void(const std::string&)>;
  /// The requests since the last call, whose files it removes. Looks for them at most once a
  /// second; `now` is in seconds. Warns once of a file with such a name that it does not remove.
  Asked take(double now, const Warn& warn);

 private:
  bool take_file(const std::string& name, const Warn& warn);

  output::ResultsFolder& results_;
  double next_look_ = 0;
  std::set<std::string> warned_;
};

}  // namespace slipflow::run
