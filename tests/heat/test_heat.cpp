// Heat conduction against closed forms, and the case for test_method_commands.cpp.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <numbers>

#include "../support/failure.hpp"
#include "frame.hpp"
#include "heat.hpp"
#include "method_commands.hpp"
#include "results.hpp"
#include "slipflow/app/commands.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/run/time_loop.hpp"

namespace test_app {

std::vector<MethodCase> method_cases() {
  return {{.name = "heat",
           .text = "title = Hot spot\nmethod = heat\n[heat]\ndiffusivity = 0.5\n"
                   "[mesh]\nx = 0 2\ny = 0 1\ncells = 29 17\nx_stretch = geometric 1.03\n"
                   "[body]\ncircle = 1 0.5 0.2 T=2\nrectangle = 1.6 0 1.8 0.4\n"
                   "[boundary]\nwest = temperature T=1\neast = adiabatic\nsouth = periodic\n"
                   "north = periodic\n[initial]\nT = -1\n[time]\ncourant = 0.8\nend = 0.03\n"
                   "[output]\nevery_time = 0.011\nhistory_every = 2\naverages = T\n"
                   "probe = 0.3 0.4 name=spot\nprofile = 0 0.1 2 0.1 points=5 name=low\n",
           .cells = "29 x 17",
           .scheme = "explicit",
           .derived = {"\n# largest stable step       dt = 0.00", "\n# circle 1  "},
           .precisions = {"mixed", "single"},
           .benchmarks = {"explicit"}}};
}

}  // namespace test_app

namespace test_heat {

using namespace slipflow;
using namespace test_app;

namespace {
using Function = std::function<double(double x, double y)>;

// Conditions at both ends of x, and in the south and north.
std::string boundary(const std::string& x, const std::string& s, const std::string& n) {
  return fmt::format("[boundary]\nwest = {0}\neast = {0}\nsouth = {1}\nnorth = {2}\n", x, s, n);
}
const std::string cold = "temperature T=0", adiabatic = "adiabatic";

config::Settings settings_of(const std::string& text) {
  static const auto tables = config::make_key_tables({{"heat", heat::keys()}});
  return config::parse_case("[heat]\ndiffusivity = 0.5\n[mesh]\nx = 0 2\ny = 0 1\n" + text,
                            "case.cfg", {}, tables);
}

// A case run to its end on the host, from initial temperatures.
struct Run {
  Run(const std::string& text, const Function& initial) : problem(settings_of(text)) {
    const auto simulation = problem.backends().on_host();
    const auto layout = problem.mesh().layout();
    std::vector<double> T(layout.size());
    for_gas([&](int i, int j, double x, double y) { T[layout.at(i, j)] = initial(x, y); });
    simulation->state().upload({{"T", T}});
    run::run_time_loop(problem.controls(), simulation->stepper(), {}, {});
    frame = simulation->diagnostics().frame({"T"}, {{0.3, 0.7}});
  }
  template <class F>
  void for_gas(F f) const {
    const auto& m = problem.mesh();
    for (int j = 0; j < m.y.cells(); ++j)
      for (int i = 0; i < m.x.cells(); ++i)
        if (!m.solid(i, j)) f(i, j, m.x.centre(i), m.y.centre(j));
  }
  // The largest distance of T from a function.
  double error(const Function& exact) const {
    double largest = 0;
    for_gas([&](int i, int j, double x, double y) {
      const double T = frame.fields[0].values[j * problem.mesh().x.cells() + i];
      largest = std::fmax(largest, std::abs(T - exact(x, y)));
    });
    return largest;
  }

