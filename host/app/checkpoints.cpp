#include "checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>

#include "slipflow/output/files.hpp"

namespace slipflow::app {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t kKept = 2;
constexpr double kBytesPerCell = 64;
// Of a slow disk: the time of a checkpoint is estimated from it until one has been written.
constexpr double kBytesPerSecond = 1e8;

std::optional<std::int64_t> step_of(const CheckpointFolder& folder, const fs::path& file) {
  const std::string stem = file.stem().string();
  const auto digits = stem.find('_') + 1;
  std::int64_t step = -1;
  std::from_chars(stem.data() + digits, stem.data() + stem.size(), step);
  return step >= 0 && file == folder.file_of(step) ? std::optional(step) : std::nullopt;
}
}  // namespace

CheckpointFolder::CheckpointFolder(const fs::path& output_directory)
    : path_(output_directory / "checkpoint") {}

fs::path CheckpointFolder::file_of(std::int64_t step) const {
  return path_ / fmt::format("step_{:09}.ckpt", step);
}

std::vector<fs::path> CheckpointFolder::newest_first(std::int64_t from) const {
  std::vector<std::int64_t> steps;
  std::error_code error;
  fs::directory_iterator entry(path_, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    if (const auto step = step_of(*this, entry->path()); step && *step >= from)
      steps.push_back(*step);
  std::sort(steps.rbegin(), steps.rend());
  std::vector<fs::path> files;
  for (const auto step : steps) files.push_back(file_of(step));
  return files;
}

void CheckpointFolder::make() const {
  std::error_code error;
  fs::create_directories(path_, error);
  if (error)
    throw Error(ExitStatus::output_failed,
                fmt::format("cannot make {}: {}", path_.string(), error.message()));
}

void CheckpointFolder::remove_old() const {
  const auto files = newest_first();
  for (std::size_t k = kKept; k < files.size(); ++k) output::remove_file(files[k]);
  std::vector<fs::path> unfinished;
  std::error_code error;
  fs::directory_iterator entry(path_, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error))
    if (entry->path().extension() == ".tmp" && step_of(*this, path_ / entry->path().stem()))
      unfinished.push_back(entry->path());
  for (const auto& file : unfinished) output::remove_file(file);
}

Checkpoints::Checkpoints(const simple_ts::Case& c, simple_ts::Backend& backend, RunOutput& out,
                         Checkpoint about, const simple_ts::LoopPosition& from)
    : case_(c),
      backend_(backend),
      out_(out),
      folder_(c.output.directory),
      about_(std::move(about)),
      intervals_(intervals(from.time)),
      seconds_(kBytesPerCell * static_cast<double>(c.cells()) / kBytesPerSecond) {
  if (const auto file = folder_.file_of(from.step); fs::exists(file)) {
    newest_ = file;
    newest_step_ = from.step;
  }
}

double Checkpoints::intervals(double time) const {
  return case_.checkpoint.every_time > 0 ? std::floor(time / case_.checkpoint.every_time) : 0;
}

bool Checkpoints::is_due(const simple_ts::LoopPosition& at, bool last) {
  const auto& control = case_.checkpoint;
  const bool by_time = intervals(at.time) > std::exchange(intervals_, intervals(at.time));
  const bool by_steps = control.every_steps > 0 && at.step % control.every_steps == 0;
  const double seconds = std::chrono::duration<double>(Clock::now() - written_).count();
  const bool by_clock = control.every_seconds > 0 && seconds >= control.every_seconds;
  return by_time || by_steps || by_clock || (last && control.at_end);
}

void Checkpoints::consider(const simple_ts::LoopPosition& at, bool last, bool wanted) {
  const bool due = is_due(at, last) || wanted;
  if (!due || at.step == newest_step_) return;
  const auto begin = Clock::now();
  folder_.make();
  about_.loop = at;
  about_.outputs = out_.position();
  write_checkpoint(folder_.file_of(at.step), about_, backend_);
  newest_ = folder_.file_of(at.step);
  newest_step_ = at.step;
  folder_.remove_old();
  written_ = Clock::now();
  seconds_ = std::chrono::duration<double>(written_ - begin).count();
}

}  // namespace slipflow::app
