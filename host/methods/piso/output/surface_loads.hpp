// Forces of the flow on surfaces, and flows through them.
#pragma once

#include <string>
#include <vector>

#include "slipflow/methods/problem.hpp"
#include "slipflow/piso/flow_solver.hpp"
#include "state/case_flow.hpp"

namespace slipflow::piso {

/// On one surface; forces and momentum over the density.
struct SurfaceLoad {
  SfVector pressure{}, friction{};
  SfVector momentum_out{};  ///< per time; 0 unless it is asked for
  double flow_out = 0;      ///< volume per time
  double area = 0, pressure_times_area = 0;

  double mean_pressure() const { return pressure_times_area / area; }
};

/// By patch of the mesh; with the velocities of the sides also the momentum.
std::vector<SurfaceLoad> loads_of(const CaseFlow& flow, const SideLoads& values,
                                  const std::vector<SfVector>& velocities = {});

/// Columns of forces.csv, of walls, and of flows.csv, of the others: names, and their values.
std::vector<std::string> force_columns(const Case& c, const std::vector<int>& surfaces);
std::vector<std::string> flow_columns(const Case& c, const std::vector<int>& surfaces);
std::vector<double> forces_in_columns(const Case& c, const std::vector<int>& surfaces,
                                      const std::vector<SurfaceLoad>& loads);
std::vector<double> flows_in_columns(const Case& c, const std::vector<int>& surfaces,
                                     const std::vector<SurfaceLoad>& loads);

/// The patches: each with its mean pressure over the density and the force (6); those that are no
/// walls also with the flows of momentum, volume and, with a density, mass out of the domain.
std::vector<methods::Surface> surface_list(const Case& c, const std::vector<int>& surfaces);
std::vector<double> surface_numbers(const Case& c, const std::vector<int>& surfaces,
                                    const std::vector<SurfaceLoad>& loads);

/// The forces on bodies, of polyhedra on the patches that are walls, in forces.csv; `length`: the
/// reference length of a patch.
std::vector<methods::BodyForce> forces_in_table(const Case& c, const std::vector<int>& surfaces,
                                                double length);

}  // namespace slipflow::piso
