// The units in which a run writes its results.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "slipflow/config/units.hpp"
#include "slipflow/methods/problem.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::run {

/// A unit of length for people.
struct LengthUnit {
  std::string name = "L";  ///< "um"
  double factor = 1;       ///< lengths of the method times this are in it
};

/// SI units or, without a unit system, those of the method. Everything that a run computes with and
/// keeps in checkpoints is in the units of the method.
class OutputUnits {
 public:
  explicit OutputUnits(std::shared_ptr<const config::UnitSystem> system = nullptr,
                       setup::TimeKind time_kind = setup::TimeKind::physical,
                       std::string own_length = "L")
      : system_(std::move(system)), time_kind_(time_kind), own_length_(std::move(own_length)) {}
  explicit OutputUnits(const methods::Problem& problem)
      : OutputUnits(problem.controls().output.units, problem.controls().time.kind,
                    problem.outputs().length_unit) {}

  bool si() const { return system_ != nullptr; }
  /// A value in a unit of the method, such as "rho0 V0 L", times this is in the unit of output.
  double factor(const std::string& unit) const;
  double length() const { return si() ? factor(system_->length) : 1; }
  /// Of times; iterations have no unit.
  double time() const {
    return si() && time_kind_ != setup::TimeKind::iterations ? factor(system_->time) : 1;
  }
  /// "Pa"; empty without SI units.
  std::string name(const std::string& unit) const;
  std::string name_of_time() const { return si() ? name(system_->time) : ""; }
  /// "t", "pseudo-time" or "iteration".
  const char* time_symbol() const { return name_of(time_kind_); }
  /// The unit of lengths in frames and tables: "m", or without SI units that of the method.
  LengthUnit length_unit() const;
  /// The unit of pictures: with a prefix in which such a length of the method is easy to read.
  LengthUnit readable_unit(double length) const;
  /// The title of a column: "p [Pa]", or "p".
  std::string column(const std::string& name, const std::string& unit) const;
  /// The title of a column of times: "time [s]", "pseudo_time", "iteration".
  std::string column_of_time() const;
  /// The title of a column of time intervals: "dt [s]", "pseudo_dt".
  std::string column_of_interval(const std::string& name) const;
  std::string column_of_length(const std::string& name) const;
  /// The title of a field: "pressure p / Pa".
  std::string title(const setup::FieldInfo& field) const;

 private:
  std::shared_ptr<const config::UnitSystem> system_;
  setup::TimeKind time_kind_;
  std::string own_length_;
};

/// The unit of a field in the method, "p0"; empty for numbers and for expressions, which are made
/// of fields in the units of the method and have no unit.
std::string unit_of_field(const methods::Problem& problem, const std::string& field);

/// The mesh of a case in a unit of length.
class MeshInUnit {
 public:
  /// The mesh outlives this.
  MeshInUnit(const mesh::Mesh& mesh, LengthUnit unit);
  void give_to(output::Snapshot& snapshot) const;
  const LengthUnit& unit() const { return unit_; }
  const mesh::Mesh& mesh() const { return scaled_ ? *scaled_ : mesh_; }

 private:
  const mesh::Mesh& mesh_;
  LengthUnit unit_;
  std::optional<mesh::Mesh> scaled_;
};

/// For pictures of all of it.
MeshInUnit readable_mesh(const methods::Problem& problem);

}  // namespace slipflow::run
