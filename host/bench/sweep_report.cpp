// Reports of triangular sweeps: on the screen, and their files.
#include <functional>

#include "seven_point_report.hpp"
#include "slipflow/bench/sweep.hpp"
#include "slipflow/drawing/line_chart.hpp"
#include "table_json.hpp"

namespace slipflow::bench {

namespace {
using Swept = SweepResult;
using Blocks = SweepBlocks;
using Group = SweepGroup;

// The times of a wrong solution have no meaning.
double if_valid(const Swept& r, double number) { return r.valid() ? number : kUnknown; }

std::string tiles_of(const Swept& r) {
  if (r.variant.schedule == linear_solvers::Schedule7::planes) return "-";
  const auto& s = r.variant.shape;
  return fmt::format("{} x {} rows, {} items, run {}, {} columns", s.rows_y, s.rows_z, s.items,
                     s.run, s.columns);
}

std::string sweep_note(const Swept& r) {
  return r.wrong ? "WRONG" : r.refusal.empty() ? tiles_of(r) : r.refusal;
}

const std::vector<Column<Swept>>& sweep_columns() {
  static const std::vector<Column<Swept>> table = {
      {"schedule", -8, [](const Swept& r) { return std::string(name_of(r.variant.schedule)); }},
      {"ms", 8, [](const Swept& r) { return shown(if_valid(r, 1e3 * r.seconds)); }},
      {"GB/s", 7, [](const Swept& r) { return shown(if_valid(r, 1e-9 * r.byte_rate())); }},
      {"of copy", 8, [](const Swept& r) { return percent(if_valid(r, r.part_of_copy_rate())); }},
      {"difference", 10, [](const Swept& r) { return shown(r.difference, "{:.1e}"); }},
      {"serial ms", 9, [](const Swept& r) { return shown(1e3 * r.serial_seconds); }},
      {"speed-up", 8, [](const Swept& r) { return shown(if_valid(r, r.speed_up())); }},
      {"tiles", -1, sweep_note},
  };
  return table;
}

const std::vector<Field<Swept>>& sweep_fields() {
  static const std::vector<Field<Swept>> table = {
      {"schedule", [](const Swept& r) { return Value(std::string(name_of(r.variant.schedule))); }},
      {"rows_y", [](const Swept& r) { return Value(long{r.variant.shape.rows_y}); }},
      {"rows_z", [](const Swept& r) { return Value(long{r.variant.shape.rows_z}); }},
      {"items", [](const Swept& r) { return Value(long{r.variant.shape.items}); }},
      {"run", [](const Swept& r) { return Value(long{r.variant.shape.run}); }},
      {"columns", [](const Swept& r) { return Value(long{r.variant.shape.columns}); }},
      {"seconds", [](const Swept& r) { return Value(if_valid(r, r.seconds)); }},
      {"bytes", [](const Swept& r) { return Value(r.bytes); }},
      {"copy_bytes_per_second", [](const Swept& r) { return Value(r.copy_rate); }},
      {"part_of_copy_rate",
       [](const Swept& r) { return Value(if_valid(r, r.part_of_copy_rate())); }},
      {"difference", [](const Swept& r) { return Value(r.difference); }},
      {"serial_seconds", [](const Swept& r) { return Value(r.serial_seconds); }},
      {"speed_up", [](const Swept& r) { return Value(if_valid(r, r.speed_up())); }},
      {"note", [](const Swept& r) { return Value(sweep_note(r)); }},
  };
  return table;
}

std::string fragments_of(const Blocks& b) {
  return fmt::format("{} x 1 x {}", b.fragments_x, b.fragments_z);
}

const std::vector<Column<Blocks>>& blocks_columns() {
  static const std::vector<Column<Blocks>> table = {
      {"fragments", -10, fragments_of},
      {"blocks", 6, [](const Blocks& b) { return std::to_string(b.blocks); }},
      {"steps", 6, [](const Blocks& b) { return std::to_string(b.steps()); }},
      {"ms", 8, [](const Blocks& b) { return shown(b.wrong ? kUnknown : 1e3 * b.seconds); }},
      {"speed-up", 8, [](const Blocks& b) { return shown(b.speed_up(), "{:.2f}"); }},
      {"efficiency", 10, [](const Blocks& b) { return shown(b.efficiency(), "{:.3f}"); }},
      {"formula", 8, [](const Blocks& b) { return shown(b.expected(), "{:.3f}"); }},
      {"published", 9, [](const Blocks& b) { return shown(b.published, "{:.2f}"); }},
  };
  return table;
}

const std::vector<Field<Blocks>>& blocks_fields() {
  static const std::vector<Field<Blocks>> table = {
      {"fragments_x", [](const Blocks& b) { return Value(long{b.fragments_x}); }},
      {"fragments_z", [](const Blocks& b) { return Value(long{b.fragments_z}); }},
      {"blocks", [](const Blocks& b) { return Value(long{b.blocks}); }},
      {"steps", [](const Blocks& b) { return Value(long{b.steps()}); }},
      {"seconds", [](const Blocks& b) { return Value(b.wrong ? kUnknown : b.seconds); }},
      {"speed_up", [](const Blocks& b) { return Value(b.speed_up()); }},
      {"efficiency", [](const Blocks& b) { return Value(b.efficiency()); }},
      {"formula", [](const Blocks& b) { return Value(b.expected()); }},
      {"published", [](const Blocks& b) { return Value(b.published); }},
  };
  return table;
}

const std::vector<Column<Group>>& groups_columns() {
  static const std::vector<Column<Group>> table = {
      {"work-items", 10, [](const Group& g) { return std::to_string(g.items); }},
      {"cells", 6, [](const Group& g) { return std::to_string(g.columns); }},
      {"us, median", 10, [](const Group& g) { return shown(1e6 * g.median); }},
      {"us, 95 %", 10, [](const Group& g) { return shown(1e6 * g.percentile95); }},
  };
  return table;
}

const std::vector<Field<Group>>& groups_fields() {
  static const std::vector<Field<Group>> table = {
      {"items", [](const Group& g) { return Value(long{g.items}); }},
      {"columns", [](const Group& g) { return Value(long{g.columns}); }},
      {"median_seconds_per_1000_cells", [](const Group& g) { return Value(g.median); }},
      {"percentile_95_seconds_per_1000_cells",
       [](const Group& g) { return Value(g.percentile95); }},
  };
  return table;
}

template <class Row>
std::string line_of(const std::vector<Column<Row>>& columns, const Row& row) {
  return screen_line(columns, [&](const auto& c) { return c.text(row); });
}

std::string fit_line(const char* of, const SweepFit& f) {
  return fmt::format("{}: T = {:.4g} {:+.3g} Y {:+.3g} ln k {:+.3g} ln Y us, R^2 = {:.3f}", of,
                     1e6 * f.a, -1e6 * f.b, -1e6 * f.c, -1e6 * f.d, f.r_squared);
}

output::Json fit_object(const SweepFit& f) {
  return {{"a", f.a}, {"b", f.b}, {"c", f.c}, {"d", f.d}, {"r_squared", f.r_squared}};
}

constexpr const char* kSweepLegend = R"(
A sweep solves (D + w R1) y = r of a symmetric matrix in double precision; median by the wall clock,
sweeps back to back. `GB/s` counts 48 bytes a cell, what any schedule has to read and write; `of
copy` compares with the rate at which the device copies a long array. `difference` is the largest
from the serial sweep over the largest |y|; `speed-up` is over the serial sweep on one core in this
run.
)";
constexpr const char* kBlocksLegend = R"(
The published decomposition. The box is cut into blocks along y and fragments along x and z; in a
step, one launch, each block sweeps the fragment after the one before, by one work-group. `speed-up`
is over one block, `efficiency` that over the number of blocks. `formula` is the part of the steps
that each block is busy, F/(F + blocks - 1) with F fragments: efficiency is how full the pipeline
is, so smaller and more fragments raise it. `published` are the paper's efficiencies.
)";
constexpr const char* kGroupsLegend = R"(
Microseconds T in which one work-group sweeps 1000 cells of a tile of k rows, a work-item for each,
with Y cells in a row, by the clock of the device, and the least-squares fit of the paper's form.
)";
}  // namespace

