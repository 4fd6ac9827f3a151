// Closed surfaces of tests, as text and as bytes of STL.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "slipflow/mesh/solids.hpp"

namespace test_surfaces {

using slipflow::mesh::Position3;
using Facets = std::vector<std::array<Position3, 3>>;

/// Two triangles on each side of a box.
inline Facets box(const Position3& lo, const Position3& hi) {
  const auto corner = [&](int k) {
    return Position3{k & 1 ? hi[0] : lo[0], k & 2 ? hi[1] : lo[1], k & 4 ? hi[2] : lo[2]};
  };
  Facets facets;
  for (const auto& [a, b, c, d] : std::array<std::array<int, 4>, 6>{
           {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}}) {
    facets.push_back({corner(a), corner(b), corner(c)});
    facets.push_back({corner(a), corner(c), corner(d)});
  }
  return facets;
}

/// A sphere of rings of triangles.
inline Facets sphere(const Position3& centre, double r, int rings) {
  const auto at = [&](int ring, int k) {
    const double polar = M_PI * ring / rings, angle = M_PI * (k % (2 * rings)) / rings;
    const double across = ring == 0 || ring == rings ? 0 : r * std::sin(polar);
    return Position3{centre[0] + across * std::cos(angle), centre[1] + across * std::sin(angle),
                     centre[2] + r * std::cos(polar)};
  };
  Facets facets;
  for (int ring = 0; ring < rings; ++ring)
    for (int k = 0; k < 2 * rings; ++k) {
      facets.push_back({at(ring, k), at(ring + 1, k), at(ring + 1, k + 1)});
      facets.push_back({at(ring, k), at(ring + 1, k + 1), at(ring, k + 1)});
    }
  return facets;
}

inline std::string ascii(const Facets& facets) {
  std::string text = "solid of a test\n";
  for (const auto& facet : facets) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const Position3& p : facet) text += fmt::format("   vertex {} {} {}\n", p[0], p[1], p[2]);
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid of a test\n";
}

inline std::string binary(const Facets& facets) {
  std::string bytes = "solid, although it is binary";
  bytes.resize(80, ' ');
  const auto add = [&](auto value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
  };
  add(static_cast<std::uint32_t>(facets.size()));
  for (const auto& facet : facets) {
    for (int k = 0; k < 3; ++k) add(0.0F);
    for (const Position3& p : facet)
      for (const double coordinate : p) add(static_cast<float>(coordinate));
    add(std::uint16_t{0});
  }
  return bytes;
}

}  // namespace test_surfaces
