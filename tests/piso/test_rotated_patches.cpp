// Cyclic patches that a rotation joins: a sector against the whole ring, and closed forms.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "flow_meshes.hpp"
#include "piso/momentum.h"
#include "slipflow/piso/flow_solver.hpp"
#include "solver/setup.hpp"

namespace test_rotated_patches {

using namespace slipflow::piso;
using namespace test_flow;

namespace {
constexpr double kTurn = 2 * std::numbers::pi;

FlowMesh mesh_of(const Ring& ring, int sectors) { return flow_mesh(ring.mesh(sectors)); }

/// A flow of everything that a sector can have, with the symmetry of the ring and no other one.
FlowCase flow_in(const Ring& ring, const FlowMesh& mesh) {
  FlowCase flow;
  flow.viscosity = 0.08;
  flow.tolerance = 1e-10;
  for (const std::string& name : mesh.patches) {
    FlowPatch& patch = flow.patches.emplace_back();
    if (name == "south") {
      patch.velocity = [ring](const SfVector& x, double) {
        const double wave = ring.sectors * ring.angle_at(x);
        return ring.vector_at(
            x, {0.5 + 0.2 * std::cos(wave), 0.4 + 0.1 * std::sin(wave), 0.1 * std::cos(wave)});
      };
    } else if (name == "north") {
      patch.kind = PatchKind::pressure;
      patch.pressure = [ring](const SfVector& x, double) {
        return 0.1 * std::sin(ring.sectors * ring.angle_at(x));
      };
    } else if (name == "top") {
      patch.kind = PatchKind::slip;
      patch.slip_length = 0.1;
      patch.is_wall = true;
    } else {
      patch.kind = PatchKind::symmetry;
    }
  }
  return flow;
}

void become_steady(FlowSolver& solver, double residual = 1e-10) {
  for (int k = 0; k < 600; ++k) {
    const auto report = solver.iterate();
    if (report.residual_u < residual && report.residual_p < residual) return;
  }
  FAIL("not steady: " << solver.iterate().residual_u << ", " << solver.iterate().residual_p);
}

/// The largest difference between velocities, and pressures, of a sector and the same cells of the
/// ring.
void check_sector(const FlowSolver& whole, const FlowSolver& sector, const Ring& ring,
                  double bound) {
  // Cells of a sector that are numbered one after the other.
  const auto row = static_cast<std::size_t>(ring.cells[0] * (ring.of_tetrahedra ? 6 : 1));
  const auto sectors = static_cast<std::size_t>(ring.sectors);
  const auto all = whole.velocities(), part = sector.velocities();
  const auto all_p = whole.pressures(), part_p = sector.pressures();
  REQUIRE(all.size() == part.size() * sectors);
  double u = 0, p = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const std::size_t k = i / row * row * sectors + i % row;
    const SfVector e = sf_plus_times(all[k], -1, part[i]);
    u = std::max(u, std::sqrt(sf_dot(e, e)));
    p = std::max(p, std::abs(all_p[k] - part_p[i]));
  }
  CHECK(u < bound);
  CHECK(p < bound);
}
}  // namespace

TEST_CASE("a sector has the steady flow of the whole ring, about an oblique axis too") {
  struct Row {
    Ring ring;
    bool oblique, skewed;
  };
  for (const Row& row :
       {Row{{9, {3, 4, 2}, true}, true, true}, Row{{9, {3, 4, 2}, false}, true, true},
        Row{{20, {8, 16, 0}, false, 0.1, 0}, true, false},
        Row{{4, {5, 6, 0}, false, 0, 0}, false, false}})
    for (const int scheme : {SF_FACE_LINEAR, SF_FACE_LINEAR_UPWIND}) {
      const Ring& ring = row.ring;
      CAPTURE(ring.sectors);
      CAPTURE(ring.of_tetrahedra);
      CAPTURE(scheme);
      const auto whole_mesh = mesh_of(ring, ring.sectors), mesh = mesh_of(ring, 1);
      CHECK(mesh.faces.rotation.size() > 5);
      CHECK(whole_mesh.faces.rotation.empty());
      CHECK(mesh.oblique == row.oblique);
      CHECK(mesh.skewed == row.skewed);
      FlowCase flow = flow_in(ring, mesh);
      flow.convection = scheme;
      FlowSolver whole(whole_mesh, flow), sector(mesh, flow);
      become_steady(whole);
      become_steady(sector);
      check_sector(whole, sector, ring, 1e-7);
    }
}

TEST_CASE("a sector has the steps of the whole ring, in a plane too") {
  for (const bool plane : {true, false}) {
    CAPTURE(plane);
    const Ring ring{6, {4, 5, plane ? 0 : 2}, !plane};
    const auto whole_mesh = mesh_of(ring, 6), mesh = mesh_of(ring, 1);
    FlowCase flow = flow_in(ring, mesh);
    flow.algorithm = Algorithm::piso;
    // So that a step is its solution, whatever the tolerances.
    flow.outer_correctors = 16;
    flow.steady_change = 1e-8;
    FlowSolver whole(whole_mesh, flow), sector(mesh, flow);
    for (const double dt : {0.02, 0.04, 0.03, 0.03}) {
      whole.step(dt);
      sector.step(dt);
    }
    check_sector(whole, sector, ring, 1e-6);
  }
}

