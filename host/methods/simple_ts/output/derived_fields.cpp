#include "derived_fields.hpp"

namespace slipflow::simple_ts {

namespace {
// (77) The stream function in the cells of a mesh of two axes: at the corners of the cells from the
// south-west corner of the domain along its south end, then up each line of faces.
StateEquations::OfCell stream_function(const Case& c, const StateEquations& equations) {
  const int nx = c.mesh.x.cells(), ny = c.mesh.y.cells(), row = nx + 1;
  std::vector<double> psi(static_cast<std::size_t>(row) * (ny + 1));
  for (int k = 0; k < nx; ++k) psi[k + 1] = psi[k] - equations.mass_flux(1, {k, 0});
  for (int n = 0; n < ny; ++n)
    for (int k = 0; k <= nx; ++k)
      psi[static_cast<std::size_t>(n + 1) * row + k] =
          psi[static_cast<std::size_t>(n) * row + k] + equations.mass_flux(0, {k, n});
  return [psi = std::move(psi), row](const Cell& cell) {
    const auto* corner = &psi[static_cast<std::size_t>(cell[1]) * row + cell[0]];
    return 0.25 * ((corner[0] + corner[1]) + (corner[row] + corner[row + 1]));
  };
}

StateEquations::OfCell function_of_cells(const Case& c, const StateEquations& equations,
                                         const std::string& name) {
  if (name == "psi") return stream_function(c, equations);
  if (name == "volume_fraction") return [&c](const Cell& cell) { return gas_share(c, cell); };
  return equations.derived(name);
}
}  // namespace

DerivedField::DerivedField(const Case& c, const State& s, const std::string& name)
    : equations_(equations_of(c, s)), of_cell_(function_of_cells(c, *equations_, name)) {}

}  // namespace slipflow::simple_ts
