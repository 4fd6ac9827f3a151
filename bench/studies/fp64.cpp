// slipflow_studies fp64: instructions on doubles of the compiled kernel of an inner iteration, and
// the part of the device's rate at which they are issued.
#include <algorithm>

#include "device_case.hpp"
#include "instruction_count.hpp"
#include "option_values.hpp"
#include "slipflow/bench/ceilings.hpp"
#include "slipflow/opencl/errors.hpp"
#include "slipflow/simple_ts/problem.hpp"
#include "study_command.hpp"

namespace slipflow::bench::studies {

namespace po = boost::program_options;

namespace {
constexpr int kMostCellsOfAxis = 1'000'000;

struct Fp64Options {
  methods::BenchMesh mesh;
  std::vector<std::string> schemes;
  opencl::Device device;
  bool parity = false;
  int repeats = 5;
};

/// A scheme. Numbers that are not known are NaN.
struct Fp64Result {
  methods::BenchMesh mesh;
  std::string scheme;
  double per_cell = kUnknown;  ///< instructions
  std::string counted_in;      ///< InstructionCount::counted_in
  double seconds = kUnknown;   ///< of an inner iteration
  double multiply_add_rate = kUnknown;

  double cell_rate() const { return mesh.cells() / seconds; }
  /// A multiply-add is one instruction and two operations.
  double part_of_issue_rate() const { return per_cell * cell_rate() / (multiply_add_rate / 2); }
};

struct Fp64Report : ReportHead {
  std::vector<Fp64Result> results;
  std::size_t size() const { return results.size(); }
};

const std::vector<Column<Fp64Result>>& fp64_columns() {
  static const std::vector<Column<Fp64Result>> table = {
      {"mesh", -21, [](const Fp64Result& r) { return r.mesh.size(); }},
      {"scheme", -16, [](const Fp64Result& r) { return r.scheme; }},
      {"FP64/cell", 9, [](const Fp64Result& r) { return shown(r.per_cell); }},
      {"Mcell/s", 8, [](const Fp64Result& r) { return shown(1e-6 * r.cell_rate()); }},
      {"of FP64", 8, [](const Fp64Result& r) { return percent(r.part_of_issue_rate()); }},
      {"counted in", -1, [](const Fp64Result& r) { return r.counted_in; }},
  };
  return table;
}

const std::vector<Field<Fp64Result>>& fp64_fields() {
  static const std::vector<Field<Fp64Result>> table = {
      {"cells_x", [](const Fp64Result& r) { return Value(long{r.mesh.nx}); }},
      {"cells_y", [](const Fp64Result& r) { return Value(long{r.mesh.ny}); }},
      {"spacing", [](const Fp64Result& r) { return Value(r.mesh.spacing()); }},
      {"scheme", [](const Fp64Result& r) { return Value(r.scheme); }},
      {"instructions_per_cell", [](const Fp64Result& r) { return Value(r.per_cell); }},
      {"counted_in", [](const Fp64Result& r) { return Value(r.counted_in); }},
      {"seconds", [](const Fp64Result& r) { return Value(r.seconds); }},
      {"multiply_add_flop_per_second",
       [](const Fp64Result& r) { return Value(r.multiply_add_rate); }},
      {"part_of_issue_rate", [](const Fp64Result& r) { return Value(r.part_of_issue_rate()); }},
  };
  return table;
}

constexpr const char* kFp64Legend = R"(
`FP64/cell` are sums, products, multiply-adds and comparisons of doubles in the compiled kernel of
an inner iteration, in its march away from walls and boundaries, with the columns and rows that are
computed twice. They are `counted in` the code of the device (SASS) or, without `ptxas` and
`nvdisasm`, that of the driver (PTX, where a division counts as one). `of FP64` compares their rate
with half the device's rate of multiply-adds.
)";

output::ResultNames names_of_files(const Fp64Report&) { return studies::names_of_files("fp64"); }

void write_report(output::ResultsFolder& folder, const Fp64Report& report) {
  write_files(folder, "fp64",
              heading_of(report, "FP64 instructions") +
                  markdown_table(fp64_columns(), report.results) + kFp64Legend,
              csv_table(fp64_fields(), report.results),
              json_of(report, json_objects(fp64_fields(), report.results)));
}

std::optional<Error> fault_of(const Fp64Report&) { return std::nullopt; }

/// "sm_90": the name of an NVIDIA device for its assembler; empty for others.
std::string nvidia_architecture(const opencl::Device& device) {
  // Numbers of the extension cl_nv_device_attribute_query.
  constexpr cl_device_info kMajor = 0x4000, kMinor = 0x4001;
  if (device.platform_short != "NV") return "";
  cl_uint major = 0, minor = 0;
  try {
    device.handle.getInfo(kMajor, &major);
    device.handle.getInfo(kMinor, &minor);
  } catch (const cl::Error&) {
    return "";
  }
  return fmt::format("sm_{}{}", major, minor);
}

void count(const simple_ts::Case& c, const opencl::Device& device, const methods::Launch& launch,
           Fp64Result& result) {
  simple_ts::DeviceCase on_device(c, opencl::Queue(device), launch);
  const auto kernel = simple_ts::KernelRunner(on_device).marching_kernel();
  if (!kernel) {
    result.counted_in = "not known: the kernel is no march";
    return;
  }
  const auto count = count_instructions(*kernel, nvidia_architecture(device));
  result.per_cell = instructions_per_cell(count, *kernel);
  result.counted_in = count.counted_in;
}

Fp64Result measure_fp64(const Fp64Options& options, const std::string& scheme, const Stage& stage) {
  const methods::Method method = simple_ts::method();
  const auto tables = config::make_key_tables({{method.name, method.keys, method.make_units}});
  const auto settings = config::parse_case(
      method.benchmark->case_text(options.mesh, scheme, setup::Precision::in_double), "study", {},
      tables);
  const auto problem = method.make(settings, methods::Start::read);
  const auto launch = problem->backends().resolve(options.device, {.parity = options.parity});
  Fp64Result result;
  result.mesh = options.mesh;
  result.scheme = scheme;
  stage("instructions");
  opencl::guarded("reading a kernel",
                  [&] { count(simple_ts::make_case(settings), options.device, launch, result); });
  stage("rate of multiply-adds");
  result.multiply_add_rate =
      Ceilings(options.device, setup::Precision::in_double).multiply_add_rate();
  const auto simulation = problem->backends().on_device(opencl::Queue(options.device), launch);
  simulation->state().start();
  const auto start = simulation->state().download(methods::Level::current);
  const auto measured = measure(*simulation, problem->backends().first_time_step(), start,
                                {options.repeats, false}, stage);
  if (measured.finite) result.seconds = measured.iteration.wall;
  return result;
}

void run_benchmark(const Fp64Options& options, const TableEvents& events, Fp64Report& report) {
  events.say(screen_heading(fp64_columns()));
  for (const auto& scheme : options.schemes) {
    report.results.push_back(measure_fp64(options, scheme, [&](const std::string& what) {
      events.stage_of(report.size(), options.schemes.size(), {scheme, what});
    }));
    events.say(line_of(fp64_columns(), report.results.back()));
  }
}

void options_of_fp64(Add& add) {
  add("mesh", po::value<std::string>()->default_value("4032x400")->value_name("NXxNY"),
      "cells of the channel of `slipflow bench`");
  add("stretched", po::bool_switch(), "a mesh whose cells grow slowly along x and y");
  add("scheme", names("NAME"), "as in `slipflow bench` (repeatable); else the main ones");
  add("trust-device", po::bool_switch(), "leave out the self-test of the device");
}

int run_fp64(const Values& values, const std::string& command) {
  const methods::Method method = simple_ts::method();
  const auto& text = values["mesh"].as<std::string>();
  const auto cells = numbers_of("mesh", text, 2, kMostCellsOfAxis);
  Fp64Options options;
  options.mesh = method.benchmark->mesh(cells[0], cells[1], -1, text);
  options.mesh.stretched = values["stretched"].as<bool>();
  options.schemes = app::listed_values(values, "scheme");
  for (const auto& name : options.schemes)
    require_one_of("scheme", name, method.benchmark->schemes());
  if (options.schemes.empty()) options.schemes = method.benchmark->main_schemes();
  return run_study<Fp64Report>("fp64", {method, values["trust-device"].as<bool>()}, options, values,
                               command);
}
}  // namespace

Study fp64_study() {
  return {"FP64 instructions of the inner iteration on NVIDIA devices", options_of_fp64, run_fp64};
}

}  // namespace slipflow::bench::studies
