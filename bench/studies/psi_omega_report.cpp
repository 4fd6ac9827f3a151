// Reports of a published study: on the screen, and their files.
#include <functional>

#include "psi_omega.hpp"
#include "slipflow/bench/table_text.hpp"

namespace slipflow::bench::studies {

namespace {
using Studied = PsiOmegaResult;

std::string timed(const Studied& r) {
  return r.timed > 0 && r.timed < r.of.steps ? std::to_string(r.timed) : "all";
}

std::string psi_omega_note(const Studied& r) {
  return r.outcome == StudyOutcome::refused ? r.refusal : text_of(r.outcome);
}

const std::vector<Column<Studied>>& psi_omega_columns() {
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
      {"outcome", -1, psi_omega_note},
  };
  return table;
}

const std::vector<Field<Studied>>& psi_omega_fields() {
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

constexpr const char* kPsiOmegaNotes =
    R"(The published study solved tridiagonal systems in CUDA on a GTX 580; `published` has its
time, and its speed-up over one core. Cavity: 1000 iterations of `scheme.time = rows` from rest at
Re 1000, with the relaxation 0.1 and at walls 0.02; with more, coarse meshes diverge. That is a
protocol for timing and no solution: the residual is the largest change of omega in the last
iteration that was timed. `pta interleaved` has its lines along y, all others along x. Square in
a channel of 50 x 8: `scheme.time = adi` in steps of 0.2 hx, `total s` is the time to t = 110.

)";

constexpr const char* kPsiOmegaLegend = R"(
`steps` are those of the study, `timed` the first ones of them that a repetition timed; `total s` is
`ms/step`, a median by the wall clock, times `steps`. `residual` is the largest change of a field in
the last step that was timed. `speed-up` is over the serial reference on one core of this machine,
in this run. A run whose values are not finite has diverged and has no time.
)";
}  // namespace

std::string psi_omega_heading() { return screen_heading(psi_omega_columns()); }

std::string psi_omega_line(const Studied& r) { return line_of(psi_omega_columns(), r); }

std::string csv(const PsiOmegaReport& report) {
  return csv_table(psi_omega_fields(), report.results);
}

output::Json json(const PsiOmegaReport& report) {
  return json_of(report, json_objects(psi_omega_fields(), report.results));
}

output::ResultNames names_of_files(const PsiOmegaReport&) { return names_of_files("psi_omega"); }

void write_report(output::ResultsFolder& folder, const PsiOmegaReport& report) {
  write_files(folder, "psi_omega",
              heading_of(report, "psi_omega") + kPsiOmegaNotes +
                  markdown_table(psi_omega_columns(), report.results) + kPsiOmegaLegend,
              csv(report), json(report));
}

}  // namespace slipflow::bench::studies
