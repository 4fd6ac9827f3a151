// The method "heat": heat conduction in a box. The smallest method there is; the tests show with it
// that every command works for any method.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "slipflow/box/field_simulation.hpp"
#include "slipflow/box/plain_problem.hpp"

namespace slipflow::heat {

/// A validated case.
struct Case : boxes::BoxCase {
  double diffusivity = 1, initial_T = 0;
  /// Temperature of wall n of the tags at n - 1; none: the wall is adiabatic.
  std::vector<std::optional<double>> walls;
  double largest_step = 0;  ///< for which no error grows

  /// The time step by the keys time.step or time.courant.
  double time_step() const { return time.step ? *time.step : *time.courant * largest_step; }
  /// The six arrays of an axis, macros/indexing.h.
  std::vector<double> metrics(int axis) const {
    return setup::axis_metrics(mesh.axis(axis), periodic(axis));
  }
  /// Two factors of each wall, heat.h; never empty.
  std::vector<double> wall_factors() const;
  /// Bytes of the two time levels, the most of a simulation.
  double bytes() const {
    return 2.0 * static_cast<double>(mesh.layout().size()) * bytes_stored(run.precision);
  }
};

/// The rows of the key table.
std::vector<config::KeySpec> keys();

/// Validates the settings. Throws Error(bad_input) with file, line and key.
Case make_case(const config::Settings& settings);

/// The only field.
const setup::FieldInfo temperature = {"T", "temperature T", "", setup::Location::cell_centre, true};

/// A simulation without the place where the temperatures are stored. A step is one iteration.
class Simulation : public boxes::FieldSimulation {
 public:
  /// The case must outlive it.
  explicit Simulation(const Case& c) : FieldSimulation(c, temperature), case_(c) {}

  void start() override {
    upload({{"T", std::vector<double>(case_.mesh.layout().size(), case_.initial_T)}});
  }
  double time_step() override { return case_.time_step(); }
  methods::StepResult advance(double dt, double end, double factor) override;
  double change_rate(double dt) override { return largest_change() / dt; }
  void begin_step(double dt) override { dt_ = dt; }

 protected:
  std::optional<double> value_on_wall(const Cell&, int, int wall, double) const override {
    return case_.walls[static_cast<std::size_t>(wall - 1)];
  }

  const Case& case_;
  double dt_ = 0;
};

/// The serial reference, compiled once for each precision.
template <setup::Precision P>
using In = std::integral_constant<setup::Precision, P>;
std::unique_ptr<Simulation> make_serial(In<setup::Precision::in_double>, const Case& c);
std::unique_ptr<Simulation> make_serial(In<setup::Precision::in_mixed>, const Case& c);
std::unique_ptr<Simulation> make_serial(In<setup::Precision::in_single>, const Case& c);

/// The case as the rest of the program sees it.
class Problem final : public boxes::PlainProblem<Case> {
 public:
  explicit Problem(const config::Settings& settings);
  std::string scheme() const override { return "explicit"; }
  std::vector<methods::Number> numbers() const override { return {}; }
  std::vector<methods::Derived> derived() const override {
    return {{"largest stable step", fmt::format("dt = {:.6g}", case_.largest_step)}};
  }
  drawing::MeshPicture picture() const override;
  double first_time_step() const override { return case_.time_step(); }
  std::unique_ptr<methods::Simulation> on_host() const override {
    return setup::for_precision(case_.run.precision,
                                [&]<setup::Precision P>() { return make_serial(In<P>(), case_); });
  }
  double device_bytes() const override { return case_.bytes(); }
  std::string kind_for_tuning() const override { return name_of(case_.run.precision); }
  // T is read and written; 4 differences, 4 + 2 products, 2 + 1 sums, a fused multiply-add.
  std::vector<methods::PassInfo> passes() const override { return {{"time step", 1, 1, 15}}; }

 private:
  std::unique_ptr<methods::Simulation> make(const opencl::Queue& queue,
                                            const methods::Launch& launch) const override;
};

/// The kernels of this folder; CMake embeds them.
const opencl::SourceTree& kernels();

}  // namespace slipflow::heat
