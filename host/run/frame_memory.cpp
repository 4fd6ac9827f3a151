#include "slipflow/run/frame_memory.hpp"

#include <algorithm>

#include "slipflow/run/picture_series.hpp"
#include "slipflow/setup/expressions.hpp"
#include "slipflow/support/machine.hpp"

namespace slipflow::run {

namespace {
void add_missing(std::vector<std::string>& names, const std::vector<std::string>& more) {
  for (const auto& name : more)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

// Values per cell of a frame.
double values_of_frame(const methods::Problem& problem) {
  const auto& output = problem.controls().output;
  auto fields = fields_of_frames(problem);
  const auto has = [&](const char* name) { return std::ranges::count(fields, name) > 0; };
  const double velocity = has("u") && has("v") ? 3 : 0;
  add_missing(fields, fields_read_for_frames(problem));
  // The two moments, and the mean and rms computed from them.
  const double averages = 4.0 * static_cast<double>(output.averages.size());
  return static_cast<double>(fields.size()) + velocity + averages;
}
}  // namespace

std::vector<std::string> fields_of_frames(const methods::Problem& problem) {
  auto names = problem.controls().output.fields;
  add_missing(names, fields_of_pictures(problem));
  return names;
}

std::vector<std::string> fields_read_for_frames(const methods::Problem& problem) {
  const auto& output = problem.controls().output;
  auto names = fields_of_frames(problem);
  add_missing(names, output.averages);
  return setup::fields_needed(output.expressions, names);
}

double bytes_of_frame(const methods::Problem& problem) {
  return static_cast<double>(problem.mesh().cells()) * values_of_frame(problem) * sizeof(double);
}

namespace {
std::size_t frames_on(double processors, double most, const methods::Problem& problem) {
  const double in_memory = kBytesOfOtherFrames / bytes_of_frame(problem);
  return static_cast<std::size_t>(std::clamp(std::min(processors, in_memory), 1.0, most));
}
}  // namespace

std::size_t frames_at_a_time(const methods::Problem& problem) {
  return frames_on(0.5 * usable_processors(), 8, problem);  // the other half is left to the run
}

double bytes_of_other_frames(const methods::Problem& problem) {
  return static_cast<double>(frames_at_a_time(problem) - 1) * bytes_of_frame(problem);
}

std::size_t frames_at_the_end(const methods::Problem& problem) {
  return frames_on(usable_processors(), 16, problem);
}

}  // namespace slipflow::run
