#include "probes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

constexpr int kMostPoints = 100'000;

// Names of columns and files.
bool is_name(const std::string& text) {
  static const std::string letters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  return !text.empty() && text.size() <= 40 && text.find_first_not_of(letters) == std::string::npos;
}

// Gives out the names of probes, or of profiles.
class Names {
 public:
  Names(const Settings& s, std::string kind) : settings_(s), kind_(std::move(kind)) {}

  std::string take(const Directive& d) {
    const std::string* given = option(d, "name");
    std::string name = given ? *given : fmt::format("{}_{}", kind_, taken_.size() + 1);
    if (!is_name(name))
      throw settings_.error(
          d, fmt::format("name={} must be at most 40 letters, digits, _ and -", shown(name)));
    if (!taken_.insert(name).second)
      throw settings_.error(d, fmt::format("another {} is named '{}'", kind_, name));
    return name;
  }

 private:
  const Settings& settings_;
  std::string kind_;
  std::set<std::string> taken_;
};

bool inside(const mesh::Mesh& m, double x, double y) {
  return x >= m.x.faces.front() && x <= m.x.faces.back() && y >= m.y.faces.front() &&
         y <= m.y.faces.back();
}

Error outside(const Settings& s, const Directive& d, const mesh::Mesh& m, double x, double y) {
  return s.error(
      d, fmt::format("({}, {}) lies outside the mesh, x {} to {}, y {} to {}", x, y,
                     m.x.faces.front(), m.x.faces.back(), m.y.faces.front(), m.y.faces.back()));
}

int read_points(const Settings& s, const Directive& d) {
  const std::string* text = option(d, "points");
  if (!text) return 101;
  const auto numbers = parse_numbers(*text);
  // The range first: beyond it a number may not fit into an int.
  if (numbers.size() != 1 || !(numbers[0] >= 2 && numbers[0] <= kMostPoints) ||
      numbers[0] != static_cast<int>(numbers[0]))
    throw s.error(
        d, fmt::format("points={} must be a whole number from 2 to {}", shown(*text), kMostPoints));
  return static_cast<int>(numbers[0]);
}

}  // namespace

std::vector<Probe> read_probes(const Settings& s, const mesh::Mesh& mesh,
                               const std::vector<Body>& bodies) {
  std::vector<Probe> probes;
  Names names(s, "probe");
  for (const Directive& d : s.directives("output.probe")) {
    const Probe probe{names.take(d), d.numbers[0], d.numbers[1]};
    if (!inside(mesh, probe.x, probe.y)) throw outside(s, d, mesh, probe.x, probe.y);
    const int tag = mesh.tags[mesh.layout().at(mesh.x.cell_at(probe.x), mesh.y.cell_at(probe.y))];
    const auto body =
        std::find_if(bodies.begin(), bodies.end(), [&](const Body& b) { return b.wall == tag; });
    if (body != bodies.end())
      throw s.error(d, fmt::format("lies in {}, where there is no gas", body->name));
    probes.push_back(probe);
  }
  return probes;
}

std::vector<Profile> read_profiles(const Settings& s, const mesh::Mesh& mesh) {
  std::vector<Profile> profiles;
  Names names(s, "profile");
  for (const Directive& d : s.directives("output.profile")) {
    const auto& n = d.numbers;
    const Profile profile{names.take(d), n[0], n[1], n[2], n[3], read_points(s, d)};
    if (!inside(mesh, n[0], n[1])) throw outside(s, d, mesh, n[0], n[1]);
    if (!inside(mesh, n[2], n[3])) throw outside(s, d, mesh, n[2], n[3]);
    if (n[0] == n[2] && n[1] == n[3]) throw s.error(d, "begins and ends at the same point");
    profiles.push_back(profile);
  }
  return profiles;
}

}  // namespace slipflow::setup
