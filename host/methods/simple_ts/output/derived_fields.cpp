#include "derived_fields.hpp"

#include <cmath>
#include <map>

#include "solver/state_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {
#include "simple_ts/derived_fields.h"  // no other file expands these equations
}  // namespace SF_PRECISION

namespace {
// The value of a field in gas cell (i, j). `knudsen`: of the case.
using CellValue = double (*)(const SfContext& c, double knudsen, int i, int j);

double heat_flux_x(const SfContext& c, double, int i, int j) {
  return sf_heat_flux(&c, SF_X, sf_node(i, j));
}
double heat_flux_y(const SfContext& c, double, int i, int j) {
  return sf_heat_flux(&c, SF_Y, sf_node(i, j));
}
double heat_flux(const SfContext& c, double, int i, int j) {
  return std::hypot(sf_heat_flux(&c, SF_X, sf_node(i, j)), sf_heat_flux(&c, SF_Y, sf_node(i, j)));
}
double vorticity(const SfContext& c, double, int i, int j) {
  return sf_vorticity(&c, sf_node(i, j));
}
double divergence(const SfContext& c, double, int i, int j) {
  return sf_divergence(&c, sf_node(i, j));
}
double schlieren(const SfContext& c, double, int i, int j) {
  return sf_schlieren(&c, sf_node(i, j));
}
double local_knudsen(const SfContext& c, double knudsen, int i, int j) {
  return sf_local_knudsen(&c, knudsen, sf_node(i, j));
}
double gradient_knudsen(const SfContext& c, double knudsen, int i, int j) {
  return sf_gradient_knudsen(&c, knudsen, sf_node(i, j));
}
double total_temperature(const SfContext& c, double, int i, int j) {
  return sf_total_temperature(&c, sf_node(i, j));
}

const std::map<std::string, CellValue>& cell_values() {
  static const std::map<std::string, CellValue> values = {
      {"vorticity", vorticity},      {"divergence", divergence},
      {"schlieren", schlieren},      {"heat_flux_x", heat_flux_x},
      {"heat_flux_y", heat_flux_y},  {"heat_flux", heat_flux},
      {"knudsen", local_knudsen},    {"knudsen_gradient", gradient_knudsen},
      {"T_total", total_temperature}};
  return values;
}
}  // namespace

bool is_derived(const std::string& name) { return name == "psi" || cell_values().contains(name); }

class DerivedFields::Equations : public StateContext {
  using StateContext::StateContext;
};

DerivedFields::DerivedFields(const Case& c, const State& s)
    : case_(c), equations_(std::make_unique<Equations>(c, s)) {}
DerivedFields::~DerivedFields() = default;

double DerivedFields::at(const std::string& name, int i, int j) {
  if (name == "psi") return psi(i, j);
  return cell_values().at(name)(equations_->context(), case_.gas.knudsen, i, j);
}

// (77) From the south-west corner of the domain along its south end, then up each line of faces.
double DerivedFields::psi(int i, int j) {
  const int nx = case_.mesh.x.cells(), ny = case_.mesh.y.cells(), row = nx + 1;
  const SfContext& c = equations_->context();
  if (psi_.empty()) {
    psi_.assign(static_cast<std::size_t>(row) * (ny + 1), 0.0);
    for (int k = 0; k < nx; ++k) psi_[k + 1] = psi_[k] - sf_make_F(&c, SF_Y, sf_node(k, 0));
    for (int n = 0; n < ny; ++n)
      for (int k = 0; k <= nx; ++k)
        psi_[static_cast<std::size_t>(n + 1) * row + k] =
            psi_[static_cast<std::size_t>(n) * row + k] + sf_make_F(&c, SF_X, sf_node(k, n));
  }
  const auto* corner = &psi_[static_cast<std::size_t>(j) * row + i];
  return 0.25 * ((corner[0] + corner[1]) + (corner[row] + corner[row + 1]));
}

}  // namespace slipflow::simple_ts
