// The equations of three axes: those of two in a slab of one cell, to the bit, and independent of
// the names of the axes.
#include <doctest/doctest.h>

#include "equations_in_space.hpp"

namespace test_equations_in_space {

using namespace in_space;
using box_fields::Box;
using box_fields::Place;

namespace {
/// Each bit of `choice` switches something; from 64 on a limiter.
void choose(Box& f, int choice) {
  auto& s = f.switches;
  s.has_slip_laws = choice & 1;
  s.has_heat_flow = s.no_slip_at_corners = choice >> 1 & 1;
  s.density_at_wall = choice >> 2 & 1;
  s.walls_vary = s.relaxes = choice >> 3 & 1;
  s.outflow_diagonal = choice >> 4 & 1;
  s.explicit_convection = choice >> 5 & 1;
  s.convection_scheme = choice >> 6;
  s.viscosity_sixteenths = choice & 8 ? 11 : 8;
  s.pressure_solved = (choice & 24) == 16;
  s.prescribed = choice & 4 ? SF_PRESCRIBED_WEST | SF_PRESCRIBED_NORTH : 0;
}

/// Walls with slip, jump, creep, heat flow and free slip, three of which touch.
Box box_with_walls(Place n, int choice) {
  Box f = box_fields::random_box(n);
  const double law = choice & 1;
  const int top = n[2];
  put_wall(f, {1, 1, 0}, {3, 2, 1}, {{0.1, -0.2, 0.3}, 1.2, 0.06, 0.11, 0, law});
  put_wall(f, {3, 2, 0}, {4, 4, top}, {{0.3, 0.2, 0.1}, 0.8, 0.02, 0, 0, 0});
  put_wall(f, {2, 2, 0}, {3, 3, 1}, {{-0.1, 0.3, 0.2}, 1, 0.07, -1, 0.02, law});
  put_wall(f, {5, 0, 0}, {6, 2, top}, {{0, 0, 0}, 1, -1, -1, 0.05, 0});
  put_wall(f, {-4, -4, -4}, {n[0] + 4, 0, top + 4}, {{0.2, 0, -0.1}, 1.3, 0.05, 0.1, 0, law});
  choose(f, choice);
  return f;
}

constexpr int kChoices[] = {0,  1,  2,  3,  6,  7,  8,  14, 16,  23,  24,
                            31, 32, 39, 64, 71, 80, 95, 99, 119, 147, 208};

void check_equal(const std::vector<box_fields::Values>& all,
                 const std::vector<box_fields::Values>& others) {
  REQUIRE(all.size() == others.size());
  for (std::size_t node = 0; node < all.size(); ++node) {
    REQUIRE(all[node].size() == others[node].size());
    for (std::size_t k = 0; k < all[node].size(); ++k) {
      if (all[node][k].second == others[node][k].second) continue;
      CAPTURE(node);
      CAPTURE(all[node][k].first);
      CHECK(all[node][k].second == others[node][k].second);
    }
  }
}
}  // namespace

TEST_CASE("a slab of one cell has the bits of two axes in the planes xy, yz and zx") {
  for (const int choice : kChoices) {
    CAPTURE(choice);
    Box slab = box_with_walls({7, 6, 1}, choice);
    make_slab(slab);
    const auto plane = values_in_plane(slab);
    for (int a = SF_X; a <= SF_Z; ++a) {
      CAPTURE(a);
      check_equal(values_of(BoxContext(slab), a, SF_NEXT(a)), plane);
      slab = cyclic(slab);
    }
  }
}

namespace {
bool same(double a, double b) { return std::abs(a - b) <= 1e-14 * (1 + std::abs(a)); }

/// Of all nodes along all axes.
template <class Act>
void for_nodes(const Box& f, Act act) {
  box_fields::for_places({0, 0, 0}, {f.n[0] + 1, f.n[1] + 1, f.n[2] + 1}, act);
}

void check_momentum(const BoxContext& k, const BoxContext& t) {
  for_nodes(k.f, [&](Place p) {
    const SfNode P = BoxContext::node(p), Q = BoxContext::node(box_fields::cyclic(p));
    for (int a = SF_X; a <= SF_Z; ++a) {
      const SfPseudoVelocity one = sf_pseudo(&k.c, a, P), two = sf_pseudo(&t.c, SF_NEXT(a), Q);
      CHECK(one.star == two.star);
      CHECK(one.d == two.d);
      CHECK(sf_convection(&k.c, a, P) == sf_convection(&t.c, SF_NEXT(a), Q));
    }
  });
}

/// The values of cells and faces in all three planes.
void check_values(const BoxContext& k, const BoxContext& t) {
  for_nodes(k.f, [&](Place p) {
    const SfNode P = BoxContext::node(p), Q = BoxContext::node(box_fields::cyclic(p));
    for (int a = SF_X; a <= SF_Z; ++a) {
      if (p[SF_AFTER(a)] == k.f.n[SF_AFTER(a)]) continue;
      const auto one = values_at(&k.c, a, SF_NEXT(a), P);
      const auto two = values_at(&t.c, SF_NEXT(a), SF_AFTER(a), Q);
      REQUIRE(one.size() == two.size());
      for (std::size_t n = 0; n < one.size(); ++n) {
        CAPTURE(one[n].first);
        CHECK(same(one[n].second, two[n].second));
      }
    }
  });
}
}  // namespace

TEST_CASE("a cyclic exchange of the axes exchanges the equations, those of momentum to the bit") {
  for (const int choice : {7, 14, 24, 31, 39, 95, 147, 208}) {
    CAPTURE(choice);
    const Box box = box_with_walls({7, 5, 4}, choice);
    const BoxContext k(box), t(cyclic(box));
    check_momentum(k, t);
    check_values(k, t);
  }
}

TEST_CASE("values are stored with their images along all three axes") {
  const Box f = box_fields::random_box({5, 4, 6});
  const BoxContext k(f);
  std::vector<double> field(f.size(), 0.0);
  const SfImages x = sf_images(1, 5, 4, SF_SIDE_PERIODIC, SF_SIDE_PERIODIC);
  const SfImages y = sf_images(3, 4, 3, SF_SIDE_COPY, SF_SIDE_COPY);
  const SfImages z = sf_images(5, 6, 5, SF_SIDE_PERIODIC, SF_SIDE_PERIODIC);
  sf_store_in_space(&k.c.mesh, field.data(), BoxContext::node({1, 3, 5}), x, y, z, 2.0);
  const auto is_along_x = [](Place p) { return p[0] == -4 || p[0] == 1 || p[0] == 6; };
  const auto is_along_z = [](Place p) { return p[2] == -1 || p[2] == 5; };
  int stored = 0;
  box_fields::for_places(box_fields::first_ghost(), box_fields::behind_ghosts(f), [&](Place p) {
    const bool is_image = is_along_x(p) && p[1] >= 3 && is_along_z(p);
    CHECK(field[f.at(p)] == (is_image ? 2.0 : 0.0));
    stored += is_image;
  });
  CHECK(stored == 3 * 5 * 2);

  std::vector<double> T(f.size(), 0.0), rho(f.size(), 0.0);
  sf_store_ghosts(&k.c.mesh, SF_Y, T.data(), rho.data(), BoxContext::node({1, 3, 5}), 1, z, x,
                  {3.0, 4.0});
  box_fields::for_places(box_fields::first_ghost(), box_fields::behind_ghosts(f), [&](Place p) {
    const bool is_ghost = is_along_x(p) && p[1] >= 4 && is_along_z(p);
    CHECK(T[f.at(p)] == (is_ghost ? 3.0 : 0.0));
    CHECK(rho[f.at(p)] == (is_ghost ? 4.0 : 0.0));
  });
}

}  // namespace test_equations_in_space
