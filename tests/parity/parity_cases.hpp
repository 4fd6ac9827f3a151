// The geometries on which serial and device must agree bit for bit.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "test_cases.hpp"

namespace slipflow::simple_ts {

/// Odd-sized meshes with bodies touching every kind of edge, by name.
inline const std::map<std::string, std::string>& parity_cases() {
  constexpr double h = 0.125;
  static const std::map<std::string, std::string> cases = {
      // Bodies are no part of the kernels: with "edges", "thin" and the shapes, of one program.
      {"middle", channel_text(71, 35, h, body_line(h, 20, 11, 29, 20))},
      // At a wall, in the corner by the outflow, in the corner by the stream.
      {"edges", channel_text(71, 35, h,
                             body_line(h, 24, 0, 33, 9, "temperature=1.5") +
                                 body_line(h, 62, 29, 71, 35, "slip=off jump=off") +
                                 body_line(h, 0, 31, 3, 35, "slip=free jump=adiabatic"))},
      // One cell thick across and along the stream, two bodies two cells apart, two that touch at a
      // corner.
      {"thin", channel_text(71, 35, h,
                            body_line(h, 20, 10, 21, 19) + body_line(h, 40, 6, 52, 7) +
                                body_line(h, 30, 25, 36, 31) + body_line(h, 38, 25, 44, 31) +
                                body_line(h, 60, 12, 64, 16, "temperature=2") +
                                body_line(h, 64, 16, 68, 20, "slip=off"))},
      // Widths that change from cell to cell in both directions.
      {"stretched",
       channel_text(53, 29, h, body_line(h, 17, 11, 24, 18),
                    "[mesh]\nx_stretch = geometric 1.01\ny_stretch = geometric 0.98\n")},
      // Periodic in both directions, gravity, a disturbed initial state.
      {"periodic",
       "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = 0.05 -0.02\n"
       "[mesh]\nx = 0 5\ny = 0 3\ncells = 41 23\n"
       "[body]\nrectangle = 1 1 1.7 1.8 temperature=1.2\nrectangle = 4.4 2.5 5 3\n"
       "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
       "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n"},
      // Fewer cells than one work-group has columns; walls all round, one warm and sliding.
      {"box",
       "[gas]\nknudsen = 0.05\n[mesh]\nx = 0 1\ny = 0 1\ncells = 5 3\n"
       "[boundary]\nwest = wall\neast = wall slip=off temperature=1.3 velocity=0,0.2\n"
       "south = symmetry\nnorth = wall velocity=0.5,0\n[time]\nstep = 0.02\nmax_steps = 100\n"},
      // Stream through two boundaries, outflow through two.
      {"oblique",
       "[gas]\nknudsen = 0.05\nmach = 2.43\n[mesh]\nx = 0 6\ny = 0 4\ncells = 47 33\n"
       "[body]\nrectangle = 2 1.5 3 2.5\n"
       "[boundary]\nwest = stream\neast = outflow\nsouth = stream\nnorth = outflow\n"
       "[initial]\nperturbation = 0.1\n[time]\nstep = 0.01\nmax_steps = 100\n"},
  };
  return cases;
}

/// Stairs of cells in every direction: a circle on a wall, a turned square, a triangle with sharp
/// tips that another wall touches, bodies that overlap, a ring. Of one program with "edges".
inline const std::string& shapes_case() {
  static const std::string text = channel_text(
      71, 35, 0.125,
      "circle = 2.05 0 0.9 temperature=1.5\npolygon = 4.6 1.3 5.5 2.2 4.6 3.1 3.7 2.2 slip=off\n"
      "polygon = 1 2.7 2.8 3.1 1.2 4\ncircle = 6.5 3.5 0.5\nrectangle = 6.2 3.5 7.5 3.9\n"
      "circle = 8.1 1.6 0.3 count=3 around=7.3,1.6 slip=free jump=adiabatic\n");
  return text;
}

/// Periodic in both directions, without a solid cell.
inline const std::string& case_without_walls() {
  static const std::string text =
      "[gas]\nknudsen = 0.02\nmach = 0.5\n[mesh]\nx = 0 5\ny = 0 3\ncells = 41 23\n"
      "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
      "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n";
  return text;
}

/// Meshes of three axes by name.
inline const std::map<std::string, std::string>& cases_in_space() {
  static const std::map<std::string, std::string> cases = {
      // Boundaries of most kinds, two bodies, gravity along each axis.
      {"room in space",
       "[gas]\nknudsen = 0.06\nmach = 0.4\ngravity = 0.2 -0.1 0.15\n[mesh]\nx = 0 3\ny = 0 2\n"
       "z = 0 2.5\ncells = 21 9 8\nz_stretch = geometric 1.1\n"
       "[body]\nbox = 1.1 0.6 0 1.9 1.4 1.3 temperature=1.4\nsphere = 2.3 1 1.8 0.4 "
       "jump=adiabatic\n"
       "[boundary]\nwest = inflow velocity=0.4 along=0.1,-0.05 temperature=1.1 profile=parabolic\n"
       "east = pressure p=0.9\nsouth = wall temperature=1.2 velocity=0.1,0,-0.2\n"
       "north = wall flux=0.05 slip=off\nbottom = wall slip=creep jump=adiabatic\n"
       "top = symmetry\n[initial]\nstate = rest\n[time]\nstep = 0.02\nmax_steps = 100\n"},
      // Edges and corners outside open boundaries of several kinds.
      {"open in space",
       "[gas]\nknudsen = 0.05\nmach = 0.3\n[mesh]\nx = 0 2\ny = 0 1.5\nz = 0 1\ncells = 11 9 7\n"
       "x_stretch = geometric 1.05\ny_stretch = geometric 0.95\n"
       "[boundary]\nwest = pressure p=1.1\neast = outflow\nsouth = pressure p=1.05 at=ghost\n"
       "north = pressure p=1\nbottom = outflow\ntop = pressure p=1 temperature=1.1\n"
       "[initial]\nperturbation = 0.1\n[time]\nstep = 0.02\nmax_steps = 100\n"},
      // A body at two ends of periodic axes.
      {"periodic in space",
       "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = 0.05 -0.02 0.03\n"
       "[mesh]\nx = 0 5\ny = 0 3\nz = 0 2\ncells = 19 12 9\n"
       "[body]\nbox = 1 1 0.5 2 1.8 1.2 temperature=1.2\nbox = 4 2 0.4 5 3 1.6\n"
       "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
       "bottom = periodic\ntop = periodic\n"
       "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n"},
  };
  return cases;
}

/// Meshes of three axes that bodies cut, by name; they have one rank.
inline const std::map<std::string, std::string>& cut_cases_in_space() {
  static const std::map<std::string, std::string> cases = {
      // Bodies of most kinds that cut the mesh, across periodic boundaries too; a box of whole
      // cells.
      {"cut walls in space",
       "[gas]\nknudsen = 0.06\nmach = 0.4\ngravity = 0.2 -0.1 0.15\n[mesh]\nx = 0 2.8\ny = 0 2.2\n"
       "z = 0 2\ncells = 14 11 10\nz_stretch = geometric 1.05\nwalls = cut\n"
       "[body]\nsphere = 0.2 1.1 1.1 0.53 temperature=1.4 turning=0.1,-0.2,0.3\n"
       "cylinder = 1.3 0.3 -3 2.1 1.9 5 0.31 accommodation=0.7\n"
       "box = 2.2 0 0.4 2.6 0.4 0.8 walls=stairs\n"
       "[boundary]\nwest = periodic\neast = periodic\nsouth = wall temperature=1.2\n"
       "north = wall velocity=0.1,0,-0.2\nbottom = wall\ntop = symmetry\n"
       "[initial]\nstate = rest\n[time]\nstep = 0.02\nmax_steps = 100\n"},
      // A gas around bodies that cut the mesh, and cells away from them.
      {"cut walls of a march",
       "[gas]\nknudsen = 0.03\nmach = 0.5\ngravity = 0.05 -0.02 0.03\n"
       "[mesh]\nx = 0 4.4\ny = 0 4.2\nz = 0 3\ncells = 44 42 30\nwalls = cut\n"
       "[body]\nsphere = 0.6 0.5 0.7 0.52 temperature=1.2\n"
       "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
       "bottom = periodic\ntop = periodic\n"
       "[initial]\nperturbation = 0.2\n[time]\nstep = 0.02\nmax_steps = 100\n"},
  };
  return cases;
}

/// Meshes in space with cells that are away from walls and boundaries, for the march, by name.
inline const std::map<std::string, std::string>& march_cases() {
  static const std::map<std::string, std::string> cases = {
      // Two gases, periodic along all axes.
      {"gas in space",
       "[gas]\nknudsen = 0.03\nmach = 0.5\ngravity = 0.05 -0.02 0.03\n"
       "[mesh]\nx = 0 3\ny = 0 1.8\nz = 0 1.5\ncells = 30 18 14\n"
       "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n"
       "bottom = periodic\ntop = periodic\n"
       "[initial]\nstate = two_states 1.2 west=1.3,1.1,0.5,0.3,-0.2 east=0.8,0.9,-0.1,0.2,0.4\n"
       "perturbation = 0.2\n[time]\nstep = 0.02\nmax_steps = 100\n"},
      // A body and walls, and cells that are away from both; periodic along two axes.
      {"walls of a march",
       "[gas]\nknudsen = 0.03\nmach = 0.5\ngravity = 0.05 -0.02 0.03\n"
       "[mesh]\nx = 0 4.4\ny = 0 4.2\nz = 0 2\ncells = 44 42 20\ny_stretch = geometric 1.02\n"
       "[body]\nbox = 0 1.7 0.3 0.6 2.1 0.7 temperature=1.2\n"
       "[boundary]\nwest = periodic\neast = periodic\nsouth = wall velocity=0.1,0,-0.2\n"
       "north = wall temperature=1.2\nbottom = periodic\ntop = periodic\n"
       "[initial]\nstate = two_states 2.5 west=1.2,1.1,0.5,0.3,-0.2 east=0.9,0.9,-0.1,0.2,0.4\n"
       "perturbation = 0.2\n[time]\nstep = 0.01\nmax_steps = 100\n"},
      // Open boundaries and planes of symmetry, and cells that are away from them.
      {"boundaries of a march",
       "[gas]\nknudsen = 0.05\nmach = 0.4\n"
       "[mesh]\nx = 0 4.2\ny = 0 4.2\nz = 0 2\ncells = 42 42 20\n"
       "[boundary]\nwest = inflow velocity=0.4 along=0.1,-0.05\neast = pressure p=0.9\n"
       "south = symmetry\nnorth = wall temperature=1.2\nbottom = outflow\ntop = pressure p=1\n"
       "[initial]\nperturbation = 0.2\n[time]\nstep = 0.01\nmax_steps = 100\n"},
  };
  return cases;
}

/// Meshes that work-groups of 32 and 7 rows cut into sub-domains near walls, at boundaries and away
/// from both, as "edges", with gravity, by name.
inline const std::map<std::string, std::string>& wide_cases() {
  const std::string rest = "[initial]\nperturbation = 0.3\n[time]\nstep = 0.01\nmax_steps = 100\n";
  static const std::map<std::string, std::string> cases = {
      {"wide periodic",
       "[gas]\nknudsen = 0.02\nmach = 0.5\ngravity = -0.03 0.04\n"
       "[mesh]\nx = 0 9.1\ny = 0 2.9\ncells = 91 29\n"
       "[boundary]\nwest = periodic\neast = periodic\nsouth = periodic\nnorth = periodic\n" +
           rest},
      {"wide inflow",
       "[gas]\nknudsen = 0.05\nmach = 0.3\ngravity = 0.02 -0.03\n"
       "[mesh]\nx = 0 8.9\ny = 0 3.1\ncells = 89 31\n"
       "[body]\nrectangle = 7 1 7.7 1.6\n"
       "[boundary]\nwest = inflow velocity=0.4\neast = pressure p=0.9\n"
       "south = inflow velocity=0.1\nnorth = pressure p=1.1\n" +
           rest}};
  return cases;
}

/// Bodies that cut the mesh: two pieces in one cell, corners, gas that slips or does not, a body
/// that turns, one across a periodic boundary, one at a wall of the domain and one of whole cells,
/// on a stretched mesh. `heated`: options of the one at the wall, which prescribe its heat flow.
inline std::string case_with_cut_walls(const std::string& heated = "flux=0.01 slip=off") {
  return "[gas]\nknudsen = 0.05\nmach = 0.3\ngravity = 0.3 -0.1\n"
         "[mesh]\nx = 0 4\ny = 0 2.5\ncells = 44 28\ny_stretch = geometric 1.01\nwalls = cut\n"
         "[body]\ncircle = 1.2 1.1 0.4 temperature=1.3 turning=0.5\n"
         "polygon = 2.4 0.9 3.1 1.2 2.9 1.9 2.3 1.6 slip=off temperature=0.9\n"
         "circle = 0 1.9 0.3 accommodation=0.8\ncircle = 3.25 0.3 0.35 " +
         heated +
         "\n"
         "rectangle = 1.8 2.1 2.2 2.5 walls=stairs\n"
         "[boundary]\nwest = periodic\neast = periodic\nsouth = wall\nnorth = wall velocity=0.2,0\n"
         "[initial]\nperturbation = 0.2\n[time]\nstep = 0.01\nmax_steps = 100\n";
}

/// Bodies that cut the mesh and reach an inflow and two pressures, and gas that creeps along a body
/// and along a wall whose temperature varies.
inline std::string case_with_cut_walls_at_boundaries() {
  return "[gas]\nknudsen = 0.05\nmach = 0.3\ngravity = 0.3 -0.1\n"
         "[mesh]\nx = 0 4\ny = 0 2.5\ncells = 44 28\nwalls = cut\n"
         "[body]\npolygon = -1 2.6 -1 2.1 1.2 1.7 1.9 2.6 temperature=1.3\n"
         "circle = 4.1 1.3 0.4\ncircle = 1.2 0.7 0.4 slip=creep\n"
         "[boundary]\nwest = inflow velocity=0.2 along=0.1\neast = pressure p=0.9\n"
         "south = wall temperature=1,1.3 slip=creep\nnorth = pressure p=1.1 at=ghost\n"
         "[initial]\nperturbation = 0.2\n[time]\nstep = 0.01\nmax_steps = 100\n";
}

/// Pressure boundaries, inflows, walls of every kind, and another gas, by name.
inline const std::map<std::string, std::string>& side_cases() {
  const std::string gas =
      "[gas]\nknudsen = 0.05\nmach = 0.3\naccommodation = 0.8 0.9\ngravity = 0.02 -0.03\n";
  const std::string end = "[initial]\nperturbation = 0.2\n[time]\nstep = 0.01\nmax_steps = 100\n";
  // Friction heat, of a slip on a wall with a prescribed heat flow, triples the time that PoCL
  // builds a kernel: only the first case has it, on stairs of cells too, and few tests of it. The
  // fused kernels have it under Oclgrind.
  static const std::map<std::string, std::string> cases = {
      // Three pressures that meet in corners, imposed in both ways, one of them next to a body.
      {"pressures", gas +
                        "[mesh]\nx = 0 4\ny = 0 2.5\ncells = 43 27\n"
                        "[body]\nrectangle = 1.5 1 2.2 1.6 flux=0.02 slip=creep\n"
                        "rectangle = 0 1.8 0.4 2.2 accommodation=0.6\n"
                        "rectangle = 2.6 1.9 2.9 2.1 flux=-0.03 slip=off\n"
                        "circle = 3 0.9 0.45 jump=adiabatic\n"
                        "[boundary]\nwest = pressure p=1.3 temperature=1.2\n"
                        "east = pressure p=0.9 at=ghost\n"
                        "south = wall temperature=1,1.5 accommodation=0.7,1 slip=creep\n"
                        "north = pressure p=1.1\n" +
                        end},
      // Inflows with prescribed velocities at two boundaries; a stretched mesh; air.
      {"inflows", gas +
                      "gamma = 1.4\nprandtl = 0.71\nviscosity_exponent = 0.75\n"
                      "[mesh]\nx = 0 4\ny = 0 2.5\ncells = 45 23\n"
                      "x_stretch = geometric 1.02\n"
                      "[body]\nrectangle = 1.5 1 2.2 1.6 temperature=1.3\n"
                      "[boundary]\n"
                      "west = inflow velocity=0.4 profile=parabolic along=0.05 temperature=1.1\n"
                      "east = pressure p=1\nsouth = wall flux=-0.03 slip=free\n"
                      "north = inflow velocity=0.1 density=0.9\n" +
                      end},
      // Pressures at both ends of a periodic axis, a body where the images meet.
      {"pressures, periodic", gas +
                                  "[mesh]\nx = 0 4\ny = 0 2\ncells = 37 19\n"
                                  "[body]\nrectangle = 3.5 1.6 4 2 jump=adiabatic slip=off\n"
                                  "[boundary]\nwest = pressure p=1.2\neast = pressure p=1\n"
                                  "south = periodic\nnorth = periodic\n" +
                                  end}};
  return cases;
}

/// Options for the case "pressures".
inline const std::vector<std::string> without_friction_heat = {
    "body.rectangle=1.5 1 2.2 1.6 temperature=1.2", "body.circle="};

}  // namespace slipflow::simple_ts
