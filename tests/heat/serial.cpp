// The serial reference, compiled once for each precision.
#include <cmath>  // here, or it would end up in the namespace

#include "heat.hpp"
#include "slipflow/methods/machines.hpp"

namespace slipflow::heat {
using methods::Level;
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
        x_(converted<real>(c.metrics(0))),
        y_(converted<real>(c.metrics(1))),
        walls_(converted<real>(c.wall_factors())),
        machine_(c.bytes()) {}

  methods::Machine& machine() override { return machine_; }
  double largest_change() override { return change_; }

  void iterate() override {
    std::swap(T_, old_T_);
    const auto layout = case_.mesh.layout();
    const auto alpha_dt = static_cast<real>(case_.diffusivity * dt_);
    const HeatBox box = {
        sf_whole_mesh(layout.nx, layout.ny, layout.pitch(), 0, 0, 0, 0, x_.data(), y_.data()),
        case_.mesh.tags.data(), walls_.data(), old_T_.data()};
    change_ = 0;
    for (int j = 0; j < layout.ny; ++j)
      for (int i = 0; i < layout.nx; ++i) {
        if (case_.mesh.solid(i, j)) continue;
        const auto at = layout.at(i, j);
        const real T = heat_next_T(&box, i, j, alpha_dt);
        change_ = sf_max_keeping_nan(change_, SF_ABS(T - static_cast<real>(old_T_[at])));
        T_[at] = static_cast<stored>(T);
      }
  }

  void write(Level level, const std::vector<double>& T) override {
    (level == Level::current ? T_ : old_T_) = converted<stored>(T);
  }
  std::vector<double> read(Level level) const override {
    return converted<double>(level == Level::current ? T_ : old_T_);
  }

 private:
  std::vector<real> x_, y_, walls_;
  std::vector<stored> T_, old_T_;
  real change_ = 0;
  methods::HostMachine machine_;
};
}  // namespace SF_PRECISION

std::unique_ptr<Simulation> make_serial(In<setup::Precision::SF_PRECISION>, const Case& c) {
  return std::make_unique<SerialSimulation>(c);
}

}  // namespace slipflow::heat
