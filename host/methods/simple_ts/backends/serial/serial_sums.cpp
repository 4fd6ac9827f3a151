// Diagnostics of the serial reference: walls, contents and flows, nodes, averages. The arrays of
// shared quantities belong to the previous iteration, so their values are computed again here.
#include "exact_sums.hpp"
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

ExactLoads SerialOperations::wall_loads() {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const SfSumUnit unit = unit_of(case_.sum_units.loads);
  const WallRuns runs = wall_runs(case_);
  std::vector<SideLoadsOf<ExactSum>> sums;
  for (const WallRun& run : runs.runs) {
    SfWallRun of_equations;
    of_equations.i = run.i, of_equations.j = run.j;
    of_equations.count = run.count, of_equations.side = run.side;
    SF_IN_SPACE(of_equations.k = run.k;)
    sums.push_back(sums_of<SideLoadsOf<ExactSum>>(sf_loads_of_run(&c, of_equations, unit)));
  }
  ExactLoads loads(case_.walls.size());
  add_runs(runs, sums, loads);
  cut_walls_.add_loads(c, unit, loads);
  return loads;
}

ExactTotals SerialOperations::totals(Contents wanted) {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const SfSumUnit of_contents = unit_of(case_.sum_units.contents);
  const SfSumUnit of_flows = unit_of(case_.sum_units.flows);
  ExactTotals totals;
  for (int row = 0; row < layout_.ny * std::max(layout_.nz, 1); ++row) {
    SfExactTotals sum = sf_no_totals();
    for (int i = 0; i < layout_.nx; ++i) {
      const SfNode P = SF_NODE(i, row % layout_.ny, row / layout_.ny);
      if (wanted == Contents::mass)
        sum.mass = sf_add_term(sum.mass, sf_cell_mass(&c, P), of_contents);
      else
        sum = sf_add_totals(sum, sf_cell_totals(&c, P), of_contents);
    }
    totals.contents += sums_of<TotalsOf<ExactSum>>(sum);
  }
  for (int side = 0; side < 2 * SF_AXES; ++side) {
    const int axis = mesh::axis_across(side);
    for_ghosts(side, [&](SfNode ghost) {
      const SfNode face = side % 2 == 0 ? sf_to(ghost, axis, 1) : ghost;
      totals.flow[side] += sums_of<TotalsOf<ExactSum>>(
          sf_add_totals(sf_no_totals(), sf_flow_totals(&c, axis, face), of_flows));
    });
  }
  return totals;
}

std::vector<NodeValues> SerialOperations::nodes(const std::vector<int>& places) {
  std::vector<NodeValues> values;
  for (const int at : places)
    values.push_back({current_->u[at], current_->v[at], current_->T[at], current_->rho[at],
                      SF_AXES == 3 ? current_->w[at] : 0});
  return values;
}

void SerialOperations::start_averages(const Averages& from) {
  const auto as_real = [&](const std::vector<double>& values) {
    return Array(values.begin(), values.end());
  };
  averages_.clear();
  averaged_time_ = from.time;
  for (std::size_t k = 0; k < case_.output.averages.size(); ++k) {
    const bool begins = from.means.empty();
    const Array zeros(begins ? static_cast<std::size_t>(case_.cells()) : 0);
    averages_.push_back(
        {begins ? zeros : as_real(from.means[k]), begins ? zeros : as_real(from.squares[k])});
  }
}

void SerialOperations::add_to_averages(double time) {
  averaged_time_ += time;
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const auto weight = static_cast<real>(time);
  const auto part = static_cast<real>(time / averaged_time_);
  for (std::size_t k = 0; k < averages_.size(); ++k) {
    const int which = averaged_field(case_.output.averages[k]);
    std::size_t at = 0;
    mesh::for_cells(mesh::cells_of(layout_), [&](int i, int j, [[maybe_unused]] int layer) {
      const SfMoments m =
          sf_add_to_moments({averages_[k].mean[at], averages_[k].squares[at]},
                            sf_centre_value(&c, which, SF_NODE(i, j, layer)), weight, part);
      averages_[k].mean[at] = m.mean;
      averages_[k].squares[at++] = m.squares;
    });
  }
}

Averages SerialOperations::averages() const {
  Averages all;
  all.time = averaged_time_;
  for (const Moments& field : averages_) {
    all.means.emplace_back(field.mean.begin(), field.mean.end());
    all.squares.emplace_back(field.squares.begin(), field.squares.end());
  }
  return all;
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