TEST_CASE("a cell at the axis is its own neighbour: a quarter of a box whose walls move around") {
  auto quarter = box({6, 6}, {1, 1}), all = box({12, 12}, {2, 2});
  for (auto& point : all.points) point = {point[0] - 1, point[1] - 1, point[2]};
  for (auto& patch : quarter.patches)
    if (patch.name == "west" || patch.name == "south") {
      patch.type = "cyclic";
      patch.neighbour_patch = patch.name == "west" ? "south" : "west";
    }
  const auto solved = [](const FlowMesh& mesh) {
    FlowCase flow;
    flow.viscosity = 0.05;
    flow.tolerance = 1e-10;
    for (const std::string& name : mesh.patches) {
      const double along = name == "east" || name == "west" ? 0 : 1;
      const double sign = name == "east" || name == "south" ? 1 : -1;
      auto& patch = flow.patches.emplace_back();
      patch.is_wall = true;
      patch.velocity = [=](const SfVector&, double) {
        return SfVector{sign * along, sign * (1 - along), 0};
      };
    }
    FlowSolver solver(mesh, flow);
    become_steady(solver);
    return solver.velocities();
  };
  const auto mesh = flow_mesh(quarter), whole_mesh = flow_mesh(all);
  const auto part = solved(mesh), whole = solved(whole_mesh);
  double largest = 0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const SfVector e = sf_plus_times(part[i], -1, whole[(i / 6 + 6) * 12 + i % 6 + 6]);
    largest = std::max(largest, std::sqrt(sf_dot(e, e)));
  }
  CHECK(largest < 1e-7);
}

TEST_CASE("one cell between joined ends is its own neighbour: a channel has the flow of four") {
  const auto solved = [](int along) {
    const auto mesh = flow_mesh(box({along, 8}, {0.1 * along, 1}, "x"));
    FlowCase flow;
    flow.viscosity = 0.1;
    flow.gravity = {1, 0, 0};
    flow.patches.resize(2);
    flow.patches[1].velocity = [](const SfVector&, double) { return SfVector{0.3, 0, 0}; };
    for (auto& patch : flow.patches) patch.is_wall = true;
    FlowSolver solver(mesh, flow);
    become_steady(solver, 1e-7);
    return solver.velocities();
  };
  const auto one = solved(1), four = solved(4);
  for (std::size_t j = 0; j < one.size(); ++j) {
    CHECK(std::abs(one[j].x - four[4 * j].x) < 1e-6);
    CHECK(std::abs(one[j].y) < 1e-9);
  }
}

TEST_CASE("gradients and fluxes of a linear velocity are exact in cells that a rotation joins") {
  const Ring ring{9, {2, 3, 3}, true};
  const auto mesh = mesh_of(ring, 1);
  const auto field = [&ring](const SfVector& x) {
    const auto at = ring.cylindrical(x);
    return ring.vector_at(x, {0.3 * at[0], -0.7 * at[0], 0.2 - 0.6 * at[2]});
  };
  FlowCase flow;
  flow.patches.resize(mesh.patches.size());
  for (auto& patch : flow.patches)
    patch.velocity = [&](const SfVector& x, double) { return field(x); };
  flow.balance = true;
  std::vector<SfVector> U;
  for (const SfVector& x : mesh.centres) U.push_back(field(x));
  FlowSolver solver(mesh, flow);
  solver.start(U);
  CHECK(largest_error_of_fluxes(mesh, solver.state().fluxes.faces, field) < 1e-12);
}

TEST_CASE("Couette flow between cylinders with slip in a sector of 40 degrees") {
  // u = A r + B/r; slip 0.05, radii 1 and 2, the inner one turns with 1: A and B as in
  // test_curved_walls.cpp.
  std::vector<double> errors;
  for (const int n : {8, 16}) {
    Ring ring{9, {n / 2, n, 2}};
    ring.spiral = ring.wave = 0;
    const auto mesh = mesh_of(ring, 1);
    FlowCase flow;
    flow.viscosity = 0.7;
    flow.patches.resize(mesh.patches.size());
    for (std::size_t k = 0; k < flow.patches.size(); ++k) {
      FlowPatch& patch = flow.patches[k];
      const bool inner = mesh.patches[k] == "south", outer = mesh.patches[k] == "north";
      patch.kind = inner || outer ? PatchKind::slip : PatchKind::symmetry;
      patch.is_wall = inner || outer;
      patch.slip_length = 0.05;
      patch.velocity = [ring, inner](const SfVector& x, double) {
        return ring.vector_at(x, {0, inner ? 1.0 : 0.0, 0});
      };
    }
    FlowSolver solver(mesh, flow);
    become_steady(solver, 1e-7);
    errors.push_back(rms_error(mesh, solver.velocities(), [&](const SfVector& x) {
      const double r = ring.cylindrical(x)[0];
      return ring.vector_at(x, {0, -0.2753623 * r + 1.15942029 / r, 0});
    }));
  }
  CHECK(errors[1] < 0.0045);
  CHECK(errors[0] / errors[1] > 3.5);
}

TEST_CASE("a source on the axis of a sector of 60 degrees: u = 1/r") {
  std::vector<double> errors;
  for (const int n : {8, 16}) {
    Ring ring{6, {n / 2, n, 0}};
    ring.wave = 0;
    const auto mesh = mesh_of(ring, 1);
    FlowCase flow;
    flow.viscosity = 0.1;
    flow.patches.resize(2);
    flow.patches[0].velocity = [ring](const SfVector& x, double) {
      return ring.vector_at(x, {1 / ring.cylindrical(x)[0], 0, 0});
    };
    flow.patches[1].kind = PatchKind::pressure;
    FlowSolver solver(mesh, flow);
    become_steady(solver, 1e-7);
    errors.push_back(rms_error(mesh, solver.velocities(), [&](const SfVector& x) {
      return ring.vector_at(x, {1 / ring.cylindrical(x)[0], 0, 0});
    }));
  }
  CHECK(errors[1] < 0.01);
  CHECK(errors[0] / errors[1] > 3);
}

}  // namespace test_rotated_patches