std::string sweep_heading() { return screen_heading(sweep_columns()); }
std::string sweep_line(const SweepResult& r) { return line_of(sweep_columns(), r); }
std::string blocks_heading() { return screen_heading(blocks_columns()); }
std::string blocks_line(const SweepBlocks& b) { return line_of(blocks_columns(), b); }
std::string groups_heading() { return screen_heading(groups_columns()); }
std::string groups_line(const SweepGroup& g) { return line_of(groups_columns(), g); }

std::string fit_lines(const SweepReport& report) {
  return fit_line("median", fit_of(report.groups, &SweepGroup::median)) + '\n' +
         fit_line("95th percentile", fit_of(report.groups, &SweepGroup::percentile95));
}

std::string markdown(const SweepReport& report) {
  const auto& box = report.box;
  std::string text = fmt::format(
      "# slipflow {} triangular sweeps\n\n- command: `{}`\n- serial sweep: one core of {}\n"
      "- device: {}, driver {}, {} mode\n- box: {} x {} x {} cells\n\n",
      report.version, report.command, report.host_cpu, report.device, report.driver,
      report.parity ? "parity" : "fast", box.n1, box.n2, box.n3);
  text += markdown_table(sweep_columns(), report.results) + kSweepLegend;
  if (!report.blocks.empty())
    text += '\n' + markdown_table(blocks_columns(), report.blocks) + kBlocksLegend;
  if (!report.groups.empty())
    text += '\n' + markdown_table(groups_columns(), report.groups) + kGroupsLegend + '\n' +
            fit_lines(report) + '\n';
  return text;
}

