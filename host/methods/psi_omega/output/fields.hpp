// What is derived from psi and omega at the nodes: fields at cells, values at points.
#pragma once

#include <string>
#include <vector>

#include "case/nodes.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/setup/fields.hpp"

namespace slipflow::psi_omega {

/// Fields with their units.
const std::vector<setup::FieldInfo>& field_list();

/// A time level on the host, by mesh::Layout.
struct State {
  std::vector<double> psi, omega;
};

struct Velocity {
  double u = 0, v = 0;
};

/// At a node: differences of psi in the flow, 0 on bodies; on boundaries the prescribed velocity,
/// else that of the next node inside.
Velocity velocity_at(const Case& c, const Nodes& nodes, const std::vector<double>& psi, int i,
                     int j);

/// psi and omega: means of the four nodes of a cell. u and v: differences of their means along the
/// faces, which conserve mass exactly. omega is 0 in bodies.
methods::CellField cell_field(const Case& c, const State& s, const std::string& name);

/// psi, omega, u and v at points; NaN in bodies.
methods::Samples sample(const Case& c, const Nodes& nodes, const State& s,
                        const std::vector<methods::Point>& points);

}  // namespace slipflow::psi_omega
