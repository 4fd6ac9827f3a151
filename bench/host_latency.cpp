// bench_host_latency [options]: the time saved by not reading the residuals after every inner
// iteration. Runs the same time steps alternately with batches of inner iterations and with a read
// per iteration, and prints the medians of time and processor time per step. Ends with status 1
// when the fields or the number of iterations differ.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <iostream>

#include "compare_states.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "time_loop.hpp"

namespace {
namespace po = boost::program_options;
using namespace slipflow;
using namespace slipflow::simple_ts;

// The quickstart on a mesh so small that a GPU is done before the host has asked it.
const std::string small_case =
    "[gas]\nknudsen = 0.05\nmach = 2.43\n"
    "[mesh]\nx = 0 20.1\ny = 0 10.1\ncells = 402 202\n"
    "[body]\nrectangle = 4.5 4.5 5.5 5.5\n"
    "[boundary]\nwest = stream\neast = outflow\n"
    "south = wall velocity=free_stream\nnorth = wall velocity=free_stream\n"
    "[time]\nstep = 0.005\nmax_steps = 100\n[inner]\ntolerance = 1e-8\n";

/// A backend that reads the residuals after every inner iteration.
class OneByOne : public Operations {
 public:
  OneByOne(const Case& c, Operations& backend) : Operations(c), backend_(backend) {}
  void upload(const State& s) override { backend_.upload(s); }
  State download() const override { return backend_.download(); }
  void upload_old(const State& s, double dt) override { backend_.upload_old(s, dt); }
  State download_old() const override { return backend_.download_old(); }
  void impose(std::vector<ImposedVelocities> velocities) override {
    backend_.impose(std::move(velocities));
  }
  void begin_time_step(double dt) override { backend_.begin_time_step(dt); }
  void take_back_step() override { backend_.take_back_step(); }
  void advance_inner_iteration() override { backend_.advance_inner_iteration(); }
  std::unique_ptr<HaloPort> halo(const mesh::HaloPlan& plan, std::span<std::byte> shared) override {
    return backend_.halo(plan, shared);
  }
  Residuals residuals() override { return backend_.residuals(); }
  Residuals change_over_step() override { return backend_.change_over_step(); }
  StepLimits step_limits() override { return backend_.step_limits(); }
  StageOperations& stages() override { return backend_.stages(); }
  Diagnostics& diagnostics() override { return backend_.diagnostics(); }
  methods::Machine& machine() override { return backend_.machine(); }

 private:
  Operations& backend_;
};

double processor_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Measured {
  std::vector<double> seconds, processor;  // per step, one of each run
  State state;
  long inner = 0;
};

void run_once(const Case& c, Operations& backend, Measured& measured) {
  backend.upload(initial_state(c));
  const double before = processor_seconds();
  const RunTotals totals = run_time_loop(c, backend, {});
  const double steps = static_cast<double>(totals.step);
  measured.processor.push_back((processor_seconds() - before) / steps);
  measured.seconds.push_back(totals.seconds / steps);
  measured.state = backend.download();
  measured.inner = totals.inner;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print_row(const char* name, const Measured& m) {
  const double seconds = median(m.seconds), processor = median(m.processor);
  fmt::print("{:<24} {:>12.1f} us {:>12.1f} us {:>10.0f} %\n", name, 1e6 * seconds, 1e6 * processor,
             100 * processor / seconds);
}

po::options_description options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("device", po::value<std::string>()->default_value("auto"), "as of slipflow run");
  add("set", po::value<std::vector<std::string>>()->composing(),
      "replace a key of the case: section.key=value (repeatable)");
  add("repeats", po::value<int>()->default_value(5), "runs of each kind, after one that warms up");
  add("batch", po::value<int>()->default_value(0), "iterations in a batch; 0: adapted");
  add("help", "show this");
  return options;
}

int compare_ways(const po::variables_map& values) {
  std::vector<std::string> set;
  if (values.count("set")) set = values["set"].as<std::vector<std::string>>();
  const Case c =
      make_case(config::parse_case(small_case, "the benchmark's case", set, key_tables()));
  const auto device = opencl::choose_device(values["device"].as<std::string>());
  const auto backend = make_opencl_operations(c, device,
                                              {.kernels = c.run.kernels,
                                               .work_group_size = c.run.work_group_size,
                                               .rows = c.run.rows,
                                               .batch = values["batch"].as<int>()});
  OneByOne one_by_one(c, *backend);
  Measured warm_up, each, batched;
  run_once(c, *backend, warm_up);
  for (int k = 0; k < std::max(values["repeats"].as<int>(), 1); ++k) {
    run_once(c, one_by_one, each);
    run_once(c, *backend, batched);
  }
  const auto info = backend->machine().info();
  fmt::print("{}, {} kernels, {} {}, {} x {}, {} steps of {:.1f} inner iterations\n", info.device,
             info.kernels, c.scheme.explicit_convection ? "explicit" : "implicit", c.scheme.name,
             c.mesh.x.cells(), c.mesh.y.cells(), c.time.max_steps,
             static_cast<double>(batched.inner) / static_cast<double>(c.time.max_steps));
  fmt::print("{:<24} {:>15} {:>15} {:>12}\n", "", "time per step", "processor time", "of one core");
  print_row("a read per iteration", each);
  print_row("batches", batched);
  fmt::print("batches take {:.1f} % less time\n",
             100 * (1 - median(batched.seconds) / median(each.seconds)));
  const auto fields = compare_states(c, batched.state, each.state);
  const bool same_bits =
      std::all_of(fields.begin(), fields.end(), [](const auto& f) { return f.different == 0; });
  const bool same = same_bits && batched.inner == each.inner;
  fmt::print("iterations and bits: {}\n", same ? "the same" : "DIFFERENT");
  return same ? 0 : 1;
}
}  // namespace

int main(int argc, char** argv) try {
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, options()), values);
  if (values.count("help")) {
    std::cout << "bench_host_latency [options]: batches of inner iterations against a read of the "
                 "residuals after each\n"
              << options();
    return 0;
  }
  return compare_ways(values);
} catch (const std::exception& error) {
  std::cerr << "bench_host_latency: " << error.what() << '\n';
  return 2;
}
