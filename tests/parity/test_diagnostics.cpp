// Diagnostics other than changes and step limits have the bits of the serial reference too.
#include <doctest/doctest.h>

#include <cmath>

#include "comparison.hpp"
#include "parity_cases.hpp"

namespace slipflow::simple_ts::test_diagnostics {

namespace {
/// All diagnostics other than changes and step limits.
struct Measured {
  std::vector<std::int64_t> limbs;  // of all sums
  std::vector<double> sums;         // rounded
  std::vector<double> values;
};

Measured measured(const Case& c, Diagnostics& diagnostics) {
  Measured all;
  ExactLoads loads = diagnostics.wall_loads();
  ExactTotals totals = diagnostics.totals();
  for (const auto of : {limbs(loads), limbs(totals)})
    all.limbs.insert(all.limbs.end(), of.begin(), of.end());
  for (const auto& wall : rounded(c, loads))
    for (const SideLoads& s : wall)
      all.sums.insert(all.sums.end(), {s.pressure, s.normal, s.friction, s.conduction,
                                       s.friction_heat, s.work, s.corner, s.limited});
  const DomainTotals t = rounded(c, totals);
  all.sums.insert(all.sums.end(), {t.contents.mass, t.contents.kinetic, t.flow[0].thermal});
  auto& values = all.values;
  std::vector<int> places;
  for (int at = 0; at < static_cast<int>(c.mesh.layout().size()); at += 7) places.push_back(at);
  for (const NodeValues& n : diagnostics.nodes(places))
    values.insert(values.end(), {n.u, n.v, n.T, n.rho});
  const Averages averages = diagnostics.averages();
  values.push_back(averages.time);
  for (const auto* fields : {&averages.means, &averages.squares})
    for (const auto& field : *fields) values.insert(values.end(), field.begin(), field.end());
  return all;
}

Measured measured_after_steps(const Case& c, Operations& backend) {
  backend.upload(initial_state(c));
  backend.diagnostics().start_averages({});
  for (int step = 0; step < 12; ++step) {
    advance_time_step(backend, *c.time.step, {1e-6, 30});
    if (step < 3) continue;
    backend.diagnostics().add_to_averages(*c.time.step * (1 + step % 3));
    // Half way they are taken out and put back, as at a restart.
    if (step == 7) backend.diagnostics().start_averages(backend.diagnostics().averages());
  }
  return measured(c, backend.diagnostics());
}
}  // namespace

TEST_CASE("forces, heat, totals, nodes and averages have the same bits too" *
          doctest::test_suite("full")) {
  const auto check = [](const std::string& geometry, const std::vector<std::string>& options,
                        const Launch& launch) {
    std::vector<std::string> set = {"output.averages=p T rho u v"};
    set.insert(set.end(), options.begin(), options.end());
    CAPTURE(options);
    const Case c = case_from(geometry, set);
    const auto serial = measured_after_steps(c, *make_serial_operations(c));
    const auto device = measured_after_steps(c, *make_opencl_operations(c, test_queue(), launch));
    CHECK(device.limbs == serial.limbs);
    REQUIRE(device.values.size() == serial.values.size());
    CHECK(different_bits(device.values, serial.values) == 0);
    for (const auto* numbers : {&serial.sums, &serial.values})
      for (const double value : *numbers) CHECK(std::isfinite(value));
  };
  // Kernels of the iteration that other tests build too.
  const std::string tvd = "scheme.convection=tvd", explicitly = "scheme.time=explicit",
                    mixed = "run.precision=mixed", single = "run.precision=single";
  check(parity_cases().at("edges"), {tvd}, {true, KernelSet::plain, 64, 16});
  check(parity_cases().at("stretched"), {tvd, mixed}, {true, KernelSet::fused, 128, kWhole});
  auto without_friction = without_friction_heat;
  without_friction.insert(without_friction.end(), {tvd, explicitly});
  check(side_cases().at("pressures"), without_friction, {true, KernelSet::plain, 16, 16});
  check(side_cases().at("inflows"), {tvd, explicitly, mixed}, {true, KernelSet::fused, 64, 7});
  without_friction.insert(without_friction.end(), {single, "gas.creep_coefficient=1.018"});
  check(side_cases().at("pressures"), without_friction, {true, KernelSet::plain, 16, 7});
  check(shapes_case(), {tvd}, {true, KernelSet::plain, 64, 16});
}

}  // namespace slipflow::simple_ts::test_diagnostics
