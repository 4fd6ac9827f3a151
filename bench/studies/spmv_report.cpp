// Reports of products with seven-point matrices: on the screen, and their files.
#include "seven_point_systems.hpp"
#include "spmv.hpp"

namespace slipflow::bench::studies {

namespace {
using Product = SpmvResult;

// The times of a wrong result have no meaning.
double if_right(const Product& r, double number) { return r.wrong ? kUnknown : number; }
std::string operation(const Product& r) { return r.smoother ? "smoother" : "A x"; }
std::string spmv_note(const Product& r) { return r.wrong ? "WRONG" : ""; }

const std::vector<Column<Product>>& spmv_columns() {
  static const std::vector<Column<Product>> table = {
      {"cells", -13, [](const Product& r) { return name_of(r.box); }},
      {"operation", -9, operation},
      {"coefficients", -12, [](const Product& r) { return std::string(name_of(r.kind)); }},
      {"bytes", 5, [](const Product& r) { return shown(r.bytes_per_cell()); }},
      {"ms", 8, [](const Product& r) { return shown(if_right(r, 1e3 * r.seconds)); }},
      {"GB/s", 7, [](const Product& r) { return shown(if_right(r, 1e-9 * r.byte_rate())); }},
      {"of copy", 8, [](const Product& r) { return percent(if_right(r, r.part_of_copy_rate())); }},
      {"difference", 10, [](const Product& r) { return shown(r.difference, "{:.1e}"); }},
      {"serial ms", 9, [](const Product& r) { return shown(1e3 * r.serial_seconds); }},
      {"speed-up", 8, [](const Product& r) { return shown(if_right(r, r.speed_up())); }},
      {"note", -1, [](const Product& r) { return r.wrong ? "WRONG" : "-"; }},
  };
  return table;
}

const std::vector<Field<Product>>& spmv_fields() {
  static const std::vector<Field<Product>> table = {
      {"nx", [](const Product& r) { return Value(long{r.box.n1}); }},
      {"ny", [](const Product& r) { return Value(long{r.box.n2}); }},
      {"nz", [](const Product& r) { return Value(long{r.box.n3}); }},
      {"operation", [](const Product& r) { return Value(operation(r)); }},
      {"coefficients", [](const Product& r) { return Value(std::string(name_of(r.kind))); }},
      {"seconds", [](const Product& r) { return Value(if_right(r, r.seconds)); }},
      {"bytes_per_cell", [](const Product& r) { return Value(r.bytes_per_cell()); }},
      {"bytes_per_second", [](const Product& r) { return Value(if_right(r, r.byte_rate())); }},
      {"copy_bytes_per_second", [](const Product& r) { return Value(r.copy_rate); }},
      {"part_of_copy_rate",
       [](const Product& r) { return Value(if_right(r, r.part_of_copy_rate())); }},
      {"difference", [](const Product& r) { return Value(r.difference); }},
      {"serial_seconds", [](const Product& r) { return Value(r.serial_seconds); }},
      {"speed_up", [](const Product& r) { return Value(if_right(r, r.speed_up())); }},
      {"note", [](const Product& r) { return Value(spmv_note(r)); }},
  };
  return table;
}

constexpr const char* kSpmvLegend = R"(
`A x` is the product of conjugate gradients, with the sums of (A x, x) in each block; `smoother` the
second step of the smoother of multigrid, in double precision. Median by the wall clock, launches
back to back. `bytes` a cell count each array once: `free` coefficients are a byte, `symmetric` ones
4 numbers, `general` ones 7. `of copy` compares with the rate at which the device copies a long
array. `difference` is the largest from the serial reference over the largest number; `speed-up` is
over the serial reference on one core in this run.
)";
}  // namespace

std::string spmv_heading() { return screen_heading(spmv_columns()); }

std::string spmv_line(const Product& r) { return line_of(spmv_columns(), r); }

output::ResultNames names_of_files(const SpmvReport&) { return names_of_files("spmv"); }

void write_report(output::ResultsFolder& folder, const SpmvReport& report) {
  write_files(folder, "spmv",
              heading_of(report, "products with seven-point matrices") +
                  markdown_table(spmv_columns(), report.results) + kSpmvLegend +
                  lines_of(report.skipped),
              csv_table(spmv_fields(), report.results),
              json_of(report, json_objects(spmv_fields(), report.results), report.skipped));
}

}  // namespace slipflow::bench::studies
