#include "slipflow/run/checkpoints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "slipflow/run/checkpoint_file.hpp"
#include "slipflow/run/restart.hpp"
#include "slipflow/run/result_names.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::run {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t kKept = 2;
// Speed of a slow disk, from which the time of a checkpoint is estimated until one was written.
constexpr double kBytesPerSecond = 1e8;
}  // namespace

Checkpoint about_checkpoints(const config::Settings& settings, const methods::Problem& problem,
                             const std::string& writer) {
  Checkpoint about;
  about.method = settings.table().method();
  about.case_values = values_for_checkpoint(settings);
  about.writer = writer;
  about.mesh = identity_of(problem);
  about.arrays = methods::stored_fields(problem);
  about.averages = problem.controls().output.averages;
  return about;
}

Checkpoints::Checkpoints(const methods::Problem& problem, methods::Simulation& simulation,
                         RunOutput& out, Checkpoint about, const LoopPosition& from)
    : control_(problem.controls().checkpoint),
      simulation_(simulation),
      out_(out),
      about_(std::move(about)),
      intervals_(intervals(from.time)),
      seconds_(2 * methods::state_bytes(problem) / kBytesPerSecond) {
  const auto name = kCheckpointFiles.name(static_cast<std::size_t>(from.step));
  if (out_.folder().has_file(name)) {
    newest_ = out_.folder().path() / name;
    newest_step_ = from.step;
  }
}

double Checkpoints::intervals(double time) const {
  return control_.every_time > 0 ? std::floor(time / control_.every_time) : 0;
}

bool Checkpoints::is_due(const LoopPosition& at, bool last) {
  const bool by_time = intervals(at.time) > std::exchange(intervals_, intervals(at.time));
  const bool by_steps = control_.every_steps > 0 && at.step % control_.every_steps == 0;
  const double seconds = std::chrono::duration<double>(Clock::now() - written_).count();
  const bool by_clock = control_.every_seconds > 0 && seconds >= control_.every_seconds;
  return by_time || by_steps || by_clock || (last && control_.at_end);
}

void Checkpoints::consider(const LoopPosition& at, bool last, bool wanted) {
  const auto& lost = out_.lost_table();
  const bool due = is_due(at, last) || wanted || lost;
  if (due && at.step != newest_step_) write(at);
  if (lost)
    throw Error(ExitStatus::output_failed,
                fmt::format("{}; the checkpoint {} is whole: a run can resume from it with "
                            "another --output",
                            lost->what(), shown(newest_.string())));
}

void Checkpoints::write(const LoopPosition& at) {
  const auto begin = Clock::now();
  const auto name = kCheckpointFiles.name(static_cast<std::size_t>(at.step));
  out_.folder().make_folder("checkpoint");
  about_.loop = at;
  about_.outputs = out_.position();
  write_checkpoint(out_.folder(), name, about_, simulation_);
  newest_ = out_.folder().path() / name;
  newest_step_ = at.step;
  remove_old();
  written_ = Clock::now();
  seconds_ = std::chrono::duration<double>(written_ - begin).count();
}

std::string Checkpoints::take_note() {
  const auto* shared = simulation_.state().shared_files();
  const std::string note = shared ? shared->note_on_files() : "";
  return !note.empty() && std::exchange(may_note_, false) ? note : "";
}

// Keeps the newest two that the manifest lists.
void Checkpoints::remove_old() {
  std::size_t kept = 0;
  for (const auto& found : newest_checkpoints(out_.folder()))
    if (out_.folder().is_listed(found.name) && ++kept > kKept) out_.folder().remove(found.name);
}

}  // namespace slipflow::run
