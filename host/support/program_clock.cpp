#include "slipflow/support/program_clock.hpp"

#include <chrono>

namespace slipflow {

namespace {
using Clock = std::chrono::steady_clock;
const Clock::time_point start = Clock::now();  // initialised before main
}  // namespace

double seconds_since_start() { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace slipflow
