// Reports of the iterations of flows: on the screen, and their files.
#include <algorithm>
#include <functional>
#include <memory>

#include "piso.hpp"
#include "slipflow/bench/table_text.hpp"

namespace slipflow::bench::studies {

namespace {
using Timed = TimedResult;
using Operated = OperationResult;
using Launched = KernelResult;
using Logged = OpenFoamLog;

constexpr std::size_t kKernelsShown = 12;

std::string cells_text(const TimedCase& of) {
  return fmt::format("{}x{}x{}", of.cells[0], of.cells[1], of.cells[2]);
}

std::string note_of(const Timed& r) { return r.note.empty() ? "-" : r.note; }

double of_work(const std::optional<FlowWork>& work, double (*number)(const FlowWork&)) {
  return work ? number(*work) : kUnknown;
}
double steps_of(const FlowWork& work) { return static_cast<double>(work.steps); }
double pressure_of(const FlowWork& work) { return static_cast<double>(work.pressure_iterations); }
double seconds_of_work(const FlowWork& work) { return work.seconds; }

// The parts are those of the first flow that was measured.
std::vector<PartTime> parts_of(const PisoReport& report) {
  for (const Timed& r : report.results)
    if (!r.parts.empty()) return r.parts;
  return {};
}
double part_of(const Timed& r, std::size_t k) {
  return k < r.parts.size() ? r.parts[k].seconds : kUnknown;
}

std::vector<Column<Timed>> timed_columns(const PisoReport& report) {
  std::vector<Column<Timed>> table = {
      {"flow", 0, [](const Timed& r) { return r.of.flow; }},
      {"cells", 11, [](const Timed& r) { return cells_text(r.of); }},
      {"variant", -15, [](const Timed& r) { return r.of.variant; }},
      {"ms", 8, [](const Timed& r) { return shown(1e3 * r.seconds); }}};
  const auto parts = parts_of(report);
  for (std::size_t k = 0; k < parts.size(); ++k)
    table.push_back(
        {parts[k].name, 8, [k](const Timed& r) { return shown(1e3 * part_of(r, k), "{:.3g}"); }});
  const std::vector<Column<Timed>> more = {
      {"kernels", 8, [](const Timed& r) { return shown(1e3 * r.kernel_seconds, "{:.3g}"); }},
      {"U its", 5, [](const Timed& r) { return shown(r.velocity_iterations, "{:.1f}"); }},
      {"p its", 5, [](const Timed& r) { return shown(r.pressure_iterations, "{:.1f}"); }},
      {"B/cell", 6, [](const Timed& r) { return shown(r.bytes / r.of.cell_count()); }},
      {"to goal", 7, [](const Timed& r) { return shown(of_work(r.to_goal, steps_of), "{:.0f}"); }},
      {"all p", 6, [](const Timed& r) { return shown(of_work(r.to_goal, pressure_of), "{:.0f}"); }},
      {"s", 7, [](const Timed& r) { return shown(of_work(r.to_goal, seconds_of_work)); }},
      {"x OpenFOAM", 10, [logs = report.logs](const Timed& r) { return shown(r.speed_up(logs)); }},
      {"note", -1, note_of}};
  table.insert(table.end(), more.begin(), more.end());
  return table;
}

std::vector<Field<Timed>> timed_fields(const PisoReport& report) {
  std::vector<Field<Timed>> table = {
      {"flow", [](const Timed& r) { return Value(r.of.flow); }},
      {"cells_x", [](const Timed& r) { return Value(long{r.of.cells[0]}); }},
      {"cells_y", [](const Timed& r) { return Value(long{r.of.cells[1]}); }},
      {"cells_z", [](const Timed& r) { return Value(long{r.of.cells[2]}); }},
      {"variant", [](const Timed& r) { return Value(r.of.variant); }},
      {"seconds", [](const Timed& r) { return Value(r.seconds); }}};
  const auto parts = parts_of(report);
  for (std::size_t k = 0; k < parts.size(); ++k)
    table.push_back({parts[k].name, [k](const Timed& r) { return Value(part_of(r, k)); }});
  const std::vector<Field<Timed>> more = {
      {"kernel_seconds", [](const Timed& r) { return Value(r.kernel_seconds); }},
      {"velocity_iterations", [](const Timed& r) { return Value(r.velocity_iterations); }},
      {"pressure_iterations", [](const Timed& r) { return Value(r.pressure_iterations); }},
      {"bytes_per_cell", [](const Timed& r) { return Value(r.bytes / r.of.cell_count()); }},
      {"tolerance", [](const Timed& r) { return Value(r.of.tolerance); }},
      {"iterations_to_tolerance",
       [](const Timed& r) { return Value(of_work(r.to_goal, steps_of)); }},
      {"pressure_iterations_to_tolerance",
       [](const Timed& r) { return Value(of_work(r.to_goal, pressure_of)); }},
      {"seconds_to_tolerance",
       [](const Timed& r) { return Value(of_work(r.to_goal, seconds_of_work)); }},
      {"openfoam_over_slipflow",
       [logs = report.logs](const Timed& r) { return Value(r.speed_up(logs)); }},
      {"note", [](const Timed& r) { return Value(r.note); }}};
  table.insert(table.end(), more.begin(), more.end());
  return table;
}

const std::vector<Column<Operated>>& operation_columns() {
  static const std::vector<Column<Operated>> table = {
      {"variant", 0, [](const Operated& r) { return r.of.variant; }},
      {"cells", 0, [](const Operated& r) { return cells_text(r.of); }},
      {"operation", -26, [](const Operated& r) { return r.name; }},
      {"ms", 9, [](const Operated& r) { return shown(1e3 * r.seconds); }},
      {"products", 8, [](const Operated& r) { return shown(r.products, "{:.2f}"); }},
      {"of copy", 8, [](const Operated& r) { return percent(r.part_of_copy); }},
  };
  return table;
}

const std::vector<Field<Operated>>& operation_fields() {
  static const std::vector<Field<Operated>> table = {
      {"variant", [](const Operated& r) { return Value(r.of.variant); }},
      {"cells", [](const Operated& r) { return Value(r.of.cell_count()); }},
      {"operation", [](const Operated& r) { return Value(r.name); }},
      {"seconds", [](const Operated& r) { return Value(r.seconds); }},
      {"products", [](const Operated& r) { return Value(r.products); }},
      {"part_of_copy_rate", [](const Operated& r) { return Value(r.part_of_copy); }},
  };
  return table;
}

const std::vector<Column<Launched>>& kernel_columns() {
  static const std::vector<Column<Launched>> table = {
      {"variant", 0, [](const Launched& r) { return r.of.variant; }},
      {"cells", 0, [](const Launched& r) { return cells_text(r.of); }},
      {"kernel", -26, [](const Launched& r) { return r.kernel; }},
      {"items", 10, [](const Launched& r) { return shown(r.items, "{:.0f}"); }},
      {"launches", 8, [](const Launched& r) { return shown(r.launches, "{:.1f}"); }},
      {"ms", 9, [](const Launched& r) { return shown(1e3 * r.seconds); }},
      {"part", 7, [](const Launched& r) { return percent(r.part); }},
      {"ms a launch", 11, [](const Launched& r) { return shown(1e3 * r.once); }},
  };
  return table;
}

const std::vector<Field<Launched>>& kernel_fields() {
  static const std::vector<Field<Launched>> table = {
      {"variant", [](const Launched& r) { return Value(r.of.variant); }},
      {"cells", [](const Launched& r) { return Value(r.of.cell_count()); }},
      {"kernel", [](const Launched& r) { return Value(r.kernel); }},
      {"items", [](const Launched& r) { return Value(r.items); }},
      {"launches", [](const Launched& r) { return Value(r.launches); }},
      {"seconds", [](const Launched& r) { return Value(r.seconds); }},
      {"part", [](const Launched& r) { return Value(r.part); }},
      {"seconds_of_launch", [](const Launched& r) { return Value(r.once); }},
  };
  return table;
}

const std::vector<Column<Logged>>& log_columns() {
  static const std::vector<Column<Logged>> table = {
      {"log", -30, [](const Logged& log) { return log.file; }},
      {"solver", -10, [](const Logged& log) { return log.solver; }},
      {"steps", 6, [](const Logged& log) { return std::to_string(log.all.steps); }},
      {"all p", 6, [](const Logged& log) { return std::to_string(log.all.pressure_iterations); }},
      {"s", 8, [](const Logged& log) { return shown(log.all.seconds, "{:.2f}"); }},
      {"ms/step", 8,
       [](const Logged& log) { return shown(1e3 * log.all.seconds / steps_of(log.all)); }},
      {"residual", 8, [](const Logged& log) { return shown(log.residual, "{:.1e}"); }},
      {"to goal", 7,
       [](const Logged& log) { return shown(of_work(log.to_goal, steps_of), "{:.0f}"); }},
      {"p to goal", 9,
       [](const Logged& log) { return shown(of_work(log.to_goal, pressure_of), "{:.0f}"); }},
      {"s to goal", 9,
       [](const Logged& log) { return shown(of_work(log.to_goal, seconds_of_work), "{:.2f}"); }},
  };
  return table;
}

const std::vector<Field<Logged>>& log_fields() {
  static const std::vector<Field<Logged>> table = {
      {"log", [](const Logged& log) { return Value(log.file); }},
      {"solver", [](const Logged& log) { return Value(log.solver); }},
      {"steps", [](const Logged& log) { return Value(log.all.steps); }},
      {"pressure_iterations", [](const Logged& log) { return Value(log.all.pressure_iterations); }},
      {"seconds", [](const Logged& log) { return Value(log.all.seconds); }},
      {"residual", [](const Logged& log) { return Value(log.residual); }},
      {"steps_to_tolerance",
       [](const Logged& log) { return Value(of_work(log.to_goal, steps_of)); }},
      {"pressure_iterations_to_tolerance",
       [](const Logged& log) { return Value(of_work(log.to_goal, pressure_of)); }},
      {"seconds_to_tolerance",
       [](const Logged& log) { return Value(of_work(log.to_goal, seconds_of_work)); }},
  };
  return table;
}

template <class Row>
std::string table_lines(const std::vector<Column<Row>>& columns, const std::vector<Row>& rows) {
  std::string text = screen_heading(columns);
  for (const Row& row : rows) text += '\n' + line_of(columns, row);
  return text;
}

// The rows of one flow.
template <class Row>
std::vector<Row> rows_of_flow(const std::vector<Row>& rows, const TimedCase& of) {
  std::vector<Row> found;
  for (const Row& row : rows)
    if (row.of.variant == of.variant && row.of.cells == of.cells) found.push_back(row);
  return found;
}

constexpr const char* kTimedLegend = R"(
`ms` is an iteration or a time step: the median by the wall clock of several runs of the same ones
soon after the start. Its parts are timed one by one, with the device waited for after each; `rest`
are fluxes, gradients and corrections. `kernels` is the time of its kernels by the device's clock;
`U its` and `p its` are iterations of the linear systems in it. `B/cell` is allocated on the device.
`to goal` is the number of iterations from rest until the residuals at the beginning of one are
below the goal, `all p` the iterations of the pressure in them, `s` their time. `x OpenFOAM` is the
time of the fastest log over this one: to the goal, or per time step.
)";
constexpr const char* kOperationsLegend = R"(
Medians by the device's clock, in the iterations above. `products` are units of the product of the
pressure's matrix and a vector, `of copy` is the fraction of the rate at which the device copies a
long array. A Laplacian is its coefficients and the rows of the matrix; a non-orthogonal one also
the gradient, its parts along faces and their sum.
)";
constexpr const char* kKernelsLegend = R"(
Launches of a kernel in an iteration, by their number of work-items; their time and its part of that
of all kernels; `ms a launch` is the median of launches that do something.
)";
}  // namespace

