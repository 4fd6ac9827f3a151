#include "serial/serial_level.hpp"

namespace slipflow::linear_solvers {

template <class Real>
using MakeLevel = std::unique_ptr<SerialLevel<Real>>(const S7Level&, const LevelArrays<Real>&);

// Each of them is serial_level.cpp, compiled for a kind of coefficients.
#define S7_LEVELS(shape, Real) \
  namespace shape {            \
  MakeLevel<Real> make_level;  \
  }
S7_LEVELS(free_box, double)
S7_LEVELS(free_flat, double)
S7_LEVELS(symmetric_box, double)
S7_LEVELS(symmetric_flat, double)
S7_LEVELS(symmetric_periodic, double)
S7_LEVELS(symmetric_flat_periodic, double)
S7_LEVELS(general_box, double)
S7_LEVELS(general_flat, double)
S7_LEVELS(general_periodic, double)
S7_LEVELS(general_flat_periodic, double)
S7_LEVELS(free_box_in_single, float)
S7_LEVELS(free_flat_in_single, float)
S7_LEVELS(symmetric_box_in_single, float)
S7_LEVELS(symmetric_flat_in_single, float)
S7_LEVELS(symmetric_periodic_in_single, float)
S7_LEVELS(symmetric_flat_periodic_in_single, float)
#undef S7_LEVELS

std::unique_ptr<SerialLevel<double>> make_serial_level(Coefficients7 kind, const S7Level& level,
                                                       const LevelArrays<double>& arrays) {
  const bool flat = level.plane == 0, periodic = arrays.periodic != 0;
  MakeLevel<double>* made = nullptr;
  if (kind == Coefficients7::free)
    made = flat ? free_flat::make_level : free_box::make_level;
  else if (kind == Coefficients7::symmetric && periodic)
    made = flat ? symmetric_flat_periodic::make_level : symmetric_periodic::make_level;
  else if (kind == Coefficients7::symmetric)
    made = flat ? symmetric_flat::make_level : symmetric_box::make_level;
  else if (periodic)
    made = flat ? general_flat_periodic::make_level : general_periodic::make_level;
  else
    made = flat ? general_flat::make_level : general_box::make_level;
  return made(level, arrays);
}

std::unique_ptr<SerialLevel<float>> make_serial_level(Coefficients7 kind, const S7Level& level,
                                                      const LevelArrays<float>& arrays) {
  const bool flat = level.plane == 0, periodic = arrays.periodic != 0;
  MakeLevel<float>* made = nullptr;
  if (kind == Coefficients7::free)
    made = flat ? free_flat_in_single::make_level : free_box_in_single::make_level;
  else if (periodic)
    made = flat ? symmetric_flat_periodic_in_single::make_level
                : symmetric_periodic_in_single::make_level;
  else
    made = flat ? symmetric_flat_in_single::make_level : symmetric_box_in_single::make_level;
  return made(level, arrays);
}

}  // namespace slipflow::linear_solvers
