#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "case/lines.hpp"
#include "case/resolution.hpp"
#include "slipflow/box/conditions.hpp"
#include "slipflow/psi_omega/case.hpp"
#include "slipflow/setup/box_mesh.hpp"
#include "slipflow/setup/options.hpp"
#include "slipflow/setup/read_controls.hpp"
#include "slipflow/setup/side_table.hpp"
#include "slipflow/support/foreign_text.hpp"

namespace slipflow::psi_omega {

namespace {
using config::Directive;
using config::Settings;

constexpr double kMostVelocity = 1e6;

double velocity_of(const Settings& s, const Directive& d, double least, double otherwise) {
  const auto allowed = [&](double value) { return value >= least && value <= kMostVelocity; };
  return setup::number_of(s, d, "velocity", otherwise, allowed,
                          fmt::format(" from {} to {} (unit U)", least, kMostVelocity));
}

// u(eta) of a parabola with the maximum 1, its integral and its derivative.
void set_parabola(const std::vector<double>& faces, double speed, Side& side) {
  const double height = faces.back() - faces.front();
  for (const double y : faces) {
    const double eta = (y - faces.front()) / height;
    side.speed.push_back(speed * 4 * eta * (1 - eta));
    side.psi.push_back(speed * height * (2 * eta * eta - 4 * eta * eta * eta / 3));
    side.omega.push_back(-speed * 4 / height * (1 - 2 * eta));
  }
}

// From the speeds at the nodes: psi by the trapezoidal rule, omega = -du/dy by differences.
void set_from_speeds(const std::vector<double>& faces, std::vector<double> speeds, Side& side) {
  side.speed = std::move(speeds);
  const std::size_t last = faces.size() - 1;
  side.psi.assign(1, 0.0);
  for (std::size_t k = 1; k <= last; ++k)
    side.psi.push_back(side.psi.back() +
                       0.5 * (side.speed[k - 1] + side.speed[k]) * (faces[k] - faces[k - 1]));
  for (std::size_t k = 0; k <= last; ++k) {
    const std::size_t low = k == 0 ? 0 : k - 1, high = std::min(k + 1, last);
    side.omega.push_back(-(side.speed[high] - side.speed[low]) / (faces[high] - faces[low]));
  }
}

void read_table(const Settings& s, const Directive& d, const std::vector<double>& faces,
                Side& side) {
  for (const char* other : {"velocity", "profile"})
    if (setup::option(d, other))
      throw s.error(
          d, fmt::format("give either path or {}, not both: the table holds the velocity", other));
  const setup::SideTable table(s, d, {"y"}, {"velocity"});
  auto speeds = table.at(faces, "velocity", "end of a face");
  for (const double speed : speeds)
    if (!(speed >= 0 && speed <= kMostVelocity))
      throw s.error(d, fmt::format("the table holds a velocity of {}, which must be from 0 to {}",
                                   speed, kMostVelocity));
  set_from_speeds(faces, std::move(speeds), side);
}

void read_inflow(const Settings& s, const Directive& d, const std::vector<double>& faces,
                 Side& side) {
  if (setup::option(d, "path")) return read_table(s, d, faces, side);
  const double speed = velocity_of(s, d, 0, 1);
  const std::string* profile = setup::option(d, "profile");
  if (profile && *profile != "uniform" && *profile != "parabolic")
    throw s.error(d, fmt::format("profile={} must be parabolic or uniform", shown(*profile)));
  if (profile && *profile == "uniform")
    set_from_speeds(faces, std::vector<double>(faces.size(), speed), side);
  else
    set_parabola(faces, speed, side);
}

Side read_side(const Settings& s, int number, const mesh::Mesh& mesh) {
  const Directive& d = boxes::line_of_side(s, number);
  Side side;
  side.kind = d.kind == "wall"      ? SideKind::wall
              : d.kind == "inflow"  ? SideKind::inflow
              : d.kind == "outflow" ? SideKind::outflow
                                    : SideKind::symmetry;
  if (side.kind == SideKind::wall) side.velocity = velocity_of(s, d, -kMostVelocity, 0);
  if (side.kind == SideKind::inflow) read_inflow(s, d, mesh.y.faces, side);
  return side;
}

void read_sides(const Settings& s, Case& c) {
  for (int number = 0; number < 4; ++number) c.sides[number] = read_side(s, number, c.mesh);
  const bool in = c.sides[mesh::west].kind == SideKind::inflow;
  const bool out = c.sides[mesh::east].kind == SideKind::outflow;
  if (in && !out)
    throw s.error("boundary.east", "must be outflow, as the west boundary is an inflow");
  if (out && !in)
    throw s.error("boundary.west", "must be inflow, as the east boundary is an outflow");
}

void read_bodies(const Settings& s, Case& c) {
  int walls = 0;
  const auto add = [&](const Directive&, const std::string&) { return ++walls; };
  const auto difference = [](int, int) { return std::string(); };
  const auto placed = setup::read_bodies(s, {add, difference}, c.mesh, c.notes);
  c.bodies = placed.bodies;
  setup::check_gaps(s, gap_region(c), placed.lines);
  std::array<setup::Outside, 4> outside{};
  for (int k = 0; k < 4; ++k) outside[k] = setup::Outside::like_last_cell;
  setup::tag_ghosts(outside, std::array<int, 4>{}, c.mesh);
}

void read_scheme(const Settings& s, Case& c) {
  c.scheme.time = value_of(kTimeSchemes, s.text("scheme.time"));
  c.scheme.convection = value_of(kConvections, s.text("scheme.convection"));
  c.scheme.free_bodies = s.text("scheme.body_psi") == "free";
  c.scheme.sees_faces = s.text("scheme.corner") == "faces";
  if (c.scheme.sees_faces && c.scheme.time != TimeScheme::adi)
    throw s.error("scheme.corner",
                  "faces is for scheme.time = adi; steady flow needs the relaxed mean");
  if (s.text("scheme.wall_vorticity") != "jensen") return;
  c.scheme.wall_vorticity = WallVorticity::jensen;
  if (!c.bodies.empty())
    throw s.error("scheme.wall_vorticity",
                  "jensen is unstable at the corners of bodies; with bodies take thom");
}

// The serial reference must be able to solve the lines.
void read_lines(const Settings& s, Case& c) {
  using namespace linear_solvers;
  const std::string algorithm = s.text("lines.algorithm");
  if (algorithm != "auto") c.lines.algorithm = value_of(kLineAlgorithms, algorithm);
  c.lines.axis = s.text("lines.axis") == "x" ? SF_X : SF_Y;
  if (c.lines.axis == SF_Y && c.scheme.time != TimeScheme::rows)
    throw s.error("lines.axis",
                  "is for scheme.time = rows; the other schemes have lines along both");
  try {
    for (const Family family : used_lines(c)) reference_lines(c, family);
  } catch (const Error& refused) {
    throw s.error("lines.algorithm", refused.what());
  }
}

// A step of the line iteration is 1 unless the case gives one.
setup::TimeKind time_kind_of(const Case& c) {
  if (c.scheme.time == TimeScheme::adi) return setup::TimeKind::physical;
  return c.scheme.time == TimeScheme::rows && !c.time.step ? setup::TimeKind::iterations
                                                           : setup::TimeKind::pseudo;
}

void check_time(const Settings& s, const Case& c) {
  if (c.scheme.time == TimeScheme::adi) {
    if (!c.time.step && !c.time.courant)
      throw s.error("scheme.time", "adi needs time.step or time.courant");
    return;
  }
  if (c.time.courant)
    throw s.error("time.courant",
                  "is for scheme.time = adi; without it the steps are chosen, or "
                  "time.step is given");
  if (c.kick)
    throw s.error("initial.kick", "is for scheme.time = adi: a steady flow needs no kick");
}
}  // namespace

Case make_case(const Settings& s) {
  Case c;
  c.reynolds = s.number("fluid.reynolds");
  c.mesh = setup::read_mesh(s);
  if (std::min(c.mesh.x.cells(), c.mesh.y.cells()) < 4)
    throw s.error("mesh.cells", "method psi_omega needs at least 4 cells along each axis");
  if (c.mesh.layout().size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw s.error("mesh.cells", "method psi_omega takes less than 2^31 cells");
  read_sides(s, c);
  read_bodies(s, c);
  read_scheme(s, c);
  read_lines(s, c);
  c.kick = s.text("initial.kick") == "on";
  if (s.given("relaxation.vorticity")) c.relaxation.vorticity = s.number("relaxation.vorticity");
  if (s.given("relaxation.wall")) c.relaxation.wall = s.number("relaxation.wall");
  c.linear = boxes::read_linear(s);
  setup::read_controls(s, c.mesh, c.bodies, c, setup::StepLength::may_be_chosen);
  c.time.kind = time_kind_of(c);
  check_time(s, c);
  note_resolution(c);
  return c;
}

}  // namespace slipflow::psi_omega
