// Diagnostics of the serial reference: walls, contents and flows, nodes, averages. The arrays of
// shared quantities belong to the previous iteration, so their values are computed again here.
#include <bit>

#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

namespace {
// Sums of the equations as those of the host: both are limbs in the same order.
TotalsOf<ExactSum> totals_of(const SfExactTotals& sums) {
  return std::bit_cast<TotalsOf<ExactSum>>(sums);
}
}  // namespace

ExactLoads SerialOperations::wall_loads() {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const SfSumUnit unit = unit_of(case_.sum_units.loads);
  const WallRuns runs = wall_runs(case_);
  std::vector<SideLoadsOf<ExactSum>> sums;
  for (const WallRun& run : runs.runs)
    sums.push_back(std::bit_cast<SideLoadsOf<ExactSum>>(
        sf_loads_of_run(&c, {run.i, run.j, run.count, run.side}, unit)));
  return add_runs(case_, runs, sums);
}

ExactTotals SerialOperations::totals(Contents wanted) {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const SfSumUnit of_contents = unit_of(case_.sum_units.contents);
  const SfSumUnit of_flows = unit_of(case_.sum_units.flows);
  const int nx = layout_.nx, ny = layout_.ny;
  ExactTotals totals;
  for (int j = 0; j < ny; ++j) {
    SfExactTotals row = sf_no_totals();
    for (int i = 0; i < nx; ++i) {
      if (wanted == Contents::mass)
        row.mass = sf_add_term(row.mass, sf_cell_mass(&c, sf_node(i, j)), of_contents);
      else
        row = sf_add_totals(row, sf_cell_totals(&c, sf_node(i, j)), of_contents);
    }
    totals.contents += totals_of(row);
  }
  const auto add_flow = [&](int side, const SfTotals& flow) {
    totals.flow[side] += totals_of(sf_add_totals(sf_no_totals(), flow, of_flows));
  };
  for (int j = 0; j < ny; ++j) {
    add_flow(mesh::west, sf_flow_totals(&c, SF_X, sf_node(0, j)));
    add_flow(mesh::east, sf_flow_totals(&c, SF_X, sf_node(nx, j)));
  }
  for (int i = 0; i < nx; ++i) {
    add_flow(mesh::south, sf_flow_totals(&c, SF_Y, sf_node(i, 0)));
    add_flow(mesh::north, sf_flow_totals(&c, SF_Y, sf_node(i, ny)));
  }
  return totals;
}

std::vector<NodeValues> SerialOperations::nodes(const std::vector<int>& places) {
  std::vector<NodeValues> values;
  for (const int at : places)
    values.push_back({current_->u[at], current_->v[at], current_->T[at], current_->rho[at]});
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
    for (int j = 0; j < layout_.ny; ++j)
      for (int i = 0; i < layout_.nx; ++i) {
        const std::size_t at = static_cast<std::size_t>(j) * layout_.nx + i;
        const SfMoments m =
            sf_add_to_moments({averages_[k].mean[at], averages_[k].squares[at]},
                              sf_centre_value(&c, which, sf_node(i, j)), weight, part);
        averages_[k].mean[at] = m.mean;
        averages_[k].squares[at] = m.squares;
      }
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

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
