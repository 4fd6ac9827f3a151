// The serial reference, compiled once for each precision.
#include <cmath>  // here, or it would end up in the namespace

#include "simulation.hpp"
#include "slipflow/methods/launch.hpp"
#include "slipflow/setup/box_mesh.hpp"

namespace slipflow::heat {
inline namespace SF_PRECISION {
#include "heat.h"

template <class To, class From>
std::vector<To> converted(const std::vector<From>& values) {
  return {values.begin(), values.end()};
}

class SerialSimulation : public Simulation {
 public:
  explicit SerialSimulation(const Case& c)
      : Simulation(c),
        x_(converted<real>(setup::axis_metrics(c.mesh.x, c.periodic(0)))),
        y_(converted<real>(setup::axis_metrics(c.mesh.y, c.periodic(1)))),
        of_cell_(converted<real>(wall_factors(c).of_cell)),
        shift_(converted<real>(wall_factors(c).shift)),
        machine_(bytes_of_levels(c)) {}

  double largest_change() override { return change_; }
  methods::Machine& machine() override { return machine_; }

 protected:
  void write(int level, const std::vector<double>& T) override { T_[level] = converted<stored>(T); }
  std::vector<double> read(int level) const override { return converted<double>(T_[level]); }

  void compute_step(int from, double dt) override {
    const auto layout = case_.mesh.layout();
    const auto alpha_dt = static_cast<real>(case_.diffusivity * dt);
    const HeatBox box = {
        sf_whole_mesh(layout.nx, layout.ny, layout.pitch(), 0, 0, 0, 0, x_.data(), y_.data()),
        case_.mesh.tags.data(), of_cell_.data(), shift_.data(), T_[from].data()};
    change_ = 0;
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 0; i < layout.nx; ++i) {
        if (case_.mesh.solid(i, j)) continue;
        const auto at = layout.at(i, j);
        const real T = heat_next_T(&box, i, j, alpha_dt);
        change_ = sf_max_keeping_nan(change_, SF_ABS(T - static_cast<real>(T_[from][at])));
        T_[1 - from][at] = static_cast<stored>(T);
      }
  }

 private:
  std::vector<real> x_, y_, of_cell_, shift_;
  std::vector<stored> T_[2];
  real change_ = 0;
  methods::HostMachine machine_;
};
}  // namespace SF_PRECISION

template <>
std::unique_ptr<Simulation> make_serial<Precision::SF_PRECISION>(const Case& c) {
  return std::make_unique<SerialSimulation>(c);
}

}  // namespace slipflow::heat
