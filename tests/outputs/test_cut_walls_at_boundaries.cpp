// Outputs near cut walls with creep, at corners, on walls of the domain and at open boundaries.
#include <algorithm>
#include <array>
#include <cmath>

#include "cut_wall_outputs.hpp"
#include "loads_of_state.hpp"
#include "output/surfaces.hpp"
#include "output/wall_contours.hpp"

namespace slipflow::simple_ts::test_outputs_of_cut_walls_at_boundaries {

using namespace cut_wall_outputs;

TEST_CASE("gas that turns with the creep at a round wall has little friction there") {
  const Case c = channel("circle = 3.6 3.1 1.1 name=cylinder slip=creep\n");
  const Case without_creep = channel("circle = 3.6 3.1 1.1 name=cylinder\n");
  const double slope = 0.01;  // of T along x
  const std::size_t wall = wall_named(c, "cylinder");
  const Places places(c);
  State s = initial_state(c);
  const auto layout = c.mesh.layout();
  for (int j = 0; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) {
      const auto at = layout.at(i, j);
      s.T[at] = 1 + slope * places.gas(i, j).x, s.rho[at] = 1 / s.T[at];
    }
  const auto contour = wall_contours(c)[wall];
  for (const std::size_t k : {std::size_t{0}, contour.size() / 3, contour.size() / 2}) {
    const auto& face = contour[k].face;
    const double t_x = (face.to.x - face.from.x) / face.size();
    const double T = s.T[layout.at(contour[k].i, contour[k].j)];
    // (49) with p = 1, along the wall
    const double creep = c.gas.creep_coefficient * c.gas.factors().B * std::sqrt(T) * slope * t_x;
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 0; i < layout.nx; ++i) {
        const auto at = layout.at(i, j);
        s.u[at] = -creep * (places.u(i, j).y - 3.1) / 1.1;
        s.v[at] = creep * (places.v(i, j).x - 3.6) / 1.1;
      }
    const auto data = wall_data_of(c, s);
    // With 4.4 cells to the diameter; without its factor for curvature slip would be 18 % off.
    CHECK(at(data[wall], "slip_velocity", k) == doctest::Approx(creep).epsilon(0.012));
    CHECK(std::abs(at(data[wall], "shear", k)) <
          0.07 * std::abs(at(wall_data_of(without_creep, s)[wall], "shear", k)));
  }
}

TEST_CASE("gas at rest around a body on a wall: the momentum balance and the velocity at centres") {
  const Case c = case_from(
      "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = 0 6\ny = 0 3\ncells = 24 12\nwalls = cut\n"
      "[body]\ncircle = 3 0.1 0.9 name=bump\n[boundary]\nwest = wall\neast = wall\n"
      "south = wall\nnorth = symmetry\n[time]\nstep = 0.02\nmax_steps = 1\n");
  State s = initial_state(c);
  for (auto* field : {&s.rho, &s.T}) std::ranges::fill(*field, 1.0);
  const auto layout = c.mesh.layout();
  for (int j = 1; j < layout.ny; ++j)
    for (int i = 0; i < layout.nx; ++i) s.v[layout.at(i, j)] = c.mesh.y.faces[j];
  const auto backend = make_serial_operations(c);
  backend->upload(s);
  const DomainTotals totals = rounded(c, backend->diagnostics().totals());
  // The pressure on the part of the south wall that gas touches.
  const double base = 2 * std::sqrt(0.9 * 0.9 - 0.1 * 0.1);
  CHECK(totals.flow[mesh::south].momentum_y == doctest::Approx(0.5 * (6 - base)).epsilon(2e-3));
  // v is 0 on the wall: half of that on the face above.
  const auto v = cell_field(c, s, "v");
  const int far = layout.nx - 1, beside = 7;
  REQUIRE(c.cut->place[layout.at(beside, 0)] >= 0);
  CHECK(v.values[static_cast<std::size_t>(beside)] ==
        doctest::Approx(v.values[static_cast<std::size_t>(far)]));
}

TEST_CASE("the force at a corner is the same in a mirror") {
  const auto forces = [](bool mirrored) {
    const double x = mirrored ? -1 : 1;
    const Case c = case_from(fmt::format(
        "[gas]\nknudsen = 0.05\nmach = 0.8\n[mesh]\nx = -3 3\ny = -3 3\ncells = 20 20\nwalls = "
        "cut\n"
        "[body]\npolygon = {} -0.83 {} -0.57 {} 1.04 temperature=1.3\n"
        "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
        "[initial]\nstate = uniform velocity={},0.3\n[time]\nstep = 0.02\nmax_steps = 1\n",
        -1.12 * x, 1.07 * x, 0.23 * x, 0.4 * x));
    return wall_loads(c, state_after(c, 3))[0];
  };
  const auto one = forces(false), other = forces(true);
  CHECK(other[mesh::west].corner == doctest::Approx(-one[mesh::east].corner).epsilon(1e-6));
  CHECK(other[mesh::east].corner == doctest::Approx(-one[mesh::west].corner).epsilon(1e-6));
  CHECK(other[mesh::south].corner == doctest::Approx(one[mesh::south].corner).epsilon(1e-6));
  CHECK(std::abs(one[mesh::east].corner) > 1e-4);
}

TEST_CASE("the flow through an open boundary that a body covers in part") {
  const Case c = channel("circle = 12 3 1.2 name=half\n");
  State s = initial_state(c);
  for (auto* field : {&s.u, &s.rho, &s.T}) std::ranges::fill(*field, 1.0);
  const auto backend = make_serial_operations(c);
  backend->upload(s);
  const auto numbers = surface_numbers_of(c, s, backend->diagnostics());
  int found = 0;
  auto value = numbers.begin();
  for (const auto& surface : surfaces_of(c))
    for (const auto& number : surface.numbers) {
      const std::string& name = number.name;
      if (surface.name == "east" &&
          (name == "mass_flow" || name == "volume_flow" || name == "momentum_x")) {
        CAPTURE(name);
        CHECK(*value == doctest::Approx(6 - 2.4));
        ++found;
      }
      ++value;
    }
  CHECK(found == 3);
}

}  // namespace slipflow::simple_ts::test_outputs_of_cut_walls_at_boundaries
