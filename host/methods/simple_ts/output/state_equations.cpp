// Compiled for two and for three axes.
#include "state_equations.hpp"

#include <cmath>

#include "slipflow/simple_ts/host_context.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {
#include "simple_ts/boundary/boundary_values.h"
#include "simple_ts/derived_fields.h"

namespace {
SfNode node_of(const Cell& cell) { return SF_NODE(cell[0], cell[1], cell[2]); }
int direction_of(int side) { return side % 2 == 0 ? -1 : 1; }

class Equations final : public StateEquations {
 public:
  Equations(const Case& c, const State& s)
      : host_(c), context_(host_.view(s, s, 1.0)), knudsen_(c.gas.knudsen) {}

  SampleValues gas_on_boundary(const Cell& cell, int side, bool is_pressure) const override {
    const SfGasOnFace gas = sf_gas_on_boundary(&context_, mesh::axis_across(side), node_of(cell),
                                               direction_of(side), is_pressure);
    return {gas.p, gas.T, gas.rho};
  }

  double velocity_on_boundary(int axis, const Cell& node, int side) const override {
    return sf_velocity_on_boundary(&context_, axis, mesh::axis_across(side), node_of(node),
                                   direction_of(side));
  }

  double mass_flux(int axis, const Cell& cell) const override {
    return sf_make_F(&context_, axis, node_of(cell));
  }

  StepLimits step_limits() const override { return measure_step_limits(context_); }

  OfCell derived(const std::string& name) const override {
    const auto of = [this](auto value) {
      return [this, value](const Cell& cell) { return value(&context_, node_of(cell)); };
    };
    const double knudsen = knudsen_;
    if (name == "divergence") return of(sf_divergence);
    if (name == "schlieren") return of(sf_schlieren);
    if (name == "T_total") return of(sf_total_temperature);
    if (name == "knudsen")
      return of([=](const SfContext* c, SfNode P) { return sf_local_knudsen(c, knudsen, P); });
    if (name == "knudsen_gradient")
      return of([=](const SfContext* c, SfNode P) { return sf_gradient_knudsen(c, knudsen, P); });
    if (name == "heat_flux") return of(heat_flux);
    for (int axis = 0; axis < SF_AXES; ++axis) {
      const std::string letter(1, "xyz"[axis]);
      if (name == "heat_flux_" + letter)
        return of([=](const SfContext* c, SfNode P) { return sf_heat_flux(c, axis, P); });
#if SF_AXES == 3
      if (name == "vorticity_" + letter)
        return of([=](const SfContext* c, SfNode P) { return sf_vorticity(c, axis, P); });
#endif
    }
#if SF_AXES == 3
    if (name == "q_criterion") return of(sf_q_criterion);
#else
    if (name == "vorticity") return of(sf_vorticity);
#endif
    return nullptr;
  }

 private:
  static double heat_flux(const SfContext* c, SfNode P) {
    const double x = sf_heat_flux(c, SF_X, P), y = sf_heat_flux(c, SF_Y, P);
#if SF_AXES == 3
    return std::hypot(x, y, sf_heat_flux(c, SF_Z, P));
#else
    return std::hypot(x, y);
#endif
  }

  HostContext host_;
  SfContext context_;
  double knudsen_;
};
}  // namespace
}  // namespace SF_VARIANT

template <>
std::unique_ptr<StateEquations> equations_for_axes<SF_AXES>(const Case& c, const State& s) {
  return std::make_unique<Equations>(c, s);
}

}  // namespace slipflow::simple_ts