  heat::Problem problem;
  methods::FrameValues frame;
};

// Sines of that many half waves in a box of 2 x 1, at t = 0.04: errors with n and 2 n rows.
double observed_order(const std::string& boundaries, int waves_x, int waves_y) {
  const double kx = waves_x * std::numbers::pi / 2, ky = waves_y * std::numbers::pi;
  const Function sines = [&](double x, double y) {
    return (waves_x ? std::sin(kx * x) : 1) * (waves_y ? std::sin(ky * y) : 1);
  };
  const auto error = [&](int n) {
    const auto text = fmt::format("cells = {} {}\n[time]\ncourant = 0.5\nend = 0.04\n", 2 * n, n);
    const Run run(text + boundaries, sines);
    const double decay = std::exp(-0.5 * (kx * kx + ky * ky) * 0.04);
    return run.error([&](double x, double y) { return decay * sines(x, y); });
  };
  return std::log2(error(16) / error(32));
}
}  // namespace

TEST_CASE("sines decay as the exact ones, with second order") {
  const double orders[] = {observed_order(boundary(cold, cold, cold), 2, 1),
                           observed_order(boundary("periodic", adiabatic, adiabatic), 4, 0),
                           observed_order(boundary(adiabatic, cold, cold), 0, 2)};
  for (const double order : orders) CHECK(std::abs(order - 2) < 0.1);
}

TEST_CASE("between two temperatures the profile becomes linear, on a stretched axis too") {
  const Function exact = [](double, double y) { return -1 + 4 * y; };
  const Run run("cells = 5 12\ny_stretch = geometric 1.1\n[time]\ncourant = 0.9\nend = 8\n" +
                    boundary(adiabatic, "temperature T=-1", "temperature T=3"),
                [](double, double) { return 0; });
  CHECK(run.error(exact) < 1e-12);
  CHECK(std::abs(run.frame.samples[0][0] - exact(0.3, 0.7)) < 1e-12);
}

TEST_CASE("adiabatic walls keep the heat, a body of a temperature gives it to all around it") {
  const Function hot_spot = [](double x, double y) { return x < 0.5 && y > 0.2 ? 4.0 : 1.0; };
  const std::string text = "cells = 20 13\nx_stretch = geometric 1.05\n[time]\ncourant = 1\n" +
                           boundary("periodic", adiabatic, adiabatic);
  const Run kept(text + "[time]\nend = 10\n[body]\ncircle = 1 0.5 0.2\n", hot_spot);
  const auto& m = kept.problem.mesh();
  double heat = 0, area = 0;
  kept.for_gas([&](int i, int j, double x, double y) {
    heat += m.x.widths[i] * m.y.widths[j] * hot_spot(x, y);
    area += m.x.widths[i] * m.y.widths[j];
  });
  CHECK(kept.error([&](double, double) { return heat / area; }) < 1e-11);
  const Run given(text + "[time]\nend = 60\n[body]\nrectangle = 0.5 0.3 0.9 0.6 T=2\n", hot_spot);
  CHECK(given.error([](double, double) { return 2.0; }) < 1e-6);
}

TEST_CASE("an unstable step and a temperature that is no number are refused") {
  const auto refused = [](const std::string& text) {
    const std::string all = "cells = 20 10\n[time]\nend = 1\n" + text;
    return test_support::failure([&] { heat::make_case(settings_of(all)); }).second;
  };
  CHECK(refused("step = 0.0051\n" + boundary(cold, cold, cold)) ==
        "case.cfg:9: time.step = 0.0051: must be at most 0.005, the largest stable step");
  CHECK(refused("courant = 1\n" + boundary(cold, "temperature T=hot", adiabatic)) ==
        "case.cfg:13: boundary.south = temperature T=hot: T=hot must be a number from -1e6 to 1e6");
}

TEST_CASE("run writes frames, averages, pictures, probes and profiles") {
  const Place place(method_cases().front().text);
  REQUIRE(place.slipflow({"run", "case.cfg", "--quiet", "--backend", "serial"}).status == 0);
  const auto frame = read_frame(place / "out/fields/000003.vtr");
  CHECK(frame.fields.at("T_mean") != frame.fields.at("T"));
  CHECK(std::filesystem::exists(place / "out/pictures/T_000003.png"));
  CHECK(lines_of(read(place / "out/probes.csv"))[0] == "step,time,spot_T");
  CHECK(lines_of(read(place / "out/profiles/low_000003.csv")).size() == 6);
}

TEST_CASE("a kernel folder replaces the method's own sources too" * doctest::test_suite("opencl")) {
  const Place place(method_cases().front().text);
  CHECK(holds(place.slipflow({"devices"}).out, "self-test         passed in "));
  std::filesystem::create_directory(place / "kernels");
  const auto equation = read(std::filesystem::path(SLIPFLOW_SOURCE_DIR) / "tests/heat/heat.h");
  write(place / "kernels/heat.h", with_line(equation, "  return (heat_T(box, i, j) - T_P) * rhf;",
                                            "  return 1.0001 * (heat_T(box, i, j) - T_P) * rhf;"));
  const auto with_kernels = [&](const std::vector<std::string>& arguments) {
    return in_child(place.path(), [&] {
      opencl::override_kernel_sources(place / "kernels");
      return app::run_program(arguments);
    });
  };
  CHECK(with_kernels({"verify", "case.cfg", "--parity", "--trust-device"}).status == 7);
  const auto run = with_kernels({"run", "case.cfg", "--backend", "opencl"});
  CHECK(run.status == 3);
  CHECK(holds(run.err, "fails the self-test: the solver's kernel gives T = "));
}

}  // namespace test_heat
