// A validated case of transport of one quantity: docs/methods/transport.md.
//
// Lengths have the unit L, times T, the quantity phi any unit.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/box/conditions.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/config/words.hpp"
#include "slipflow/linear_solvers/stencil7.hpp"
#include "slipflow/setup/side_table.hpp"

namespace slipflow::transport {

/// A product of factors over positions and time.
struct Factors {
  /// By axis: of face 0, cell 0, face 1, cell 1, ...; empty: 1.
  std::array<std::vector<double>, 3> over;
  std::optional<setup::TimeTable> time;

  double at(double t) const { return time ? time->at(t) : 1; }
  /// The factor of the positions alone, in a cell.
  double in_cell(const std::array<int, 3>& cell) const;
  bool operator==(const Factors& other) const;
};

/// Kinds of transport/box.h.
enum class ConditionKind { value, flux, exchange };

/// The condition at a boundary or body.
struct Condition {
  std::string name;  ///< "west", "circle 1"
  ConditionKind kind = ConditionKind::flux;
  double value = 0;  ///< phi or, of flux, the flux into the domain
  double exchange = 0;
  Factors factors;

  /// "value 2", "exchange 10 with 2"
  std::string in_words() const;
};

/// An amount in a box of cells: a source, or a part of the initial state.
struct Distribution {
  double amount = 0;
  std::array<int, 3> low{}, high{};  ///< cells from low to high - 1
  Factors factors;
};

/// The velocity of the medium.
struct Velocity {
  enum class Kind { none, constant, rotation, file };
  Kind kind = Kind::none;
  std::array<double, 3> constant{};
  double rotation = 0;  ///< angle per time, counter-clockwise
  int axis = 2;
  std::array<double, 2> centre{};  ///< on the axes of mesh::axes_of_planes
  /// From a file: components at the cells of the mesh, by mesh::Layout without ghosts.
  std::array<std::vector<double>, 3> cells;
};

enum class TimeScheme { steady, euler, crank_nicolson };
enum class Convection { central, upwind };
/// As in case files.
constexpr config::Words<TimeScheme, 3> kTimeSchemes = {
    {{"steady", TimeScheme::steady},
     {"euler", TimeScheme::euler},
     {"crank_nicolson", TimeScheme::crank_nicolson}}};
constexpr config::Words<Convection, 2> kConvections = {
    {{"central", Convection::central}, {"upwind", Convection::upwind}}};

struct Case : boxes::BoxCase {
  std::vector<Condition> conditions;  ///< wall number n of the tags has conditions[n - 1]
  double storage = 1, reaction = 0;
  std::array<double, 3> diffusion{1, 1, 1};
  std::vector<double> diffusion_factors;  ///< by cell, row-major; empty: 1
  Velocity velocity;
  std::vector<Distribution> sources, initial;
  TimeScheme time_scheme = TimeScheme::steady;
  Convection convection = Convection::central;
  linear_solvers::Choice7 linear;
  bool tries_solvers = false;         ///< and not `linear` alone, until one converges
  bool has_fixed_iterations = false;  ///< converged or not

  bool has_velocity() const { return velocity.kind != Velocity::Kind::none; }
  /// The part of the step at whose end the system is solved: 1/2 or 1.
  double implicit_part() const { return time_scheme == TimeScheme::crank_nicolson ? 0.5 : 1; }
};

/// The rows of the key table.
std::vector<config::KeySpec> keys();

/// What the section [units] determines. Throws Error(bad_input).
config::UnitSystem unit_system(const config::Settings& settings);

/// Validates the settings. Throws Error(bad_input) with file, line and key.
Case make_case(const config::Settings& settings);

}  // namespace slipflow::transport