std::string json(const SweepReport& report) {
  const auto fits =
      output::Json::array({fit_object(fit_of(report.groups, &SweepGroup::median)),
                           fit_object(fit_of(report.groups, &SweepGroup::percentile95))});
  auto object = json_heading_of(report);
  object["cells_x"] = report.box.n1;
  object["cells_y"] = report.box.n2;
  object["cells_z"] = report.box.n3;
  object["schedules"] = json_objects(sweep_fields(), report.results);
  object["blocks"] = json_objects(blocks_fields(), report.blocks);
  object["groups"] = json_objects(groups_fields(), report.groups);
  object["fits"] = fits;
  return output::json_text(object);
}

std::string efficiency_chart(const SweepReport& report) {
  drawing::ChartPanel panel{report.device, {}};
  for (const SweepBlocks& b : report.blocks) {
    if (b.blocks == 1) {
      panel.curves.push_back({fmt::format("{} fragments", b.fragments()), {}});
      panel.curves.push_back({fmt::format("{} fragments, formula", b.fragments()), {}});
    }
    const std::size_t last = panel.curves.size() - 1;
    panel.curves[last - 1].points.emplace_back(b.blocks, b.efficiency());
    panel.curves[last].points.emplace_back(b.blocks, b.expected());
  }
  if (panel.curves.empty()) return "";
  return drawing::draw_line_chart(
      {panel},
      {.title = "Triangular sweep in blocks", .x_label = "blocks", .y_label = "efficiency"});
}

output::ResultNames names_of_sweep() {
  return {{"sweep.md", "sweep.csv", "sweep_blocks.csv", "sweep_groups.csv", "sweep.json",
           "efficiency.png"},
          {},
          {"sweep.md", "sweep.csv"},
          {}};
}

void write_report(output::ResultsFolder& folder, const SweepReport& report) {
  folder.write("sweep.md", markdown(report));
  folder.write("sweep.csv", csv_table(sweep_fields(), report.results));
  folder.write("sweep_blocks.csv", csv_table(blocks_fields(), report.blocks));
  folder.write("sweep_groups.csv", csv_table(groups_fields(), report.groups));
  folder.write("sweep.json", json(report));
  if (const auto chart = efficiency_chart(report); !chart.empty())
    folder.write("efficiency.png", chart);
}

}  // namespace slipflow::bench
