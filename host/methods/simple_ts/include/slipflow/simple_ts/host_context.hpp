// The equations' view of fields on the host: for the serial reference and for diagnostics of a
// downloaded state. Compiled once for each precision; the default is double.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "slipflow/simple_ts/cut_tables.hpp"
#include "slipflow/simple_ts/equations.hpp"
#include "slipflow/simple_ts/state.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

/// An array of CutTables. Throws Error(internal_error) in single precision, which cut walls do not
/// have.
template <class Value>
std::vector<Value> array_of(const std::vector<std::byte>& bytes) {
  if (sizeof(real) != sizeof(double) && !bytes.empty())
    throw Error(ExitStatus::internal_error, "cut walls need double precision");
  std::vector<Value> values(bytes.size() / sizeof(Value));
  if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
  return values;
}

/// A wall, a boundary with a prescribed pressure, the factors of the equations and the unit of a
/// sum, in this precision.
SfWall wall_of(const WallValues& w, const GasFactors& f);
SfPressureSide pressure_side_of(const SideValues& values);
SfGas gas_of(const GasFactors& f);
SfSumUnit unit_of(const SumUnit& unit);

/// A view of the whole mesh, with the metrics of its axes.
SfMesh mesh_of(const Case& c, const std::array<const real*, SF_AXES>& axes);

/// Owns the data that a context points to. The case must outlive it.
class HostContext {
 public:
  explicit HostContext(const Case& c);
  /// A view of `current` and `old`; gamma and shear2 are left empty for the caller.
  SfContext view(const Fields<stored>& current, const Fields<stored>& old, double dt) const;
  const CutTables& cut_tables() const { return cut_; }

 private:
  const Case& case_;
  std::array<std::vector<real>, SF_AXES> metrics_;
  std::vector<SfWall> walls_;
  SfGas gas_;
  bool has_walls_;
  CutTables cut_;
  std::vector<SfCutCell> cut_cells_;
  std::vector<SfCutPiece> cut_pieces_;
  std::vector<SfCutShare> cut_shares_;
  std::vector<SfCutValues> cut_values_;  // before the first iteration
};

/// Rewrites T and rho in the ghost cells of pressure boundaries; docs/methods/simple-ts.md (56).
/// `old`: time level n.
void update_pressure_sides(const Case& c, const Fields<stored>& old, Fields<stored>& s);

/// Largest rates of signals, convection and diffusion over the gas cells;
/// docs/methods/simple-ts.md (33), (34), (71). NaN when any of them is.
StepLimits measure_step_limits(const SfContext& c);
/// The largest rates in the rows [first, last), counted through all layers.
StepLimits measure_step_limits(const SfContext& c, int first, int last);

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
