// The fields users see, at cell centres.
#pragma once

#include <string>
#include <vector>

#include "slipflow/simple_ts/measures.hpp"
#include "slipflow/simple_ts/state.hpp"

namespace slipflow::simple_ts {

/// A field at the cell centres, row-major, nx * ny.
struct CellField {
  std::string name;
  std::string label;  ///< for people, with the unit
  std::vector<double> values;
};

/// The field `name`: p, T, rho, u, v (means of two faces) or mach. Solid cells hold the wall's
/// temperature, p = rho = 1 and no velocity.
CellField cell_field(const Case& c, const State& s, const std::string& name);

/// NAME_mean of the k-th field of OutputControl::averages, which is the field itself as long as no
/// time has been averaged over, and NAME_rms, the root of the mean square of its fluctuation.
CellField mean_field(const Case& c, const State& s, const Averages& averages, std::size_t k);
CellField rms_field(const Case& c, const Averages& averages, std::size_t k);

}  // namespace slipflow::simple_ts
