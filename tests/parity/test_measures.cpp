// Diagnostics other than changes and step limits have the bits of the serial reference too.
#include <doctest/doctest.h>

#include <cmath>

#include "comparison.hpp"
#include "parity_cases.hpp"

namespace slipflow::simple_ts {

namespace {
/// All diagnostics other than changes and step limits, as numbers.
std::vector<double> measured(const Case& c, Measures& measures) {
  std::vector<double> all;
  for (const auto& wall : measures.wall_loads())
    for (const SideLoads& s : wall)
      all.insert(all.end(),
                 {s.pressure, s.normal, s.friction, s.heat, s.work, s.corner, s.limited});
  const DomainTotals totals = measures.totals();
  const auto append = [&](const Totals& t) {
    all.insert(all.end(), {t.mass, t.momentum_x, t.momentum_y, t.thermal, t.kinetic});
  };
  append(totals.contents);
  for (const Totals& flow : totals.flow) append(flow);
  std::vector<int> places;
  for (int at = 0; at < static_cast<int>(c.mesh.layout().size()); at += 7) places.push_back(at);
  for (const NodeValues& n : measures.nodes(places)) all.insert(all.end(), {n.u, n.v, n.T, n.rho});
  const Averages averages = measures.averages();
  all.push_back(averages.time);
  for (const auto* fields : {&averages.means, &averages.squares})
    for (const auto& field : *fields) all.insert(all.end(), field.begin(), field.end());
  return all;
}

std::vector<double> measured_after_steps(const Case& c, Backend& backend) {
  backend.upload(initial_state(c));
  backend.measures().start_averages({});
  for (int step = 0; step < 12; ++step) {
    advance_time_step(backend, *c.time.step, {1e-6, 30});
    if (step < 3) continue;
    backend.measures().add_to_averages(*c.time.step * (1 + step % 3));
    // Half way they are taken out and put back, as at a restart.
    if (step == 7) backend.measures().start_averages(backend.measures().averages());
  }
  return measured(c, backend.measures());
}
}  // namespace

TEST_CASE("forces, heat, totals, nodes and averages have the same bits too") {
  const auto check = [](const std::string& geometry, const std::vector<std::string>& options,
                        const Launch& launch) {
    std::vector<std::string> set = {"output.averages=p T rho u v"};
    set.insert(set.end(), options.begin(), options.end());
    CAPTURE(options);
    const Case c = case_from(geometry, set);
    const auto serial = measured_after_steps(c, *make_serial_backend(c));
    const auto device = measured_after_steps(c, *make_opencl_backend(c, test_device(), launch));
    REQUIRE(serial.size() == device.size());
    CHECK(different_bits(device, serial) == 0);
    for (const double value : serial) CHECK(std::isfinite(value));
  };
  // Kernels of the iteration that other tests build too.
  const std::string tvd = "scheme.convection=tvd", explicitly = "scheme.time=explicit",
                    mixed = "run.precision=mixed", single = "run.precision=single";
  if (compares_in("loops")) {
    check(parity_cases().at("edges"), {explicitly}, {true, KernelSet::fused, 32, kWhole});
    check(side_cases().at("pressures"), {tvd, explicitly}, {true, KernelSet::fused, 32, 7});
    check(side_cases().at("inflows"), {tvd, explicitly, mixed}, {true, KernelSet::fused, 64, 7});
    check(side_cases().at("pressures"), {tvd, explicitly, single}, {true, KernelSet::plain, 16, 7});
  }
  if (compares_in("loopvec")) {
    check(parity_cases().at("edges"), {tvd}, {true, KernelSet::plain, 64, 16});
    check(parity_cases().at("stretched"), {}, {true, KernelSet::fused, 128, kWhole});
    check(side_cases().at("pressures"), {tvd, mixed}, {true, KernelSet::plain, 32, 16});
    check(shapes_case(), {tvd, explicitly}, {true, KernelSet::plain, 64, 16});
  }
}

}  // namespace slipflow::simple_ts