std::string log_lines(const PisoReport& report) {
  return report.logs.empty() ? "" : table_lines(log_columns(), report.logs);
}

std::string piso_heading(const PisoReport& report) { return screen_heading(timed_columns(report)); }

std::string piso_line(const PisoReport& report, const TimedResult& r) {
  return line_of(timed_columns(report), r);
}

std::string kernel_lines(const PisoReport& report, const TimedResult& r) {
  const auto operations = rows_of_flow(report.operations, r.of);
  auto kernels = rows_of_flow(report.kernels, r.of);
  if (operations.empty()) return "";
  kernels.resize(std::min(kernels.size(), kKernelsShown));
  return table_lines(operation_columns(), operations) + "\n\n" +
         table_lines(kernel_columns(), kernels);
}

output::ResultNames names_of_files(const PisoReport&) {
  return names_of_files("piso", {"piso_operations.csv", "piso_kernels.csv"});
}

void write_report(output::ResultsFolder& folder, const PisoReport& report) {
  std::string text = heading_of(report, "piso") +
                     fmt::format("Goal of residuals: {:.0e}.\n\n", timed_tolerance()) +
                     markdown_table(timed_columns(report), report.results) + kTimedLegend;
  if (!report.logs.empty()) text += '\n' + markdown_table(log_columns(), report.logs);
  if (!report.operations.empty())
    text += fmt::format("\n{}{}\n{}{}", markdown_table(operation_columns(), report.operations),
                        kOperationsLegend, markdown_table(kernel_columns(), report.kernels),
                        kKernelsLegend);
  auto json = json_of(report, json_objects(timed_fields(report), report.results));
  json["copy_bytes_per_second"] = report.copy_rate;
  json["logs"] = json_objects(log_fields(), report.logs);
  json["operations"] = json_objects(operation_fields(), report.operations);
  json["kernels"] = json_objects(kernel_fields(), report.kernels);
  write_files(folder, "piso", text, csv_table(timed_fields(report), report.results), json);
  folder.write("piso_operations.csv", csv_table(operation_fields(), report.operations));
  folder.write("piso_kernels.csv", csv_table(kernel_fields(), report.kernels));
}

}  // namespace slipflow::bench::studies
