// The nodes of a case: which are unknown, the walls, and the solid regions.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "psi_omega/island_psi.h"
#include "psi_omega/wall_vorticity.h"
#include "slipflow/config/settings.hpp"
#include "slipflow/psi_omega/case.hpp"

namespace slipflow::psi_omega {

/// Solid cells that touch one another, also at corners: one value of psi.
struct Island {
  std::string name;                 ///< of one of its bodies
  mesh::CellBox nodes;              ///< the smallest box around them, ends included
  std::vector<int> places;          ///< of its nodes
  std::vector<PoIslandFace> faces;  ///< those to the flow, if it is free
  double reference_length = 0;  ///< the largest that its bodies are given, else its extent along y
  std::optional<double> boundary_psi;  ///< that of the boundary which it touches
};

struct Nodes {
  std::vector<SfTag> kind;   ///< by place
  std::vector<double> x, y;  ///< values of the axes, psi_omega/nodes.h
  std::vector<PoWallNode> walls;
  std::vector<Island> islands;
};

/// Whether a node is in or on a body.
bool is_body(SfTag kind);

/// The islands that touch no boundary: their psi is not known.
std::vector<const Island*> free_islands(const Nodes& nodes);

/// Throws Error(bad_input) for a body at an inflow or outflow, or between two boundaries of
/// different psi.
Nodes make_nodes(const config::Settings& settings, const Case& c);

/// Arrays of the start: psi and omega of the inflow everywhere, omega 0 in bodies and on walls.
struct StartFields {
  std::vector<double> psi, omega;
};
StartFields start_fields(const Case& c, const Nodes& nodes);
/// psi that the equation of psi is first solved with: of the boundary on islands there, of fixed
/// bodies; on free islands the mean of psi below and above.
void set_psi_of_islands(const Case& c, const Nodes& nodes, std::vector<double>& psi);

/// The velocities at nodes that do not follow from psi: along moving walls, and at the inflow.
struct PrescribedVelocities {
  std::vector<double> u, v;
};
PrescribedVelocities prescribed_velocities(const Case& c);

}  // namespace slipflow::psi_omega
