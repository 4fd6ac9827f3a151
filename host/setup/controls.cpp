#include "slipflow/setup/controls.hpp"

#include <fmt/format.h>

#include "probes.hpp"

namespace slipflow::setup {

namespace {
using config::Settings;

TimeControl read_time(const Settings& s, StepLength step) {
  TimeControl time;
  if (s.given("time.step")) time.step = s.number("time.step");
  if (s.given("time.courant")) time.courant = s.number("time.courant");
  if (s.given("time.end")) time.end = s.number("time.end");
  time.steady = s.number("time.steady");
  time.max_steps = s.integer("time.max_steps");
  time.max_hours = s.number("time.max_hours");
  if (time.step && time.courant)
    throw s.error("time.courant", "give either step or courant, not both");
  if (step == StepLength::given && !time.step && !time.courant)
    throw s.error("time.step", fmt::format("is missing: give step (dt, unit {}) or courant",
                                           s.table().find("time.step")->unit));
  if (!time.end && time.steady == 0 && time.max_steps == 0)
    throw s.error("time.end", "is missing: give end, steady or max_steps, or the run never stops");
  return time;
}

OutputControl read_output(const Settings& s, const mesh::Mesh& mesh,
                          const std::vector<Body>& bodies) {
  OutputControl output;
  output.directory = s.text("output.directory");
  output.fields = s.words("output.fields");
  output.pictures = s.words("output.pictures");
  output.every_time = s.number("output.every_time");
  output.history_every = s.integer("output.history_every");
  output.measures_every = s.integer("output.measures_every");
  output.averages = s.words("output.averages");
  output.average_from = s.number("output.average_from");
  output.probes = read_probes(s, mesh, bodies);
  output.profiles = read_profiles(s, mesh);
  output.slices = read_slices(s, mesh);
  output.format = read_format(s, mesh);
  return output;
}

CheckpointControl read_checkpoint(const Settings& s) {
  return {s.seconds("output.checkpoint_every"), s.integer("output.checkpoint_every_steps"),
          s.number("output.checkpoint_every_time"), s.text("output.checkpoint_at_end") == "on"};
}

// The table of keys allows no other names of precisions and kernels.
RunControl read_run(const Settings& s) {
  return {precision_named(s.text("run.precision")).value(),
          kernel_set_named(s.text("run.kernels")).value(),
          static_cast<int>(s.integer("run.work_group_size")),
          static_cast<int>(s.integer("run.rows")), s.number("run.device_timeout")};
}
}  // namespace

void read_controls(const Settings& s, const mesh::Mesh& mesh, const std::vector<Body>& bodies,
                   Controls& controls, StepLength step) {
  controls.title = s.text("title");
  controls.time = read_time(s, step);
  controls.output = read_output(s, mesh, bodies);
  controls.checkpoint = read_checkpoint(s);
  controls.run = read_run(s);
}

}  // namespace slipflow::setup
