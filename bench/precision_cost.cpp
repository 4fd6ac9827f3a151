// bench_precision_cost CASE.cfg [options]: runs a case to its end in double, mixed and single
// precision and prints what the latter two cost in accuracy, as the tables of
// docs/results/performance.md: how far fields and drag end from those in double, inner iterations,
// time and memory.
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <cmath>
#include <iostream>

#include "slipflow/config/settings.hpp"
#include "slipflow/simple_ts/fields.hpp"
#include "slipflow/simple_ts/forces.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "time_loop.hpp"

namespace {
namespace po = boost::program_options;
using namespace slipflow;
using namespace slipflow::simple_ts;

/// How a run ended.
struct Run {
  Case c;
  State state;
  RunTotals totals;
  double bytes_per_cell;
};

po::options_description options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("case", po::value<std::string>(), "the case file");
  add("set", po::value<std::vector<std::string>>()->composing(),
      "replace a key of the case: section.key=value (repeatable)");
  add("device", po::value<std::string>()->default_value("auto"),
      "as of slipflow run; or serial, the serial reference");
  add("help", "show this");
  return options;
}

// The tolerance of the case is that in double; the others have the default of theirs.
Run run_in(const std::string& precision, const po::variables_map& values) {
  std::vector<std::string> set;
  if (values.count("set")) set = values["set"].as<std::vector<std::string>>();
  set.push_back("run.precision=" + precision);
  if (precision != "double")
    set.push_back("inner.tolerance=" +
                  key_tables().front()->find("inner.tolerance")->default_for.at(precision));
  Run run{make_case(config::load_case_file(values["case"].as<std::string>(), set, key_tables())),
          {},
          {},
          0};
  const auto& device = values["device"].as<std::string>();
  const auto backend =
      device == "serial"
          ? make_serial_operations(run.c)
          : make_opencl_operations(run.c,
                                   opencl::choose_device(device, needs_double(run.c.run.precision)),
                                   {.kernels = run.c.run.kernels});
  backend->upload(initial_state(run.c));
  run.totals = run_time_loop(run.c, *backend, {});
  run.state = backend->download();
  run.bytes_per_cell =
      backend->machine().info().bytes_allocated / static_cast<double>(run.c.cells());
  return run;
}

// Measured in double, whatever the run computed in.
double drag_of(const Run& run) {
  if (run.c.bodies.empty()) return NAN;
  Case c = run.c;
  c.run.precision = Precision::in_double;
  const auto backend = make_serial_operations(c);
  backend->upload(run.state);
  return body_forces(c, rounded(c, backend->diagnostics().wall_loads()))[0].drag();
}

void print_run(const std::string& precision, const Run& run) {
  fmt::print("{:<8} {:>9.1e} {:>7} {:>7} {:>11} {:>9.1f} {:>10.2f} {:>8.1f}   {:.9f}\n", precision,
             run.c.inner.tolerance, run.totals.step, run.totals.inner, run.totals.unconverged,
             run.totals.seconds,
             1e-6 * static_cast<double>(run.c.cells()) * static_cast<double>(run.totals.inner) /
                 run.totals.seconds,
             run.bytes_per_cell, drag_of(run));
}

// Over the largest value of the field.
void print_differences(const std::string& precision, const Run& run, const Run& reference) {
  for (const char* name : {"p", "T", "rho", "u", "v"}) {
    const auto a = cell_field(run.c, run.state, name).values;
    const auto b = cell_field(reference.c, reference.state, name).values;
    double largest = 0, sum = 0, scale = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      largest = std::max(largest, std::abs(a[k] - b[k]));
      sum += std::abs(a[k] - b[k]);
      scale = std::max(scale, std::abs(b[k]));
    }
    fmt::print("{:<8} {:<4} {:>10.1e} {:>10.1e}\n", precision, name, largest / scale,
               sum / static_cast<double>(a.size()) / scale);
  }
}

int compare_precisions(const po::variables_map& values) {
  const std::vector<std::string> names = {"double", "mixed", "single"};
  std::vector<Run> runs;
  fmt::print("{:<8} {:>9} {:>7} {:>7} {:>11} {:>9} {:>10} {:>8}   {}\n", "", "tolerance", "steps",
             "inner", "unconverged", "seconds", "Mcell/s", "B/cell", "drag");
  for (const auto& name : names) {
    runs.push_back(run_in(name, values));
    print_run(name, runs.back());
    std::cout.flush();
  }
  fmt::print("\n{:<8} {:<4} {:>10} {:>10}   from double, over the field's largest value\n", "", "",
             "largest", "mean");
  for (std::size_t k = 1; k < runs.size(); ++k) print_differences(names[k], runs[k], runs[0]);
  return 0;
}
}  // namespace

int main(int argc, char** argv) try {
  po::positional_options_description positions;
  positions.add("case", 1);
  po::variables_map values;
  po::store(po::command_line_parser(argc, argv).options(options()).positional(positions).run(),
            values);
  if (values.count("help") || !values.count("case")) {
    std::cout << "bench_precision_cost CASE.cfg [options]: what mixed and single precision cost in "
                 "accuracy\n"
              << options();
    return values.count("help") ? 0 : 2;
  }
  return compare_precisions(values);
} catch (const std::exception& error) {
  std::cerr << "bench_precision_cost: " << error.what() << '\n';
  return 2;
}
