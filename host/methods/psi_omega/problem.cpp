#include "slipflow/psi_omega/problem.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/nodes.hpp"
#include "solver/simulation.hpp"

namespace slipflow::psi_omega {

namespace {
const char* name_of(TimeScheme time) {
  return time == TimeScheme::adi ? "adi" : time == TimeScheme::rows ? "rows" : "steady";
}

const char* name_of(Convection convection) {
  return convection == Convection::skew        ? "skew"
         : convection == Convection::advective ? "advective"
                                               : "conservative";
}

double widest(const mesh::Axis& axis) {
  return *std::max_element(axis.widths.begin(), axis.widths.end());
}

double fastest(const Case& c) {
  double speed = 0;
  for (const Side& side : c.sides) {
    speed = std::max(speed, std::abs(side.velocity));
    for (const double u : side.speed) speed = std::max(speed, u);
  }
  return speed;
}
}  // namespace

Problem::Problem(const config::Settings& settings)
    : case_(make_case(settings)),
      nodes_(std::make_unique<const Nodes>(make_nodes(settings, case_))) {}

Problem::~Problem() = default;

const std::vector<setup::FieldInfo>& Problem::fields() const { return field_list(); }

std::string Problem::scheme() const {
  return fmt::format("{} {}", name_of(case_.scheme.time), name_of(case_.scheme.convection));
}

std::vector<methods::Number> Problem::numbers() const {
  return {{"reynolds", "Re", case_.reynolds}};
}

std::vector<methods::Derived> Problem::derived() const {
  return {{"cell Reynolds number",
           fmt::format("{:.4g} in x, {:.4g} in y, where coarsest, for the largest given velocity",
                       case_.reynolds * fastest(case_) * widest(case_.mesh.x),
                       case_.reynolds * fastest(case_) * widest(case_.mesh.y))}};
}

std::vector<std::string> Problem::warnings() const { return {}; }

drawing::MeshPicture Problem::picture() const {
  drawing::MeshPicture picture;
  picture.title = case_.title;
  picture.wall_kinds.assign(case_.bodies.size(), "body");
  for (int side = 0; side < 4; ++side) {
    picture.side_kinds[side] = case_.sides[side].in_words();
    picture.sides[side] = picture.side_kinds[side].substr(0, picture.side_kinds[side].find(' '));
  }
  for (const auto& body : case_.bodies)
    picture.bodies.push_back({body.name, body.wall, body.cells});
  return picture;
}

std::vector<const std::vector<double>*> Problem::boundary_tables() const {
  return {&case_.sides[mesh::west].speed};
}

double Problem::first_time_step() const {
  if (case_.time.step) return *case_.time.step;
  const auto simulation = on_host();
  simulation->start();
  return simulation->time_step();
}

std::unique_ptr<methods::Simulation> Problem::on_host() const {
  return std::make_unique<Simulation>(case_, *nodes_, reference_lines(case_), make_serial_operations);
}

std::unique_ptr<methods::Simulation> Problem::on_device(const opencl::Queue&,
                                                        const methods::Launch&) const {
  throw Error(ExitStatus::bad_input,
              "method psi_omega computes on the host only: --backend serial");
}

methods::Launch Problem::resolve(const opencl::Device&, const methods::Launch& launch) const {
  return launch;
}

// psi, omega, both velocities; multigrid not counted.
std::vector<methods::PassInfo> Problem::passes() const { return {{"step", 5, 5}}; }

double Problem::device_bytes() const { return serial_bytes(); }

double Problem::serial_bytes() const { return on_host()->info().bytes_allocated; }

}  // namespace slipflow::psi_omega
