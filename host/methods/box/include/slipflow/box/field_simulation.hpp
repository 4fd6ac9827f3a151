// A simulation of one field at the cells of a box: its checkpoints, samples, frames and averages.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/box/conditions.hpp"
#include "slipflow/methods/host_averages.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/setup/fields.hpp"

namespace slipflow::boxes {

/// The method adds the steps, and the place where the field is stored.
class FieldSimulation : public methods::WholeSimulation {
 public:
  methods::Arrays download(methods::Level level) const final;
  void upload(methods::Arrays fields) final;
  void upload_old(methods::Arrays fields, double dt) final;
  /// The field is not finite.
  Error divergence(const methods::StepEnd& at, const methods::StepResult& result) override;

  methods::Samples sample(const std::vector<methods::Point>& points) final;
  methods::FrameValues frame(const std::vector<std::string>& names,
                             const std::vector<methods::Point>& points) final;
  methods::Averaging& averaging() final { return averages_; }

 protected:
  using Cell = std::array<int, 3>;

  /// The case must outlive it.
  FieldSimulation(const BoxCase& c, setup::FieldInfo field);
  /// Values by mesh::Layout; those of ghosts and bodies do not count.
  virtual void write(methods::Level level, const std::vector<double>& values) = 0;
  virtual std::vector<double> read(methods::Level level) const = 0;
  /// The value on a side of a cell that belongs to wall number `wall`, where the cell has the value
  /// `inside`; none if the wall has no value of its own.
  virtual std::optional<double> value_on_wall(const Cell& cell, int side, int wall,
                                              double inside) const = 0;

 private:
  std::vector<methods::CellField> cell_fields(const std::vector<std::string>& names) const;
  double value_at(const std::vector<double>& values, const methods::Point& point) const;

  const BoxCase& box_case_;
  const setup::FieldInfo field_;
  methods::HostAverages averages_;
};

}  // namespace slipflow::boxes
