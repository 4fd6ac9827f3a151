// Meshes on which the lines between centres miss the centres of faces.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "flow_meshes.hpp"
#include "piso/momentum.h"
#include "slipflow/piso/flow_solver.hpp"
#include "solver/setup.hpp"

namespace test_skewed {

using namespace slipflow::piso;
using namespace test_flow;

namespace {
constexpr double kPi = std::numbers::pi;

using Field = std::function<SfVector(const SfVector&)>;

/// Velocities prescribed on all sides.
FlowCase prescribed(const FlowMesh& mesh, const Field& field) {
  FlowCase flow;
  flow.balance = true;
  flow.patches.resize(mesh.patches.size());
  for (auto& patch : flow.patches) {
    patch.is_wall = false;
    patch.velocity = [field](const SfVector& x, double) { return field(x); };
  }
  return flow;
}

std::vector<SfVector> in_cells(const FlowMesh& mesh, const Field& field) {
  std::vector<SfVector> values;
  for (const SfVector& x : mesh.centres) values.push_back(field(x));
  return values;
}

/// The smoothed gradients of a velocity, as the formulas take them.
class Gradients {
 public:
  Gradients(const FlowMesh& mesh, const FlowCase& flow, const std::vector<SfVector>& velocities,
            const std::vector<double>& side_fluxes)
      : boundaries_(mesh, flow), view(host_view_of(mesh, boundaries_)) {
    const auto U = components_of(velocities, mesh.components);
    const auto at_sides = boundaries_.velocities(0);
    const SfPrescribed given = {at_sides.data(), nullptr, nullptr};
    const auto row = [&](int i) {
      const auto& starts = mesh.rows.starts;
      const auto k = static_cast<std::size_t>(i);
      return SfFaceRow{starts[k], 1, starts[k + 1] - starts[k]};
    };
    std::array<std::vector<double>, 3> slopes;
    for (auto* arrays : {&slopes, &smoothed_})
      for (auto& array : *arrays) array.resize(U.size());
    const SfVectorArray of = sf_of_cells(view);
    for (int i = 0; i < mesh.cells; ++i) {
      const auto a = sf_velocity_slopes(view, row(i), given, U.data(), side_fluxes.data(), i);
      sf_store_vector(slopes[0].data(), of, i, a.of_x);
      sf_store_vector(slopes[1].data(), of, i, a.of_y);
      sf_store_vector(slopes[2].data(), of, i, a.of_z);
    }
    const SfGradients of_slopes = {slopes[0].data(), slopes[1].data(), slopes[2].data()};
    for (int q = 0; q < 3; ++q)
      for (int i = 0; i < mesh.cells; ++i)
        sf_store_vector(smoothed_[static_cast<std::size_t>(q)].data(), of, i,
                        sf_smoothed_slope(view, row(i), of_slopes, q, i));
  }
  SfGradients of() const { return {smoothed_[0].data(), smoothed_[1].data(), smoothed_[2].data()}; }

 private:
  const Boundaries boundaries_;
  std::array<std::vector<double>, 3> smoothed_;

