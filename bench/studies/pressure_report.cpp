// Reports of solved seven-point systems: on the screen, and their files.
#include "pressure.hpp"
#include "seven_point_systems.hpp"

namespace slipflow::bench::studies {

namespace {
using Pressure = PressureResult;

// The times of a wrong solution have no meaning.
double if_solved(const Pressure& r, double number) { return r.valid() ? number : kUnknown; }
std::string pressure_note(const Pressure& r) { return r.wrong ? "WRONG" : r.refusal; }

const std::vector<Column<Pressure>>& pressure_columns() {
  static const std::vector<Column<Pressure>> table = {
      {"system", -11, [](const Pressure& r) { return r.problem; }},
      {"cells", -11, [](const Pressure& r) { return name_of(r.box); }},
      {"solver", -12, [](const Pressure& r) { return r.solver; }},
      {"iterations", 10,
       [](const Pressure& r) { return shown(if_solved(r, r.iterations), "{:.0f}"); }},
      {"ms", 9, [](const Pressure& r) { return shown(if_solved(r, 1e3 * r.seconds)); }},
      {"Mcell/s", 8, [](const Pressure& r) { return shown(if_solved(r, 1e-6 * r.cell_rate())); }},
      {"residual", 8, [](const Pressure& r) { return shown(r.residual, "{:.1e}"); }},
      {"serial ms", 9, [](const Pressure& r) { return shown(1e3 * r.serial_seconds); }},
      {"speed-up", 8, [](const Pressure& r) { return shown(if_solved(r, r.speed_up())); }},
      {"note", -1,
       [](const Pressure& r) { return pressure_note(r).empty() ? "-" : pressure_note(r); }},
  };
  return table;
}

const std::vector<Field<Pressure>>& pressure_fields() {
  static const std::vector<Field<Pressure>> table = {
      {"system", [](const Pressure& r) { return Value(r.problem); }},
      {"nx", [](const Pressure& r) { return Value(long{r.box.n1}); }},
      {"ny", [](const Pressure& r) { return Value(long{r.box.n2}); }},
      {"nz", [](const Pressure& r) { return Value(long{r.box.n3}); }},
      {"solver", [](const Pressure& r) { return Value(r.solver); }},
      {"iterations", [](const Pressure& r) { return Value(long{r.iterations}); }},
      {"seconds", [](const Pressure& r) { return Value(if_solved(r, r.seconds)); }},
      {"cells_per_second", [](const Pressure& r) { return Value(if_solved(r, r.cell_rate())); }},
      {"residual", [](const Pressure& r) { return Value(r.residual); }},
      {"serial_seconds", [](const Pressure& r) { return Value(r.serial_seconds); }},
      {"speed_up", [](const Pressure& r) { return Value(if_solved(r, r.speed_up())); }},
      {"note", [](const Pressure& r) { return Value(pressure_note(r)); }},
  };
  return table;
}

constexpr const char* kPressureLegend = R"(
Solutions of a box without flow through its sides, until the norm of the residual is 1e-6 of that at
first; in `anisotropic` the coefficients along x are 100 times the others. Double precision; median
by the wall clock, coefficients set before: the levels of multigrid, and omega of `atm-cg`.
`Mcell/s` are the cells over the time; `residual` is |f - A x|/|f| of the solution. `speed-up` is
over the serial reference on one core in this run, timed for about a second of the iterations that
the device makes.
)";
}  // namespace

std::string pressure_heading() { return screen_heading(pressure_columns()); }

std::string pressure_line(const Pressure& r) { return line_of(pressure_columns(), r); }

output::ResultNames names_of_files(const PressureReport&) { return names_of_files("pressure"); }

void write_report(output::ResultsFolder& folder, const PressureReport& report) {
  write_files(folder, "pressure",
              heading_of(report, fmt::format("seven-point systems, {} coefficients",
                                             name_of(report.kind))) +
                  markdown_table(pressure_columns(), report.results) + kPressureLegend +
                  lines_of(report.skipped),
              csv_table(pressure_fields(), report.results),
              json_of(report, json_objects(pressure_fields(), report.results), report.skipped));
}

}  // namespace slipflow::bench::studies
