// The case as the equations read it (transport/box.h), in memory of the host.
#pragma once

#include <array>
#include <vector>

#include "slipflow/transport/case.hpp"
#include "transport/rows.h"

namespace slipflow::transport {

/// Values that the conditions and sources have in a step.
struct StepValues {
  std::vector<double> walls, sources;  ///< never empty
};

/// Arrays for the cells by Box7::at(), and for the conditions. Those of a device are copies.
struct BoxArrays {
  linear_solvers::Box7 box;
  std::vector<double> widths;
  std::vector<SfTag> tag;
  std::vector<double> scale;    ///< empty: 1
  std::vector<double> u, v, w;  ///< empty without a velocity; w also on a plane
  std::vector<TrWall> walls;
  std::vector<TrSource> sources;  ///< both never empty
  std::vector<double> factors;

  /// Without the arrays.
  TrBox numbers(const Case& c) const;
  /// With these arrays and values, which have to outlive it.
  TrBox view(const Case& c, const StepValues& values) const;
};

BoxArrays make_box(const Case& c);

/// The cells of the mesh in the box, and the names of fields in both layouts.
std::vector<double> to_box(const Case& c, const std::vector<double>& by_layout);
std::vector<double> from_box(const Case& c, const std::vector<double>& by_box);

/// phi at the start, by Box7::at(); 0 in bodies.
std::vector<double> initial_phi(const Case& c);

/// The values in a step from `time` of length dt, at whose end, or middle, the system is solved.
StepValues values_in_step(const Case& c, double time, double dt);
/// The values at a time.
StepValues values_at(const Case& c, double time);

/// Storage over the time of the system; 0: steady.
double mass_of(const Case& c, double dt);

/// Whether phi is determined up to a constant: steady, without a prescribed value, an exchange or
/// a reaction.
bool is_singular(const Case& c);

/// The largest sum of |velocity| over width along each axis.
double courant_rate(const Case& c, const BoxArrays& box);

/// The largest |velocity| width / diffusion of a face along each axis.
std::array<double, 3> cell_peclet_numbers(const Case& c, const BoxArrays& box);

/// The cells that bodies leave free: calls f(cell) in ascending order of places.
template <class F>
void for_free_cells(const BoxArrays& arrays, const TrBox& box, F f) {
  for (int k = 0; k < arrays.box.n3; ++k)
    for (int j = 0; j < arrays.box.n2; ++j)
      for (int i = 0; i < arrays.box.n1; ++i) {
        const TrCell cell = tr_cell(&box, i, j, k);
        if (box.tag[cell.p] == 0) f(cell);
      }
}

}  // namespace slipflow::transport