 public:
  const SfFlowMesh view;
};

/// The largest difference between the gradients in cells and those of a linear field.
double largest_error(const FlowMesh& mesh, const Gradients& found, const Field& field) {
  const SfVector zero = field({0, 0, 0});
  double largest = 0;
  for (int q = 0; q < mesh.components; ++q) {
    const SfVector gradient = {sf_component(field({1, 0, 0}), q) - sf_component(zero, q),
                               sf_component(field({0, 1, 0}), q) - sf_component(zero, q),
                               sf_component(field({0, 0, 1}), q) - sf_component(zero, q)};
    const double* of_cells = q == 0 ? found.of().of_x : q == 1 ? found.of().of_y : found.of().of_z;
    for (int i = 0; i < mesh.cells; ++i) {
      const SfVector e =
          sf_plus_times(sf_vector_at(of_cells, sf_of_cells(found.view), i), -1, gradient);
      largest = std::max({largest, std::abs(e.x), std::abs(e.y), std::abs(e.z)});
    }
  }
  return largest;
}

const Field kLinear = [](const SfVector& x) {
  return SfVector{0.3 + x.x - 2 * x.y + 0.5 * x.z, 0.7 * x.x + x.y - x.z, 1 - x.x + 3 * x.y - x.z};
};
const Field kLinearInPlane = [](const SfVector& x) {
  return SfVector{0.3 + x.x - 2 * x.y, 0.7 * x.x - 0.4 * x.y, 0};
};

/// Kovasznay's flow behind a grid, an exact steady solution, along the unit vectors a and b.
struct Kovasznay {
  double viscosity = 0.05;
  SfVector a = {2.0 / 3, -1.0 / 3, 2.0 / 3}, b = {2.0 / 3, 2.0 / 3, -1.0 / 3};
  double rate() const {
    const double half = 0.5 / viscosity;
    return half - std::sqrt(half * half + 4 * kPi * kPi);
  }
  SfVector velocity(const SfVector& x) const {
    const double growth = std::exp(rate() * sf_dot(a, x)), phase = 2 * kPi * sf_dot(b, x);
    return sf_plus_times(sf_times(1 - growth * std::cos(phase), a),
                         rate() / (2 * kPi) * growth * std::sin(phase), b);
  }
  double pressure(const SfVector& x) const { return -0.5 * std::exp(2 * rate() * sf_dot(a, x)); }
};

void become_steady(FlowSolver& solver, double residual) {
  for (int k = 0; k < 400; ++k) {
    const auto report = solver.iterate();
    if (report.residual_u < residual && report.residual_p < residual) return;
  }
  FAIL("not steady: " << solver.iterate().residual_u);
}

/// Root of the mean of the squares of p less its mean, and of the velocity, less the exact ones.
struct Errors {
  double u, p;
};
Errors errors_of_kovasznay(int n, int convection) {
  const Kovasznay exact;
  const Field velocity = [&](const SfVector& x) { return exact.velocity(x); };
  const auto mesh = flow_mesh(tetrahedra({n, n, n}, {0.8, 0.9, 1}, 0.2));
  FlowCase flow = prescribed(mesh, velocity);
  flow.viscosity = exact.viscosity;
  flow.convection = convection;
  FlowSolver solver(mesh, flow);
  become_steady(solver, 1e-6);
  std::vector<SfVector> difference;
  const auto p = solver.pressures();
  double mean = 0, volume = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    difference.push_back({p[i] - exact.pressure(mesh.centres[i]), 0, 0});
    mean += mesh.volumes[i] * difference.back().x;
    volume += mesh.volumes[i];
  }
  const SfVector of_p = {mean / volume, 0, 0};
  return {rms_error(mesh, solver.velocities(), velocity),
          rms_error(mesh, difference, [&](const SfVector&) { return of_p; })};
}
}  // namespace

TEST_CASE("sheared boxes are oblique and not skewed, tetrahedra and triangles are both") {
  const auto sheared_box = flow_mesh(sheared(box({4, 3, 3}, {1, 1, 1}), 0.5));
  CHECK(sheared_box.oblique);
  CHECK(!sheared_box.skewed);
  for (const auto& mesh :
       {flow_mesh(tetrahedra({2, 2, 2}, {1, 1, 1}, 0.2)), triangles(3, 3, 0.2)}) {
    CHECK(mesh.oblique);
    CHECK(mesh.skewed);
  }
}

TEST_CASE("gradients and first fluxes of linear velocities are exact on skewed meshes") {
  for (const auto& [mesh, field] :
       {std::pair{flow_mesh(tetrahedra({4, 3, 3}, {1.1, 1, 0.7}, 0.2)), kLinear},
        std::pair{triangles(5, 4, 0.2), kLinearInPlane}}) {
    CAPTURE(mesh.components);
    const FlowCase flow = prescribed(mesh, field);
    FlowSolver solver(mesh, flow);
    solver.start(in_cells(mesh, field));
    const auto fluxes = solver.state().fluxes;
    CHECK(largest_error(mesh, {mesh, flow, in_cells(mesh, field), fluxes.sides}, field) < 1e-12);
    CHECK(largest_error_of_fluxes(mesh, fluxes.faces, field) < 1e-13);
  }
}

