// Heat conduction being computed: what the host and a device have in common, and the two.
#pragma once

#include <memory>

#include "case.hpp"
#include "slipflow/methods/host_averages.hpp"
#include "slipflow/methods/machines.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/setup/fields.hpp"

namespace slipflow::heat {

using setup::Precision;

/// The fields of the method.
const std::vector<setup::FieldInfo>& field_list();

/// A simulation without the place where its two time levels are stored. A step is one iteration.
class Simulation : public methods::WholeSimulation {
 public:
  /// The case must outlive it.
  explicit Simulation(const Case& c);

  void start() override;
  methods::Arrays download(methods::Level level) const override;
  void upload(methods::Arrays fields) override;
  void upload_old(methods::Arrays fields, double dt) override;

  double time_step() override { return case_.time_step(); }
  methods::StepResult advance(double dt, double end, double factor) override;
  double change_rate(double dt) override;
  Error divergence(const methods::StepEnd& at, const methods::StepResult& result) override;
  void begin_step(double dt) override { dt_ = dt; }
  void iterate() override;

  std::vector<double> history() override;
  methods::Samples sample(const std::vector<methods::Point>& points) override;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) override;
  methods::Averaging& averaging() override { return averages_; }

 protected:
  /// One of the two time levels, with ghost values.
  virtual void write(int level, const std::vector<double>& T) = 0;
  virtual std::vector<double> read(int level) const = 0;
  /// The level that is not `from` a step of dt after it.
  virtual void compute_step(int from, double dt) = 0;

  const Case& case_;

 private:
  std::vector<double> T() const { return read(current_); }

  int current_ = 0;
  double dt_ = 0;
  methods::HostAverages averages_;
};

/// The serial reference. It is compiled once for each precision.
template <Precision>
std::unique_ptr<Simulation> make_serial(const Case& c);
template <>
std::unique_ptr<Simulation> make_serial<Precision::in_double>(const Case& c);
template <>
std::unique_ptr<Simulation> make_serial<Precision::in_mixed>(const Case& c);
template <>
std::unique_ptr<Simulation> make_serial<Precision::in_single>(const Case& c);

/// methods::Backends::on_device().
std::unique_ptr<Simulation> make_on_device(const Case& c, const opencl::Queue& queue,
                                           const methods::Launch& launch);

/// methods::Backends::resolve().
methods::Launch resolve(const Case& c, const opencl::Device& device, methods::Launch launch);

/// Bytes of device memory; the two time levels and the tags, which both have.
double device_bytes(const Case& c);
double bytes_of_levels(const Case& c);

/// The kernels of this folder; CMake embeds them.
const opencl::SourceTree& kernels();

/// What walls do with the temperature of a cell, heat.h.
struct WallFactors {
  std::vector<double> of_cell, shift;  ///< never empty
};
WallFactors wall_factors(const Case& c);

}  // namespace slipflow::heat
