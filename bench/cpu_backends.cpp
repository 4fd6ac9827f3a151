// bench_cpu_backends [options]: the serial reference on one core against the plain kernels on a CPU
// device. Runs the same inner iterations alternately with both and prints cell updates per second
// (cells x inner iterations), the median and the best of all turns. Ends with status 1 when the
// fields differ.
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <chrono>
#include <iostream>

#include "compare_states.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"

namespace {
namespace po = boost::program_options;
using namespace slipflow;
using namespace slipflow::simple_ts;

// The quickstart: a channel with a square.
const std::string channel =
    "[gas]\nknudsen = 0.05\nmach = 2.43\n"
    "[mesh]\nx = 0 20\ny = 0 10\ncells = 402 202\n"
    "[body]\nrectangle = 4.5 4.5 5.5 5.5\n"
    "[boundary]\nwest = stream\neast = outflow\n"
    "south = wall velocity=free_stream\nnorth = wall velocity=free_stream\n"
    "[time]\nstep = 0.0005\nmax_steps = 1\n";

po::options_description options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("set", po::value<std::vector<std::string>>()->composing(),
      "replace a key of the case: section.key=value (repeatable)");
  add("device", po::value<std::string>()->default_value("auto"), "as of slipflow run");
  add("iterations", po::value<int>()->default_value(20), "inner iterations of a turn");
  add("repeats", po::value<int>()->default_value(7), "turns of each, after one that warms up");
  add("parity", po::bool_switch(), "without fused multiply-add: the same bits are expected");
  add("serial-only", po::bool_switch(), "no device");
  add("help", "show this");
  return options;
}

/// Cell updates per second of each turn: of time that passed, and of time all cores worked for it,
/// which depends less on what else the machine does.
class Turns {
 public:
  Turns(const Case& c, Operations& backend, int iterations)
      : case_(c), backend_(backend), iterations_(iterations) {
    backend_.upload(initial_state(c));
  }

  /// Runs one time step of `iterations` inner iterations.
  void take() {
    const auto begin = std::chrono::steady_clock::now();
    const std::clock_t processor_begin = std::clock();
    backend_.begin_time_step(*case_.time.step);
    // No change is below 0: none ends the step early.
    backend_.iterate({.tolerance = 0, .max = iterations_});
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    const double processor =
        static_cast<double>(std::clock() - processor_begin) / static_cast<double>(CLOCKS_PER_SEC);
    const double updates = static_cast<double>(case_.cells()) * iterations_;
    rates_.push_back(updates / time.count());
    processor_rates_.push_back(updates / processor);
  }
  void forget() {
    rates_.clear();
    processor_rates_.clear();
  }

  double best() const { return *std::max_element(rates_.begin(), rates_.end()); }
  double median() const { return median_of(rates_); }
  State state() const { return backend_.download(); }
  void print() const {
    const auto info = backend_.machine().info();
    fmt::print("{:<8} {:<8} {:>10.2f} {:>10.2f} {:>15.2f} {:>8.0f}   {}\n", info.name, info.kernels,
               median() / 1e6, best() / 1e6, median_of(processor_rates_) / 1e6,
               info.bytes_allocated / static_cast<double>(case_.cells()), info.device);
  }

 private:
  static double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
  }

  const Case& case_;
  Operations& backend_;
  int iterations_;
  std::vector<double> rates_, processor_rates_;  // of wall time, of processor time
};

bool same_fields(const Case& c, const State& a, const State& b) {
  const auto fields = compare_states(c, a, b);
  return std::all_of(fields.begin(), fields.end(), [](const auto& f) { return f.different == 0; });
}

int compare_backends(const po::variables_map& values) {
  std::vector<std::string> set;
  if (values.count("set")) set = values["set"].as<std::vector<std::string>>();
  const Case c = make_case(config::parse_case(channel, "the benchmark's case", set, key_tables()));
  const int iterations = std::max(values["iterations"].as<int>(), 1);
  const int repeats = std::max(values["repeats"].as<int>(), 1);
  fmt::print("{} {}, {} x {}, {} inner iterations a turn\n",
             c.scheme.explicit_convection ? "explicit" : "implicit", c.scheme.name,
             c.mesh.x.cells(), c.mesh.y.cells(), iterations);
  fmt::print("{:<8} {:<8} {:>10} {:>10} {:>15} {:>8}\n", "backend", "kernels", "median", "best",
             "per core second", "B/cell");

  const auto serial = make_serial_operations(c);
  std::unique_ptr<Operations> device;
  if (!values["serial-only"].as<bool>())
    device = make_opencl_operations(c, opencl::choose_device(values["device"].as<std::string>()),
                                    {.parity = values["parity"].as<bool>(),
                                     .kernels = c.run.kernels,
                                     .work_group_size = c.run.work_group_size,
                                     .rows = c.run.rows});
  std::vector<Turns> turns{{c, *serial, iterations}};
  if (device) turns.push_back({c, *device, iterations});
  for (int k = 0; k <= repeats; ++k)
    for (Turns& t : turns) {
      t.take();
      if (k == 0) t.forget();
    }
  for (const Turns& t : turns) t.print();
  if (!device) return 0;
  fmt::print("device / serial: median {:.2f}, best {:.2f}\n", turns[1].median() / turns[0].median(),
             turns[1].best() / turns[0].best());
  const bool same = same_fields(c, turns[0].state(), turns[1].state());
  fmt::print("bits: {}\n", same ? "the same" : "different");
  return same || !values["parity"].as<bool>() ? 0 : 1;
}
}  // namespace

int main(int argc, char** argv) try {
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, options()), values);
  if (values.count("help")) {
    std::cout << "bench_cpu_backends [options]: million cell updates per second of the serial "
                 "reference and of a device, run alternately\n"
              << options();
    return 0;
  }
  return compare_backends(values);
} catch (const std::exception& error) {
  std::cerr << "bench_cpu_backends: " << error.what() << '\n';
  return 2;
}
