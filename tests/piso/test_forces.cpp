// Forces of incompressible flow on bodies and boundaries. script/mutants runs this file too.
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include "flow_meshes.hpp"
#include "slipflow/piso/flow_solver.hpp"

namespace test_forces {

using namespace slipflow::piso;
using namespace test_flow;

namespace {
/// A stream past the patch behind the four sides of a box.
FlowCase stream_past_body(PatchKind body) {
  FlowCase flow;
  flow.viscosity = 0.5;
  flow.tolerance = 1e-9;
  flow.patches.resize(5);
  flow.patches[0].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0}; };
  flow.patches[1].kind = PatchKind::outflow;
  flow.patches[4].kind = body;
  flow.patches[4].slip_length = 0.7;
  return flow;
}

/// The force on patch 4, and what all forces and the momentum that flows out add up to.
std::array<SfVector, 2> force_and_balance(const FlowMesh& mesh, const FlowSolver& solver) {
  const auto loads = solver.side_loads();
  const auto U = solver.velocities();
  const SfVectorArray of{mesh.sides.count(), mesh.components};
  SfVector force{}, sum{};
  for (int s = 0; s < of.count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    const SfVector load = sf_plus_times(loads.frictions[k], loads.pressures[k],
                                        sf_vector_at(mesh.sides.S.data(), of, s));
    const int patch = mesh.sides.patch[k];
    const SfVector at_side =
        patch == 0 ? SfVector{1, 0, 0} : U[static_cast<std::size_t>(mesh.sides.cell[k])];
    sum = sf_plus_times(sf_plus(sum, load), loads.fluxes[k], at_side);
    if (patch == 4) force = sf_plus(force, load);
  }
  return {force, sum};
}

bool has_become_steady(FlowSolver& solver) {
  for (int k = 0; k < 1000; ++k) {
    const auto report = solver.iterate();
    if (report.residual_u < 1e-9 && report.residual_p < 1e-9) return true;
  }
  return false;
}
}  // namespace

TEST_CASE("the forces on a staircase and on the boundaries are the momentum that the flow loses") {
  for (const double shear : {0.0, 0.4})
    for (const PatchKind body : {PatchKind::velocity, PatchKind::slip}) {
      CAPTURE(shear);
      const auto mesh = flow_mesh(sheared(box_with_circle(16, 10, {5, 4.6, 0}, 2.2), shear));
      REQUIRE(mesh.patches.size() == 5);
      FlowSolver solver(mesh, stream_past_body(body));
      CHECK(has_become_steady(solver));
      const auto [force, balance] = force_and_balance(mesh, solver);
      CHECK(force.x > 1);
      CHECK(std::abs(balance.x) < 1e-6 * force.x);
      CHECK(std::abs(balance.y) < 1e-6 * force.x);
    }
}

}  // namespace test_forces
