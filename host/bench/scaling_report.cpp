// Reports of the scaling: on the screen, and its files.
#include <set>

#include "slipflow/bench/scaling.hpp"
#include "slipflow/bench/table_text.hpp"

namespace slipflow::bench {

namespace {
// Only for a correct state; the times of a wrong one have no meaning.
std::function<double(const ScalingResult&)> number_if_valid(
    double (*number)(const ScalingResult&)) {
  return [number](const ScalingResult& r) { return r.valid() ? number(r) : kUnknown; };
}
std::function<std::string(const ScalingResult&)> shown_if_valid(
    double (*number)(const ScalingResult&)) {
  return [valid = number_if_valid(number)](const ScalingResult& r) { return shown(valid(r)); };
}
std::function<std::string(const ScalingResult&)> percent_if_valid(
    double (*number)(const ScalingResult&)) {
  return [valid = number_if_valid(number)](const ScalingResult& r) { return percent(valid(r)); };
}
std::function<Value(const ScalingResult&)> value_if_valid(double (*number)(const ScalingResult&)) {
  return [valid = number_if_valid(number)](const ScalingResult& r) { return Value(valid(r)); };
}

double seconds(const ScalingResult& r) { return r.seconds; }
double efficiency(const ScalingResult& r) { return r.efficiency(); }
double cell_updates(const ScalingResult& r) { return r.cell_updates(); }
double waiting_halo(const ScalingResult& r) { return r.waiting_halo; }
double waiting_decision(const ScalingResult& r) { return r.waiting_decision; }
double in_vain(const ScalingResult& r) { return r.in_vain; }
double imbalance(const ScalingResult& r) { return r.imbalance; }

const std::vector<Column<ScalingResult>>& scaling_columns() {
  static const std::vector<Column<ScalingResult>> table = {
      {"mode", -6, [](const ScalingResult& r) { return std::string(text_of(r.mode)); }},
      {"mesh", 13, [](const ScalingResult& r) { return r.mesh.size(); }},
      {"scheme", -16, [](const ScalingResult& r) { return r.scheme; }},
      {"ranks", 5, [](const ScalingResult& r) { return std::to_string(r.ranks); }},
      {"grid", 6, [](const ScalingResult& r) { return r.grid.text(r.mesh.nz > 0 ? 3 : 2, "x"); }},
      {"ms", 8, shown_if_valid([](const ScalingResult& r) { return 1e3 * r.seconds; })},
      {"efficiency", 10,
       [](const ScalingResult& r) {
         return shown(r.valid() ? r.efficiency() : kUnknown, "{:.3f}");
       }},
      {"Gcell/s", 7,
       shown_if_valid([](const ScalingResult& r) { return 1e-9 * r.cell_updates(); })},
      {"halo", 6, percent_if_valid(waiting_halo)},
      {"decision", 8, percent_if_valid(waiting_decision)},
      {"in vain", 7, percent_if_valid(in_vain)},
      {"imbalance", 9,
       [](const ScalingResult& r) { return shown(r.valid() ? r.imbalance : kUnknown, "{:.3f}"); }},
      {"state", 0, [](const ScalingResult& r) { return std::string(text_of(r.verdict)); }},
  };
  return table;
}

const std::vector<Field<ScalingResult>>& scaling_fields() {
  static const std::vector<Field<ScalingResult>> table = {
      {"mode", [](const ScalingResult& r) { return Value(std::string(text_of(r.mode))); }},
      {"cells_x", [](const ScalingResult& r) { return Value(long{r.mesh.nx}); }},
      {"cells_y", [](const ScalingResult& r) { return Value(long{r.mesh.ny}); }},
      {"cells_z", [](const ScalingResult& r) { return Value(long{r.mesh.nz}); }},
      {"squares", [](const ScalingResult& r) { return Value(long{r.mesh.squares}); }},
      {"spacing", [](const ScalingResult& r) { return Value(r.mesh.spacing()); }},
      {"scheme", [](const ScalingResult& r) { return Value(r.scheme); }},
      {"ranks", [](const ScalingResult& r) { return Value(long{r.ranks}); }},
      {"grid_columns", [](const ScalingResult& r) { return Value(long{r.grid.columns}); }},
      {"grid_rows", [](const ScalingResult& r) { return Value(long{r.grid.rows}); }},
      {"grid_layers", [](const ScalingResult& r) { return Value(long{r.grid.layers}); }},
      {"device", [](const ScalingResult& r) { return Value(r.device); }},
      {"precision", [](const ScalingResult& r) { return Value(r.precision); }},
      {"parity",
       [](const ScalingResult& r) { return Value(std::string(r.parity ? "yes" : "no")); }},
      {"state", [](const ScalingResult& r) { return Value(std::string(text_of(r.verdict))); }},
      {"repeats", [](const ScalingResult& r) { return Value(long{r.repeats}); }},
      {"time_steps_per_repeat", [](const ScalingResult& r) { return Value(long{r.steps}); }},
      {"seconds_per_inner_iteration", value_if_valid(seconds)},
      {"efficiency", value_if_valid(efficiency)},
      {"cell_updates_per_second", value_if_valid(cell_updates)},
      {"waiting_halo", value_if_valid(waiting_halo)},
      {"waiting_decision", value_if_valid(waiting_decision)},
      {"begun_in_vain", value_if_valid(in_vain)},
      {"imbalance", value_if_valid(imbalance)},
  };
  return table;
}

constexpr const char* kScalingLegend = R"(
`weak`: each rank has a mesh of the size that is given; `strong`: all ranks share it. `ms` is the
time of a time step of 20 inner iterations over their number, a median by the wall clock.
`efficiency` compares with one rank: its time over that of all ranks, for `strong` also over the
number of ranks. `halo` and `decision` are the parts of the time in which a rank waits for values of
others, and for their largest changes: means over the ranks. `in vain`: the part of the iterations
that were begun ahead and thrown away, in steps that reach the tolerance. `imbalance`: the largest
over the mean of the time that a rank does not wait.
)";

}  // namespace

