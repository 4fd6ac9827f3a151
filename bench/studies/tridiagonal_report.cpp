// Reports of tridiagonal systems: on the screen, and their files.
#include <functional>

#include "slipflow/bench/table_text.hpp"
#include "tridiagonal.hpp"

namespace slipflow::bench::studies {

namespace {
using Solved = TridiagonalResult;

// The times of a wrong solution have no meaning.
std::function<double(const Solved&)> number_of_valid(double (*number)(const Solved&)) {
  return [number](const Solved& r) { return r.valid() ? number(r) : kUnknown; };
}
std::function<std::string(const Solved&)> shown_of_valid(double (*number)(const Solved&)) {
  return [valid = number_of_valid(number)](const Solved& r) { return shown(valid(r)); };
}
std::function<Value(const Solved&)> value_of_valid(double (*number)(const Solved&)) {
  return [valid = number_of_valid(number)](const Solved& r) { return Value(valid(r)); };
}

std::string layout(const Solved& r) { return r.variant.interleaved ? "interleaved" : "contiguous"; }
std::string matrix(const Solved& r) { return r.variant.one_matrix ? "one" : "of each line"; }
std::string algorithm(const Solved& r) {
  return text_of(linear_solvers::kLineAlgorithms, r.choice.algorithm);
}

std::string parameters(const Solved& r) {
  const auto& choice = r.choice;
  if (choice.algorithm != linear_solvers::LineAlgorithm::partition || choice.items == 0) return "";
  return fmt::format("{} rows x {} items x {} lines", choice.rows_per_item, choice.items,
                     choice.lines_abreast);
}

std::string tridiagonal_note(const Solved& r) {
  return r.wrong ? "WRONG" : r.refusal.empty() ? parameters(r) : r.refusal;
}

double milliseconds(const Solved& r) { return 1e3 * r.seconds; }
double gigabytes(const Solved& r) { return 1e-9 * r.byte_rate(); }
double part_of_copy(const Solved& r) { return r.part_of_copy_rate(); }
double speed_up(const Solved& r) { return r.speed_up(); }
double seconds(const Solved& r) { return r.seconds; }
double byte_rate(const Solved& r) { return r.byte_rate(); }

const std::vector<Column<Solved>>& tridiagonal_columns() {
  static const std::vector<Column<Solved>> table = {
      {"lines", 7, [](const Solved& r) { return std::to_string(r.size.lines); }},
      {"rows", 7, [](const Solved& r) { return std::to_string(r.size.rows); }},
      {"algorithm", -9, algorithm},
      {"layout", -11, layout},
      {"matrix", -12, matrix},
      {"ms", 9, shown_of_valid(milliseconds)},
      {"GB/s", 7, shown_of_valid(gigabytes)},
      {"of copy", 8,
       [](const Solved& r) { return percent(r.valid() ? r.part_of_copy_rate() : kUnknown); }},
      {"difference", 10, [](const Solved& r) { return shown(r.difference, "{:.1e}"); }},
      {"residual", 8, [](const Solved& r) { return shown(r.residual, "{:.1e}"); }},
      {"serial ms", 0, [](const Solved& r) { return shown(1e3 * r.serial_seconds); }},
      {"speed-up", 8, shown_of_valid(speed_up)},
      {"note", -1,
       [](const Solved& r) { return tridiagonal_note(r).empty() ? "-" : tridiagonal_note(r); }},
  };
  return table;
}

const std::vector<Field<Solved>>& tridiagonal_fields() {
  static const std::vector<Field<Solved>> table = {
      {"device", [](const Solved& r) { return Value(r.device); }},
      {"lines", [](const Solved& r) { return Value(r.size.lines); }},
      {"rows", [](const Solved& r) { return Value(r.size.rows); }},
      {"algorithm", [](const Solved& r) { return Value(algorithm(r)); }},
      {"layout", [](const Solved& r) { return Value(layout(r)); }},
      {"matrix", [](const Solved& r) { return Value(matrix(r)); }},
      {"precision",
       [](const Solved& r) { return Value(std::string(setup::name_of(r.choice.precision))); }},
      {"mode",
       [](const Solved& r) { return Value(std::string(r.choice.parity ? "parity" : "fast")); }},
      {"rows_per_item", [](const Solved& r) { return Value(long{r.choice.rows_per_item}); }},
      {"items", [](const Solved& r) { return Value(long{r.choice.items}); }},
      {"lines_abreast", [](const Solved& r) { return Value(long{r.choice.lines_abreast}); }},
      {"repeats", [](const Solved& r) { return Value(long{r.repeats}); }},
      {"seconds", value_of_valid(seconds)},
      {"bytes_per_row", [](const Solved& r) { return Value(r.bytes_per_row); }},
      {"bytes_per_second", value_of_valid(byte_rate)},
      {"copy_bytes_per_second", [](const Solved& r) { return Value(r.copy_rate); }},
      {"part_of_copy_rate", value_of_valid(part_of_copy)},
      {"difference", [](const Solved& r) { return Value(r.difference); }},
      {"residual", [](const Solved& r) { return Value(r.residual); }},
      {"serial_seconds", [](const Solved& r) { return Value(r.serial_seconds); }},
      {"speed_up", value_of_valid(speed_up)},
      {"note", [](const Solved& r) { return Value(tridiagonal_note(r)); }},
  };
  return table;
}

constexpr const char* kTridiagonalLegend = R"(
A solution of all lines, whose rows are in arrays; median by the wall clock, launches back to
back. `GB/s` counts what an algorithm has to read and write: in double precision 40 bytes a row,
of `pta` 72; with one matrix for all lines, which is eliminated before, 16 and 32. `of copy`
compares with the rate at which the device copies a long array. `difference` is the largest from
the serial reference, Thomas' algorithm, over the largest |x|, in up to a million rows; `residual`
the largest |a x + b x + c x - d| in them, over |b| and the largest |x|. `speed-up` is over the
serial reference on one core in this run, measured on up to four million rows.
)";
}  // namespace

std::string tridiagonal_heading() { return screen_heading(tridiagonal_columns()); }

std::string tridiagonal_line(const Solved& r) { return line_of(tridiagonal_columns(), r); }

std::string tridiagonal_line(const TridiagonalSkipped& s) {
  return fmt::format("left out: {} lines of {} rows: {}", s.size.lines, s.size.rows, s.reason);
}

output::ResultNames names_of_files(const TridiagonalReport&) {
  return names_of_files("tridiagonal");
}

void write_report(output::ResultsFolder& folder, const TridiagonalReport& report) {
  std::string text = heading_of(report, "tridiagonal systems") +
                     markdown_table(tridiagonal_columns(), report.results) + kTridiagonalLegend;
  auto skipped = output::Json::array();
  for (const auto& s : report.skipped) {
    text += fmt::format("\n{}\n", tridiagonal_line(s));
    skipped.push_back({{"lines", s.size.lines}, {"rows", s.size.rows}, {"reason", s.reason}});
  }
  auto json = json_of(report, json_objects(tridiagonal_fields(), report.results));
  json["skipped"] = skipped;
  write_files(folder, "tridiagonal", text, csv_table(tridiagonal_fields(), report.results), json);
}

}  // namespace slipflow::bench::studies
