// Results as tables for people: on the screen and in Markdown.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <set>

#include "slipflow/bench/report.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::bench {

std::string shown(double number, const char* format) {
  return std::isfinite(number) ? fmt::format(fmt::runtime(format), number) : "-";
}

std::string percent(double part) { return shown(100 * part, "{:.1f} %"); }

std::string csv_text(const Value& value) {
  if (const auto* number = std::get_if<double>(&value))
    return std::isnan(*number) ? "" : fmt::format("{:.17g}", *number);
  if (const auto* number = std::get_if<long>(&value)) return std::to_string(*number);
  return csv_cell(std::get<std::string>(value));
}

namespace {
std::function<std::string(const Result&)> number(double (*value)(const Result&)) {
  return [value](const Result& r) { return shown(r.valid() ? value(r) : kUnknown); };
}
std::function<std::string(const Result&)> part(double (*value)(const Result&)) {
  return [value](const Result& r) { return percent(r.valid() ? value(r) : kUnknown); };
}

std::string rows_text(const Result& r) { return r.iteration ? std::to_string(r.launch.rows) : "-"; }

const std::vector<Column<Result>>& columns() {
  static const std::vector<Column<Result>> table = {
      {"device", 6, [](const Result& r) { return std::to_string(r.device_index); }},
      {"mesh", 0, [](const Result& r) { return r.mesh.size(); }},
      {"scheme", -16,
       [](const Result& r) { return r.iteration ? r.scheme : fmt::format("  {}", r.part); }},
      {"kernels", 7, [](const Result& r) { return r.launch.kernels; }},
      {"group", 5, [](const Result& r) { return std::to_string(r.launch.work_group_size); }},
      {"rows", 4, rows_text},
      {"ms", 8, number([](const Result& r) { return 1e3 * r.time.wall; })},
      {"kernel ms", 0, number([](const Result& r) { return 1e3 * r.time.kernels; })},
      {"Mcell/s", 7, number([](const Result& r) { return 1e-6 * r.cell_updates(); })},
      {"steps/s", 7, number([](const Result& r) { return r.steps_per_second; })},
      {"inner/step", 0, number([](const Result& r) { return r.inner_per_step; })},
      {"GB/s", 0, number([](const Result& r) { return 1e-9 * r.byte_rate(); })},
      {"copy GB/s", 0, [](const Result& r) { return shown(1e-9 * r.copy_rate); }},
      {"of copy", 7, part([](const Result& r) { return r.part_of_copy_rate(); })},
      {"Gflop/s", 0, number([](const Result& r) { return 1e-9 * r.operation_rate(); })},
      {"FMA Gflop/s", 0, [](const Result& r) { return shown(1e-9 * r.multiply_add_rate); }},
      {"of FMA", 6, part([](const Result& r) { return r.part_of_multiply_add_rate(); })},
      {"B/cell", 0, [](const Result& r) { return shown(r.memory_per_cell()); }},
      {"build s", 0, [](const Result& r) { return shown(r.launch.build_seconds, "{:.2f}"); }},
      {"serial Mcell/s", 14, [](const Result& r) { return shown(1e-6 * r.serial_cell_updates()); }},
      {"speed-up", 8, number([](const Result& r) { return r.speed_up(); })},
      {"tuned", 0, [](const Result& r) { return std::string(r.launch.tuned ? "yes" : "-"); }},
      {"state", 0, [](const Result& r) { return std::string(text_of(r.verdict)); }},
  };
  return table;
}

constexpr const char* kLegend = R"(
One pass is one inner iteration over the mesh; of explicit schemes also the convective sums, once
per time step. Times are medians by the wall clock, launches back to back; `kernel ms` is what the
device says its kernels took. `GB/s` counts each array once (96 bytes per cell and inner iteration,
120 with explicit convection, 56 for the convective sums; 120, 152 and 72 in space; half as many in
mixed and single precision) and `of copy` compares with the rate at which the device copies as many
arrays of the same size. `Gflop/s` counts the operations of a node of a uniform mesh with its common
terms computed once, `of FMA` compares with the device's rate of multiply-adds. `steps/s` are whole
time steps from a disturbed start, as a run does them. `speed-up` is over the serial reference on
one core of this machine, in this run. `build s` is for kernels that no cache holds.
)";

std::string device_lines(const Report& report) {
  std::string text;
  std::set<int> seen;
  for (const Result& r : report.results)
    if (seen.insert(r.device_index).second)
      text += fmt::format("- device {}: {}, driver {}\n", r.device_index, r.device, r.driver);
  return text;
}
}  // namespace

std::string screen_heading() { return screen_heading(columns()); }

std::string screen_line(const Result& r) {
  const std::string line = screen_line(columns(), [&](const auto& c) { return c.text(r); });
  return r.valid() ? line : fmt::format("{}  INVALID: {}", line, text_of(r.verdict));
}

std::string markdown(const Report& report) {
  std::string text = fmt::format(
      "# slipflow {} benchmark\n\n- command: `{}`\n- serial reference: {}\n{}\n", report.version,
      report.command, serial_reference_text(report), device_lines(report));
  text += markdown_table(columns(), report.results);
  text += kLegend;
  for (const Skipped& s : report.skipped)
    text +=
        fmt::format("\nLeft out: {}, {} on {}: {}\n", s.mesh.text(), s.scheme, s.device, s.reason);
  return text;
}

}  // namespace slipflow::bench