const char* text_of(ScalingMode mode) { return mode == ScalingMode::weak ? "weak" : "strong"; }

const char* text_of(ScalingVerdict verdict) {
  switch (verdict) {
    case ScalingVerdict::finite:
      return "finite";
    case ScalingVerdict::equal_to_one_rank:
      return "equal to one rank";
    case ScalingVerdict::not_finite:
      return "not finite";
    case ScalingVerdict::differs_from_one_rank:
      return "differs from one rank";
  }
  return "";
}

std::string scaling_heading() { return screen_heading(scaling_columns()); }

std::string scaling_line(const ScalingResult& r) {
  const std::string line = screen_line(scaling_columns(), [&](const auto& c) { return c.text(r); });
  return r.valid() ? line : fmt::format("{}  INVALID: {}", line, text_of(r.verdict));
}

std::string scaling_line(const ScalingSkipped& s) {
  return fmt::format("left out: {}, {}, {}, {} rank{}: {}", text_of(s.mode), s.mesh.text(),
                     s.scheme, s.ranks, s.ranks == 1 ? "" : "s", s.reason);
}

std::string markdown(const ScalingReport& report) {
  std::string text =
      fmt::format("# slipflow {} scaling\n\n- command: `{}`\n", report.version, report.command);
  std::set<std::string> devices;
  for (const ScalingResult& r : report.results)
    if (devices.insert(r.device).second) text += fmt::format("- devices: {}\n", r.device);
  text += '\n' + markdown_table(scaling_columns(), report.results) + kScalingLegend;
  for (const ScalingSkipped& s : report.skipped) text += fmt::format("\n{}\n", scaling_line(s));
  return text;
}

std::string csv(const ScalingReport& report) { return csv_table(scaling_fields(), report.results); }

std::string json(const ScalingReport& report) {
  auto skipped = output::Json::array();
  for (const ScalingSkipped& s : report.skipped)
    skipped.push_back({{"mode", text_of(s.mode)},
                       {"cells_x", s.mesh.nx},
                       {"cells_y", s.mesh.ny},
                       {"cells_z", s.mesh.nz},
                       {"spacing", s.mesh.spacing()},
                       {"scheme", s.scheme},
                       {"ranks", s.ranks},
                       {"reason", s.reason}});
  return output::json_text({{"slipflow", report.version},
                            {"command", report.command},
                            {"results", json_objects(scaling_fields(), report.results)},
                            {"skipped", skipped}});
}

output::ResultNames names_of_scaling() { return {{"scaling.md", "scaling.csv", "scaling.json"}}; }

void write_report(output::ResultsFolder& folder, const ScalingReport& report) {
  folder.write("scaling.md", markdown(report));
  folder.write("scaling.csv", csv(report));
  folder.write("scaling.json", json(report));
}

}  // namespace slipflow::bench
