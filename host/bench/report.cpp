// Results in machine-readable form, and all report files.
#include "slipflow/bench/report.hpp"

#include <fmt/format.h>

#include <fstream>
#include <functional>

#include "slipflow/bench/table_text.hpp"

namespace slipflow::bench {

namespace {
// Only for a correct state; the times of a wrong one have no meaning.
std::function<Value(const Result&)> of_valid(double (*number)(const Result&)) {
  return [number](const Result& r) { return Value(r.valid() ? number(r) : kUnknown); };
}

const std::vector<Field<Result>>& fields() {
  static const std::vector<Field<Result>> table = {
      {"device_index", [](const Result& r) { return Value(long{r.device_index}); }},
      {"device", [](const Result& r) { return Value(r.device); }},
      {"driver", [](const Result& r) { return Value(r.driver); }},
      {"cells_x", [](const Result& r) { return Value(long{r.mesh.nx}); }},
      {"cells_y", [](const Result& r) { return Value(long{r.mesh.ny}); }},
      {"cells_z", [](const Result& r) { return Value(long{r.mesh.nz}); }},
      {"squares", [](const Result& r) { return Value(long{r.mesh.squares}); }},
      {"spacing", [](const Result& r) { return Value(r.mesh.spacing()); }},
      {"scheme", [](const Result& r) { return Value(r.scheme); }},
      {"part", [](const Result& r) { return Value(r.part); }},
      {"kernels", [](const Result& r) { return Value(r.launch.kernels); }},
      {"work_group_size", [](const Result& r) { return Value(long{r.launch.work_group_size}); }},
      {"rows", [](const Result& r) { return Value(long{r.launch.rows}); }},
      {"tuned", [](const Result& r) { return Value(std::string(r.launch.tuned ? "yes" : "no")); }},
      {"mode", [](const Result& r) { return Value(std::string(r.parity ? "parity" : "fast")); }},
      {"precision", [](const Result& r) { return Value(r.precision); }},
      {"state", [](const Result& r) { return Value(std::string(text_of(r.verdict))); }},
      {"repeats", [](const Result& r) { return Value(long{r.repeats}); }},
      {"passes_per_repeat", [](const Result& r) { return Value(long{r.time.passes}); }},
      {"seconds", of_valid([](const Result& r) { return r.time.wall; })},
      {"kernel_seconds", of_valid([](const Result& r) { return r.time.kernels; })},
      {"cell_updates_per_second", of_valid([](const Result& r) { return r.cell_updates(); })},
      {"time_steps_per_second", of_valid([](const Result& r) { return r.steps_per_second; })},
      {"inner_iterations_per_step", of_valid([](const Result& r) { return r.inner_per_step; })},
      {"bytes_per_cell_and_pass", [](const Result& r) { return Value(r.traffic.bytes()); }},
      {"bytes_per_second", of_valid([](const Result& r) { return r.byte_rate(); })},
      {"copy_bytes_per_second", [](const Result& r) { return Value(r.copy_rate); }},
      {"part_of_copy_rate", of_valid([](const Result& r) { return r.part_of_copy_rate(); })},
      {"operations_per_cell_and_pass", [](const Result& r) { return Value(r.operations); }},
      {"flop_per_second", of_valid([](const Result& r) { return r.operation_rate(); })},
      {"multiply_add_flop_per_second", [](const Result& r) { return Value(r.multiply_add_rate); }},
      {"part_of_multiply_add_rate",
       of_valid([](const Result& r) { return r.part_of_multiply_add_rate(); })},
      {"memory_bytes_per_cell", [](const Result& r) { return Value(r.memory_per_cell()); }},
      {"build_seconds", [](const Result& r) { return Value(r.launch.build_seconds); }},
      {"serial_passes", [](const Result& r) { return Value(long{r.serial_passes}); }},
      {"serial_seconds", [](const Result& r) { return Value(r.serial_seconds); }},
      {"serial_cell_updates_per_second",
       [](const Result& r) { return Value(r.serial_cell_updates()); }},
      {"speed_up", of_valid([](const Result& r) { return r.speed_up(); })},
  };
  return table;
}
}  // namespace

const char* text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::finite:
      return "finite";
    case Verdict::equal_to_serial:
      return "equal to serial";
    case Verdict::not_finite:
      return "not finite";
    case Verdict::differs_from_serial:
      return "differs from serial";
  }
  return "";
}

std::string csv(const Report& report) { return csv_table(fields(), report.results); }

std::string json(const Report& report) {
  auto skipped = output::Json::array();
  for (const Skipped& s : report.skipped)
    skipped.push_back({{"device", s.device},
                       {"cells_x", s.mesh.nx},
                       {"cells_y", s.mesh.ny},
                       {"cells_z", s.mesh.nz},
                       {"spacing", s.mesh.spacing()},
                       {"scheme", s.scheme},
                       {"reason", s.reason}});
  return output::json_text({{"slipflow", report.version},
                            {"command", report.command},
                            {"serial_reference", serial_reference_text(report)},
                            {"results", json_objects(fields(), report.results)},
                            {"skipped", skipped}});
}

output::ResultNames names_of_reports() {
  return {{"bench.md", "bench.csv", "bench.json", "speedup.png"}};
}

void write_report(output::ResultsFolder& folder, const Report& report) {
  folder.write("bench.md", markdown(report));
  folder.write("bench.csv", csv(report));
  folder.write("bench.json", json(report));
  if (const auto chart = speed_up_chart(report); !chart.empty()) folder.write("speedup.png", chart);
}

std::string serial_reference_text(const Report& report) {
  return fmt::format("one core of {}, compiled by {}", report.host_cpu, report.serial_build);
}

std::string host_cpu_name() {
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown";
}

}  // namespace slipflow::bench
