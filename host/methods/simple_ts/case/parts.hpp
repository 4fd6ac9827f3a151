// The parts of make_case(), each in the source of its name, from the lines of a case file.
#pragma once

#include <array>
#include <string>

#include "slipflow/setup/gaps.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The wall a directive describes: velocity=, slip=, jump=, temperature=, flux=,
/// accommodation=. Throws Error(bad_input).
WallValues wall_from(const config::Settings& settings, const config::Directive& directive,
                     const Case& c);

/// Reads the boundaries: their kinds, and a wall for each that is solid. Returns, by
/// mesh::Side, the number of its wall in c.walls (0: none).
std::vector<int> read_sides(const config::Settings& settings, Case& c);

/// A boundary of fixed pressure: p=, temperature=, at=. Throws Error(bad_input).
SideValues pressure_from(const config::Settings& settings, const config::Directive& directive);

/// An inflow: velocity=, along=, density=, temperature=, profile= or path=, over_time=.
/// Throws Error(bad_input).
SideValues inflow_from(const config::Settings& settings, const config::Directive& directive,
                       int side, const Case& c);

/// Reads the bodies and fills the tags of all cells, ghosts included. `side_walls` comes from
/// read_sides. Throws Error(bad_input) for bodies without cells, overlapping different walls, walls
/// that move through their own faces, gaps of one cell, too many walls, and no gas left.
void read_bodies(const config::Settings& settings, const std::vector<int>& side_walls, Case& c);

/// Whether mesh.walls = cut. Called before bodies are read. Throws Error(bad_input) for keys and
/// meshes that cut walls do not support.
bool read_cut_walls(const config::Settings& settings, const Case& c);

/// Throws Error(bad_input) where a body that cuts cells moves through its own surface. `lines` are
/// those of the bodies.
void check_motion_of_cut_bodies(const config::Settings& settings, const Case& c,
                                const std::vector<const config::Directive*>& lines);

/// The region that is searched for gaps. The case must outlive it.
setup::GapRegion gap_region(const Case& c);

/// Reads initial.state and initial.perturbation; `c` must have its gas and mesh. Throws
/// Error(bad_input).
InitialState read_initial(const config::Settings& settings, const Case& c);

/// Why the pressures of the case cannot be solved together; empty if they can. `otherwise`: what to
/// take instead.
std::string obstacle_to_solving(const config::Settings& s, const Case& c,
                                const std::string& otherwise);

/// time.march, of a case with its sides; notes a march to a steady state. Throws Error(bad_input)
/// where the case asks for it and for something that needs time.
March read_march(const config::Settings& s, Case& c);

/// Adds a note to the case for heat flows (`flux=`) without a steady state: those of a closed
/// domain whose sum is not 0, and those that gas at rest cannot conduct from the opposite wall;
/// docs/methods/simple-ts.md (50).
void note_heat_flows(Case& c);

}  // namespace slipflow::simple_ts
