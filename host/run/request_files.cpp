#include "slipflow/run/request_files.hpp"

namespace slipflow::run {

namespace {
constexpr double kSecondsBetweenLooks = 1;
}

RequestFiles::Asked RequestFiles::take(double now, const Warn& warn) {
  if (now < next_look_) return {};
  next_look_ = now + kSecondsBetweenLooks;
  return {take_file(kStopRequest, warn), take_file(kCheckpointRequest, warn)};
}

bool RequestFiles::take_file(const std::string& name, const Warn& warn) {
  try {
    return results_.take_request(name);
  } catch (const Error& error) {
    if (warned_.insert(name).second) warn(error.what());
    return false;
  }
}

}  // namespace slipflow::run
