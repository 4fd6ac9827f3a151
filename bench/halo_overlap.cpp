// bench_halo_overlap [options]: what the exchange of border values costs a device, without other
// ranks. A mesh that is periodic along y is computed as a whole, and as a piece whose neighbours to
// the south and the north are itself: its values go to the host and come back from there. Runs
// iterations in turns of four ways and prints their medians. Ends with status 1 when the fields
// differ in parity mode.
#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options.hpp>
#include <functional>
#include <iostream>

#include "compare_states.hpp"
#include "slipflow/simple_ts/keys.hpp"
#include "slipflow/simple_ts/opencl_operations.hpp"
#include "slipflow/simple_ts/piece.hpp"
#include "slipflow/simple_ts/time_step.hpp"
#include "slipflow/support/stopwatch.hpp"

namespace {
namespace po = boost::program_options;
using namespace slipflow;
using namespace slipflow::simple_ts;

constexpr double kStep = 0.004;  // about a quarter of the cell width

std::string periodic_case(int columns, int rows) {
  constexpr double width = 0.02;
  return fmt::format(
      "[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 {}\ny = 0 {}\ncells = {} {}\n"
      "[boundary]\nwest = stream\neast = outflow\nsouth = periodic\nnorth = periodic\n"
      "[time]\nstep = {}\nmax_steps = 1\n",
      width * columns, width * rows, columns, rows, kStep);
}

/// A piece and its values on the way.
class Ring {
 public:
  Ring(const Case& twice, const opencl::Queue& queue, const Launch& launch)
      : pieces_({{0, twice.mesh.x.cells()}, false},
                {{0, twice.mesh.y.cells() / 2, twice.mesh.y.cells()}, true}),
        piece_(piece_of(twice, pieces_, 0)),
        plan_(halo_plan(pieces_, 0, halo_depths(twice))),
        backend_(make_opencl_operations(piece_, queue, launch)),
        halo_(backend_->halo(plan_, {})) {}

  Operations& backend() { return *backend_; }
  std::size_t bytes() const { return halo_->out().size(); }

  void start() { halo_->start_iteration(); }
  void exchange() {
    while (!halo_->packed()) {
    }
    const std::size_t bytes = halo_->out().size() / plan_.out.values();
    for (const mesh::HaloMessage& to : plan_.messages)
      for (const mesh::HaloMessage& from : plan_.messages)
        if (from.direction_out == to.direction_in)
          std::ranges::copy(halo_->out().subspan(bytes * from.begin_out, bytes * from.values_out),
                            halo_->in().subspan(bytes * to.begin_in).begin());
    halo_->unpack();
  }
  void wait_for_changes() {
    while (!halo_->take_changes()) {
    }
  }

 private:
  mesh::Decomposition pieces_;
  Case piece_;
  mesh::HaloPlan plan_;
  std::unique_ptr<Operations> backend_;
  std::unique_ptr<HaloPort> halo_;
};

// The ways to do the iterations of a time step.
void ahead(Ring& ring, int count) {
  ring.start();
  for (int k = 1; k <= count; ++k) {
    ring.exchange();
    if (k < count) ring.start();
    ring.wait_for_changes();
  }
}

void decided(Ring& ring, int count) {
  for (int k = 0; k < count; ++k) {
    ring.start();
    ring.exchange();
    ring.wait_for_changes();
  }
}

void exposed(Ring& ring, int count) {
  for (int k = 0; k < count; ++k) {
    ring.start();
    ring.wait_for_changes();
    ring.exchange();
  }
}

struct Way {
  const char* name;
  std::function<void(int)> iterate;
  Operations& backend;
  std::vector<double> seconds{};  // per iteration
  State state{};
};

po::options_description options() {
  po::options_description options("Options");
  auto add = options.add_options();
  add("device", po::value<std::string>()->default_value("auto"), "as of slipflow run");
  add("columns", po::value<int>()->default_value(4032), "cells along x");
  add("rows", po::value<int>()->default_value(400), "cells along y");
  add("set", po::value<std::vector<std::string>>()->composing(),
      "replace a key of the case: section.key=value (repeatable)");
  add("parity", po::bool_switch(), "as of slipflow run");
  add("iterations", po::value<int>()->default_value(100), "in a measurement");
  add("repeats", po::value<int>()->default_value(7), "measurements, after one that warms up");
  add("help", "show this");
  return options;
}

int compare_ways(const po::variables_map& values) {
  std::vector<std::string> set;
  if (values.count("set")) set = values["set"].as<std::vector<std::string>>();
  const int columns = values["columns"].as<int>(), rows = values["rows"].as<int>();
  const auto make = [&](int of_rows) {
    return make_case(config::parse_case(periodic_case(columns, of_rows), "the benchmark's case",
                                        set, key_tables()));
  };
  const Case whole = make(rows), twice = make(2 * rows);
  const bool parity = values["parity"].as<bool>();
  const Launch launch{.parity = parity,
                      .kernels = whole.run.kernels,
                      .work_group_size = whole.run.work_group_size,
                      .rows = whole.run.rows};
  const opencl::Queue queue(opencl::choose_device(values["device"].as<std::string>()));
  const auto alone = make_opencl_operations(whole, queue, launch);
  Ring ring(twice, queue, launch);
  const State start = initial_state(whole);
  std::vector<Way> ways = {{"no exchange, batches",
                            [&](int n) {
                              alone->iterate({0, n});
                            },
                            *alone},
                           {"hidden, one ahead", [&](int n) { ahead(ring, n); }, ring.backend()},
                           {"hidden, none ahead", [&](int n) { decided(ring, n); }, ring.backend()},
                           {"not hidden", [&](int n) { exposed(ring, n); }, ring.backend()}};
  const int iterations = values["iterations"].as<int>(), repeats = values["repeats"].as<int>();
  for (int k = 0; k <= repeats; ++k)
    for (Way& way : ways) {
      way.backend.upload(start);
      way.backend.begin_time_step(kStep);
      way.backend.machine().finish();
      const double seconds = seconds_of([&] {
        way.iterate(iterations);
        way.backend.machine().finish();
      });
      if (k > 0) way.seconds.push_back(seconds / iterations);
      if (k == repeats) way.state = way.backend.download();
    }
  const auto info = alone->machine().info();
  fmt::print("{}, {} kernels, {} {}, {} x {}, {:.0f} kB each way\n", info.device, info.kernels,
             whole.scheme.explicit_convection ? "explicit" : "implicit", whole.scheme.name, columns,
             rows, 1e-3 * static_cast<double>(ring.bytes()));
  const double best = median(ways.front().seconds);
  bool same = true;
  for (const Way& way : ways) {
    const double seconds = median(way.seconds);
    fmt::print("{:<22} {:>10.1f} us {:>8.3f}\n", way.name, 1e6 * seconds, best / seconds);
    for (const auto& field : compare_states(whole, way.state, ways.front().state))
      same = same && field.different == 0;
  }
  fmt::print("bits: {}\n", same ? "the same" : "different");
  return same || !parity ? 0 : 1;
}
}  // namespace

int main(int argc, char** argv) try {
  po::variables_map values;
  po::store(po::parse_command_line(argc, argv, options()), values);
  if (values.count("help")) {
    std::cout << "bench_halo_overlap [options]: iterations of a piece of a mesh that exchanges its "
                 "border values, against one of the same size that is alone\n"
              << options();
    return 0;
  }
  return compare_ways(values);
} catch (const std::exception& error) {
  std::cerr << "bench_halo_overlap: " << error.what() << '\n';
  return 2;
}
