#include <array>
#include <stdexcept>

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

namespace {
// By kind, then box, flat, and both with periodic axes; null: not compiled.
template <class Real>
using Makers = std::array<std::array<MakeLevel<Real>*, 4>, 3>;

constexpr Makers<double> kInDouble = {
    {{free_box::make_level, free_flat::make_level, nullptr, nullptr},
     {symmetric_box::make_level, symmetric_flat::make_level, symmetric_periodic::make_level,
      symmetric_flat_periodic::make_level},
     {general_box::make_level, general_flat::make_level, general_periodic::make_level,
      general_flat_periodic::make_level}}};
constexpr Makers<float> kInSingle = {
    {{free_box_in_single::make_level, free_flat_in_single::make_level, nullptr, nullptr},
     {symmetric_box_in_single::make_level, symmetric_flat_in_single::make_level,
      symmetric_periodic_in_single::make_level, symmetric_flat_periodic_in_single::make_level},
     {}}};

template <class Real>
std::unique_ptr<SerialLevel<Real>> make_one_of(const Makers<Real>& makers, Coefficients7 kind,
                                               const S7Level& level,
                                               const LevelArrays<Real>& arrays) {
  const std::size_t shape = (level.plane == 0 ? 1 : 0) + (arrays.periodic != 0 ? 2 : 0);
  MakeLevel<Real>* const make = makers[static_cast<std::size_t>(kind) - 1][shape];
  if (make == nullptr) throw std::logic_error("there are no rows of these coefficients");
  return make(level, arrays);
}
}  // namespace

std::unique_ptr<SerialLevel<double>> make_serial_level(Coefficients7 kind, const S7Level& level,
                                                       const LevelArrays<double>& arrays) {
  return make_one_of(kInDouble, kind, level, arrays);
}
std::unique_ptr<SerialLevel<float>> make_serial_level(Coefficients7 kind, const S7Level& level,
                                                      const LevelArrays<float>& arrays) {
  return make_one_of(kInSingle, kind, level, arrays);
}

}  // namespace slipflow::linear_solvers