TEST_CASE("gradients next to outflow and symmetry know what these tell ahead of the centre") {
  // Without a gradient along x, which an outflow has not either; mirrored at z = 0.
  const Field field = [](const SfVector& x) { return SfVector{1 + 2 * x.y, 0.4 - x.y, 0.7 * x.z}; };
  const auto mesh = flow_mesh(tetrahedra({4, 3, 3}, {1.1, 1, 0.7}, 0.2));
  FlowCase flow = prescribed(mesh, field);
  for (std::size_t k = 0; k < 6; ++k) {
    if (mesh.patches[k] == "east") flow.patches[k].kind = PatchKind::pressure;
    if (mesh.patches[k] == "west") flow.patches[k].kind = PatchKind::outflow;
    if (mesh.patches[k] == "bottom") flow.patches[k].kind = PatchKind::symmetry;
  }
  FlowSolver solver(mesh, flow);
  solver.start(in_cells(mesh, field));
  const auto fluxes = solver.state().fluxes.sides;
  CHECK(largest_error(mesh, {mesh, flow, in_cells(mesh, field), fluxes}, field) < 1e-12);
  // Their fluxes are those at the centres of the sides.
  const SfVectorArray of{mesh.sides.count(), 3};
  for (int s = 0; s < of.count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    if (mesh.patches[static_cast<std::size_t>(mesh.sides.patch[k])] != "east") continue;
    const double exact =
        sf_dot(field(mesh.sides.centre[k]), sf_vector_at(mesh.sides.S.data(), of, s));
    CHECK(std::abs(fluxes[k] / exact - 1) < 1e-12);
  }
}

TEST_CASE("Kovasznay's flow on tetrahedra: velocities of second order, pressures of first") {
  for (const int convection : {SF_FACE_LINEAR, SF_FACE_LINEAR_UPWIND}) {
    CAPTURE(convection);
    const Errors coarse = errors_of_kovasznay(4, convection),
                 fine = errors_of_kovasznay(8, convection);
    CHECK(fine.u < 0.0075);
    CHECK(std::log2(coarse.u / fine.u) > 1.8);
    CHECK(fine.p < 0.023);
    CHECK(std::log2(coarse.p / fine.p) > 0.9);
  }
}

namespace {
/// Along x, from pressure 1 to 0, between four walls.
FlowCase duct_between_pressures(double viscosity) {
  FlowCase flow;
  flow.viscosity = viscosity;
  flow.nonorthogonal = 2;
  flow.patches.resize(6);
  for (const std::size_t end : {0UL, 1UL}) flow.patches[end].kind = PatchKind::pressure;
  flow.patches[0].pressure = [](const SfVector&, double) { return 1.0; };
  return flow;
}
}  // namespace

TEST_CASE("time steps on tetrahedra end at the steady flow of iterations") {
  const auto mesh = flow_mesh(tetrahedra({4, 4, 3}, {1.2, 1, 0.7}, 0.2));
  FlowCase flow = duct_between_pressures(0.2);
  FlowSolver iterated(mesh, flow);
  become_steady(iterated, 1e-7);
  flow.algorithm = Algorithm::piso;
  FlowSolver stepped(mesh, flow);
  for (int k = 0; k < 40; ++k) stepped.step(0.1);
  const auto expected = iterated.side_loads().fluxes, found = stepped.side_loads().fluxes;
  double in = 0, difference = 0;
  for (std::size_t s = 0; s < found.size(); ++s) {
    in += std::max(-expected[s], 0.0);
    difference = std::max(difference, std::abs(found[s] - expected[s]));
  }
  CHECK(in > 0);
  CHECK(difference < 0.002 * in);
}

TEST_CASE("a duct of tetrahedra has the flow of the series, and friction balances the pressures") {
  const double height = 0.7, length = 1.2, viscosity = 0.2;
  const auto mesh = flow_mesh(tetrahedra({8, 8, 6}, {length, 1, height}, 0.2));
  const FlowCase flow = duct_between_pressures(viscosity);
  FlowSolver solver(mesh, flow);
  become_steady(solver, 1e-7);
  double exact = 0;
  for (int m = 1; m < 80; m += 2)
    for (int n = 1; n < 80; n += 2)
      exact += 64 * height /
               (length * viscosity * std::pow(kPi, 6) * m * m * n * n *
                (m * m + n * n / (height * height)));
  const auto loads = solver.side_loads();
  double out = 0, friction = 0;
  for (std::size_t s = 0; s < loads.fluxes.size(); ++s) {
    if (mesh.sides.patch[s] == 1) out += loads.fluxes[s];
    friction += loads.frictions[s].x;
  }
  CHECK(std::abs(out / exact - 1) < 0.015);
  CHECK(std::abs(friction / height - 1) < 0.005);
}

