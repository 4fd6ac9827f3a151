// Reports of triangular sweeps: on the screen, and their files.
#include <functional>

#include "slipflow/bench/table_text.hpp"
#include "sweep.hpp"

namespace slipflow::bench::studies {

namespace {
using Swept = SweepResult;
using Blocks = SweepBlocks;

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
      {"schedule", -8,
       [](const Swept& r) {
         return std::string(text_of(linear_solvers::kSchedules7, r.variant.schedule));
       }},
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
      {"schedule",
       [](const Swept& r) {
         return Value(std::string(text_of(linear_solvers::kSchedules7, r.variant.schedule)));
       }},
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
}  // namespace

std::string sweep_heading() { return screen_heading(sweep_columns()); }
std::string sweep_line(const SweepResult& r) { return line_of(sweep_columns(), r); }
std::string blocks_heading() { return screen_heading(blocks_columns()); }
std::string blocks_line(const SweepBlocks& b) { return line_of(blocks_columns(), b); }

output::ResultNames names_of_files(const SweepReport&) {
  return names_of_files("sweep", {"sweep_blocks.csv"});
}

void write_report(output::ResultsFolder& folder, const SweepReport& report) {
  std::string text = heading_of(report, "triangular sweeps of " + name_of(report.box) + " cells") +
                     markdown_table(sweep_columns(), report.results) + kSweepLegend;
  if (!report.blocks.empty())
    text += '\n' + markdown_table(blocks_columns(), report.blocks) + kBlocksLegend;
  auto json = json_of(report, json_objects(sweep_fields(), report.results));
  json["mesh"] = name_of(report.box);
  json["blocks"] = json_objects(blocks_fields(), report.blocks);
  write_files(folder, "sweep", text, csv_table(sweep_fields(), report.results), json);
  folder.write("sweep_blocks.csv", csv_table(blocks_fields(), report.blocks));
}

}  // namespace slipflow::bench::studies
