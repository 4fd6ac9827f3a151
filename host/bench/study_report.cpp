// Reports of a published study: on the screen, and their files.
#include <functional>

#include "slipflow/bench/study.hpp"
#include "table_json.hpp"

namespace slipflow::bench {

namespace {
using Studied = StudyResult;

std::string timed(const Studied& r) {
  return r.timed > 0 && r.timed < r.of.steps ? std::to_string(r.timed) : "all";
}

std::string study_note(const Studied& r) {
  return r.outcome == StudyOutcome::refused ? r.refusal : text_of(r.outcome);
}

const std::vector<Column<Studied>>& study_columns() {
  static const std::vector<Column<Studied>> table = {
      {"flow", -15, [](const Studied& r) { return r.of.flow; }},
      {"mesh", 11,
       [](const Studied& r) { return fmt::format("{} x {}", r.of.mesh.nx, r.of.mesh.ny); }},
      {"variant", -15, [](const Studied& r) { return r.of.variant; }},
      {"steps", 6, [](const Studied& r) { return std::to_string(r.of.steps); }},
      {"timed", 6, timed},
      {"total s", 8, [](const Studied& r) { return shown(r.all_seconds()); }},
      {"ms/step", 8, [](const Studied& r) { return shown(1e3 * r.seconds); }},
      {"residual", 8,
       [](const Studied& r) {
         return shown(r.outcome == StudyOutcome::timed ? r.largest_change : kUnknown, "{:.1e}");
       }},
      {"speed-up", 8, [](const Studied& r) { return shown(r.speed_up()); }},
      {"published", -14,
       [](const Studied& r) { return r.of.published.empty() ? "-" : r.of.published; }},
      {"outcome", -1, study_note},
  };
  return table;
}

const std::vector<Field<Studied>>& study_fields() {
  static const std::vector<Field<Studied>> table = {
      {"device", [](const Studied& r) { return Value(r.device); }},
      {"flow", [](const Studied& r) { return Value(r.of.flow); }},
      {"cells_x", [](const Studied& r) { return Value(long{r.of.mesh.nx}); }},
      {"cells_y", [](const Studied& r) { return Value(long{r.of.mesh.ny}); }},
      {"variant", [](const Studied& r) { return Value(r.of.variant); }},
      {"mode", [](const Studied& r) { return Value(std::string(r.parity ? "parity" : "fast")); }},
      {"repeats", [](const Studied& r) { return Value(long{r.repeats}); }},
      {"steps", [](const Studied& r) { return Value(r.of.steps); }},
      {"steps_timed", [](const Studied& r) { return Value(r.timed); }},
      {"seconds", [](const Studied& r) { return Value(r.all_seconds()); }},
      {"seconds_per_step", [](const Studied& r) { return Value(r.seconds); }},
      {"largest_change", [](const Studied& r) { return Value(r.largest_change); }},
      {"serial_seconds_per_step", [](const Studied& r) { return Value(r.serial_seconds); }},
      {"speed_up", [](const Studied& r) { return Value(r.speed_up()); }},
      {"published", [](const Studied& r) { return Value(r.of.published); }},
      {"outcome", [](const Studied& r) { return Value(std::string(text_of(r.outcome))); }},
      {"refusal", [](const Studied& r) { return Value(r.refusal); }},
  };
  return table;
}

constexpr const char* kStudyLegend = R"(
`steps` are those of the study, `timed` the first ones of them that a repetition timed; `total s` is
`ms/step`, a median by the wall clock, times `steps`. `residual` is the largest change of a field in
the last step that was timed. `speed-up` is over the serial reference on one core of this machine,
in this run. A run whose values are not finite has diverged and has no time.
)";
}  // namespace

std::string study_heading() { return screen_heading(study_columns()); }

std::string study_line(const Studied& r) {
  return screen_line(study_columns(), [&](const auto& c) { return c.text(r); });
}

std::string markdown(const StudyReport& report) {
  return fmt::format(
             "# slipflow {} {}\n\n- command: `{}`\n- serial reference: one core of {}\n"
             "- device: {}, driver {}\n{}\n",
             report.version, report.name, report.command, report.host_cpu, report.device,
             report.driver, report.notes) +
         markdown_table(study_columns(), report.results) + kStudyLegend;
}

std::string csv(const StudyReport& report) { return csv_table(study_fields(), report.results); }

std::string json(const StudyReport& report) {
  return output::json_text({{"slipflow", report.version},
                            {"command", report.command},
                            {"serial_reference", fmt::format("one core of {}", report.host_cpu)},
                            {"driver", report.driver},
                            {"results", json_objects(study_fields(), report.results)}});
}

output::ResultNames names_of_study(const std::string& name) {
  return {{name + ".md", name + ".csv", name + ".json"}, {}, {name + ".md", name + ".csv"}, {}};
}

void write_report(output::ResultsFolder& folder, const StudyReport& report) {
  folder.write(report.name + ".md", markdown(report));
  folder.write(report.name + ".csv", csv(report));
  folder.write(report.name + ".json", json(report));
}

}  // namespace slipflow::bench