TEST_CASE("a steady flow on tetrahedra does not depend on the relaxation") {
  const auto mesh = flow_mesh(tetrahedra({4, 3, 3}, {1.1, 1, 0.7}, 0.2));
  std::vector<std::vector<double>> of_flows;
  for (const double relaxation : {0.6, 0.9}) {
    FlowCase flow;
    flow.viscosity = 0.05;
    flow.tolerance = 1e-9;
    flow.relax_velocity = relaxation;
    flow.patches.resize(6);
    flow.patches[3].velocity = [](const SfVector&, double) { return SfVector{1, 0, 0.3}; };
    FlowSolver solver(mesh, flow);
    become_steady(solver, 1e-9);
    of_flows.push_back(solver.state().fluxes.faces);
  }
  double largest = 0, difference = 0;
  for (std::size_t f = 0; f < of_flows[0].size(); ++f) {
    largest = std::max(largest, std::abs(of_flows[0][f]));
    difference = std::max(difference, std::abs(of_flows[0][f] - of_flows[1][f]));
  }
  CHECK(difference < 1e-6 * largest);
}

TEST_CASE("forces on all sides of tetrahedra and the momentum that flows out add up to 0") {
  const auto mesh = flow_mesh(tetrahedra({5, 4, 4}, {1.3, 1, 0.9}, 0.2));
  const Field inflow = [](const SfVector& x) { return SfVector{1 + x.y, 0.3 * x.z, -0.2}; };
  FlowCase flow;
  flow.viscosity = 0.1;
  flow.tolerance = 1e-9;
  flow.patches.resize(6);
  flow.patches[0].is_wall = false;
  flow.patches[0].velocity = [&](const SfVector& x, double) { return inflow(x); };
  flow.patches[1].kind = PatchKind::outflow;
  flow.patches[2].kind = PatchKind::pressure;
  FlowSolver solver(mesh, flow);
  become_steady(solver, 1e-9);
  const auto loads = solver.side_loads();
  const auto U = solver.velocities();
  const Gradients gradients(mesh, flow, U, loads.fluxes);
  const SfVectorArray of{mesh.sides.count(), 3};
  SfVector sum{}, momentum{};
  for (int s = 0; s < of.count; ++s) {
    const auto k = static_cast<std::size_t>(s);
    const SfVector& own = U[static_cast<std::size_t>(mesh.sides.cell[k])];
    const SfVector S = sf_vector_at(mesh.sides.S.data(), of, s);
    SfVector at_side = mesh.sides.patch[k] == 0 ? inflow(mesh.sides.centre[k]) : own;
    if (sf_takes_velocity_along(gradients.view, SF_FACE_LINEAR, s, loads.fluxes[k]))
      at_side = sf_plus(own, sf_skew_parts_at_side(gradients.view, s, gradients.of()));
    else if (mesh.sides.patch[k] == 2)
      at_side = sf_times(loads.fluxes[k] / sf_dot(S, S), S);
    sum = sf_plus_times(sf_plus(sum, loads.frictions[k]), loads.pressures[k], S);
    sum = sf_plus_times(sum, loads.fluxes[k], at_side);
    momentum = sf_plus_times(momentum, std::abs(loads.fluxes[k]), at_side);
  }
  CHECK(momentum.x > 1);
  for (int q = 0; q < 3; ++q) CHECK(std::abs(sf_component(sum, q)) < 1e-6 * momentum.x);
}

TEST_CASE("a flow on tetrahedra that is resumed has the same bits") {
  const auto mesh = flow_mesh(tetrahedra({3, 3, 3}, {1, 0.8, 0.7}, 0.2));
  FlowCase flow = flow_with_all_sides(mesh);
  flow.algorithm = Algorithm::piso;
  FlowSolver whole(mesh, flow), rest(mesh, flow);
  for (int k = 0; k < 3; ++k) whole.step(0.05);
  rest.resume(whole.state(), whole.time(), whole.steps());
  for (FlowSolver* solver : {&whole, &rest}) solver->step(0.05);
  CHECK(whole.state().U == rest.state().U);
  CHECK(whole.state().p == rest.state().p);
  CHECK(whole.state().fluxes.faces == rest.state().fluxes.faces);
}

}  // namespace test_skewed
