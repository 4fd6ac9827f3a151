#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "field_names.hpp"
#include "output_lines.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::setup {

namespace {
using config::Directive;
using config::Settings;

constexpr int kMostPoints = 100'000;

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

// `count` positions, each with a number for every axis of the domain.
std::vector<Position> positions_in(const Settings& s, const Directive& d, const Domain& domain,
                                   std::size_t count) {
  const auto axes = static_cast<std::size_t>(domain.axes);
  if (d.numbers.size() != axes * count)
    throw s.error(d, fmt::format("on a mesh of {} axes it takes {} numbers", axes, axes * count));
  std::vector<Position> positions(count);
  for (std::size_t k = 0; k < d.numbers.size(); ++k) positions[k / axes][k % axes] = d.numbers[k];
  return positions;
}

void check_inside(const Settings& s, const Directive& d, const Domain& domain, const Position& at) {
  if (domain.contains(at)) return;
  std::string point, extent;
  for (std::size_t k = 0; k < static_cast<std::size_t>(domain.axes); ++k) {
    const auto& ends = domain.extent[k];
    point += fmt::format("{}{}", k > 0 ? ", " : "", at[k]);
    extent += fmt::format(", {} {} to {}", kAxes[k], ends[0], ends[1]);
  }
  throw s.error(d, fmt::format("({}) lies outside the mesh{}", point, extent));
}

int count_from(const Settings& s, const Directive& d, const char* name, int otherwise) {
  const std::string* text = option(d, name);
  if (!text) return otherwise;
  const auto numbers = parse_numbers(*text);
  // The range first: beyond it a number may not fit into an int.
  if (numbers.size() != 1 || !(numbers[0] >= 2 && numbers[0] <= kMostPoints) ||
      numbers[0] != static_cast<int>(numbers[0]))
    throw s.error(d, fmt::format("{}={} must be a whole number from 2 to {}", name, shown(*text),
                                 kMostPoints));
  return static_cast<int>(numbers[0]);
}

}  // namespace

std::vector<Probe> read_probes(const Settings& s, const Domain& domain) {
  std::vector<Probe> probes;
  Names names(s, "probe");
  for (const Directive& d : s.directives("output.probe")) {
    const Position at = positions_in(s, d, domain, 1)[0];
    const Probe probe{names.take(d), at[0], at[1], at[2]};
    check_inside(s, d, domain, at);
    if (const auto body = domain.body_at(at); !body.empty())
      throw s.error(d, fmt::format("lies in {}, where there is no gas", body));
    probes.push_back(probe);
  }
  return probes;
}

std::vector<Profile> read_profiles(const Settings& s, const Domain& domain) {
  std::vector<Profile> profiles;
  Names names(s, "profile");
  for (const Directive& d : s.directives("output.profile")) {
    const auto ends = positions_in(s, d, domain, 2);
    const auto &a = ends[0], &b = ends[1];
    const Profile profile{names.take(d), a[0], a[1], b[0], b[1], count_from(s, d, "points", 101),
                          a[2],          b[2]};
    check_inside(s, d, domain, a);
    check_inside(s, d, domain, b);
    if (a == b) throw s.error(d, "begins and ends at the same point");
    profiles.push_back(profile);
  }
  return profiles;
}

std::vector<Integral> read_integrals(const Settings& s, const Domain& domain,
                                     const ExpressionList& expressions) {
  std::vector<Integral> integrals;
  Names names(s, "integral");
  for (const Directive& d : s.directives("output.integral")) {
    const auto ends = positions_in(s, d, domain, 2);
    Integral integral{names.take(d), "", d.kind == "box", ends[0], ends[1], 1};
    const std::string* field = option(d, "field");
    if (!field) throw s.error(d, "needs field=NAME, a field or the name of an output.expression");
    integral.field = *field;
    if (const auto fault = fault_of_name(s, expressions, *field); !fault.empty())
      throw s.error(d, fault);
    for (const Position& at : ends) check_inside(s, d, domain, at);
    if (integral.box && domain.cells[0] == 0)
      throw s.error(d, "a box needs a mesh of boxes; on polyhedra take a line");
    for (std::size_t k = 0; integral.box && k < static_cast<std::size_t>(domain.axes); ++k)
      if (!(ends[0][k] < ends[1][k]))
        throw s.error(d, fmt::format("the second corner must have the larger {}", kAxes[k]));
    if (ends[0] == ends[1]) throw s.error(d, "begins and ends at the same point");
    if (!integral.box) integral.pieces = count_from(s, d, "pieces", 1000);
    integrals.push_back(integral);
  }
  return integrals;
}

std::vector<Slice> read_slices(const Settings& s, const Domain& domain) {
  const auto& lines = s.directives("output.slice");
  if (domain.axes < 3) {
    if (!lines.empty()) throw s.error(lines[0], "is for a mesh of three axes");
    return {};
  }
  const auto& z = domain.extent[2];
  if (lines.empty()) return {{"", 2, domain.cells[2] / 2, 0.5 * (z[0] + z[1])}};
  std::vector<Slice> slices;
  std::array<int, 3> count{};
  for (const Directive& d : lines) {
    const int axis = d.kind[0] - 'x';
    const double at = d.numbers[0];
    const auto& ends = domain.extent[static_cast<std::size_t>(axis)];
    if (!(at >= ends[0] && at <= ends[1]))
      throw s.error(d, fmt::format("lies outside the mesh, {} {} to {}", d.kind, ends[0], ends[1]));
    if (++count[axis] > kMostSlices)
      throw s.error(d, fmt::format("at most {} slices across an axis", kMostSlices));
    slices.push_back({slice_name(axis, count[axis]), axis, domain.layer_at(axis, at), at});
  }
  return slices;
}

FrameFormat read_format(const Settings& s, const Domain& domain) {
  if (!s.table().find("output.format") || s.text("output.format") == "vtr") return FrameFormat::vtr;
  for (int k = 0; k < domain.axes; ++k)
    if (!domain.uniform[static_cast<std::size_t>(k)])
      throw s.error("output.format", fmt::format("vti needs equal widths, but those along {} "
                                                 "differ",
                                                 kAxes[k]));
  return FrameFormat::vti;
}

std::string slice_name(int axis, int number) {
  return number == 1 ? kAxes[axis] : fmt::format("{}_{}", kAxes[axis], number);
}

}  // namespace slipflow::setup
