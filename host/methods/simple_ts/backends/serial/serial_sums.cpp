// Diagnostics of the serial reference: walls, contents and flows, nodes, averages. The arrays of
// shared quantities belong to the previous iteration, so their values are computed again here.
#include "serial_backend.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

WallLoads SerialBackend::wall_loads() {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const WallRuns runs = wall_runs(case_);
  std::vector<double> sums;
  for (const WallRun& run : runs.runs) {
    const SfWallLoads loads = sf_loads_of_run(&c, {run.i, run.j, run.count, run.side});
    sums.insert(sums.end(), {loads.pressure, loads.normal, loads.friction, loads.heat, loads.work,
                             loads.corner, loads.limited});
  }
  return add_runs(case_, runs, sums);
}

// Lines as in the kernel: line k has the contents of column k and the flows of row and column k.
DomainTotals SerialBackend::totals(Contents wanted) {
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const int nx = layout_.nx, ny = layout_.ny;
  std::vector<double> sums;
  const auto append = [&](SfTotals t) {
    sums.insert(sums.end(), {t.mass, t.momentum_x, t.momentum_y, t.thermal, t.kinetic});
  };
  for (int k = 0; k < lines_of_totals(case_); ++k) {
    const SfTotals nothing = {0, 0, 0, 0, 0};
    SfTotals column = nothing;
    for (int j = 0; k < nx && j < ny; ++j) {
      if (wanted == Contents::mass)
        column.mass += sf_cell_mass(&c, k, j);
      else
        column = sf_add_totals(column, sf_cell_totals(&c, k, j));
    }
    append(column);
    append(k < ny ? sf_flow_totals(&c, SF_X, 0, k) : nothing);
    append(k < ny ? sf_flow_totals(&c, SF_X, nx, k) : nothing);
    append(k < nx ? sf_flow_totals(&c, SF_Y, k, 0) : nothing);
    append(k < nx ? sf_flow_totals(&c, SF_Y, k, ny) : nothing);
  }
  return add_lines(sums);
}

std::vector<NodeValues> SerialBackend::nodes(const std::vector<int>& places) {
  std::vector<NodeValues> values;
  for (const int at : places)
    values.push_back({current_->u[at], current_->v[at], current_->T[at], current_->rho[at]});
  return values;
}

void SerialBackend::start_averages(const Averages& from) {
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

void SerialBackend::add_to_averages(double time) {
  averaged_time_ += time;
  const SfContext c = host_context_.view(*current_, *old_, 1.0);
  const auto weight = static_cast<real>(time);
  const auto part = static_cast<real>(time / averaged_time_);
  for (std::size_t k = 0; k < averages_.size(); ++k) {
    const int which = averaged_field(case_.output.averages[k]);
    for (int j = 0; j < layout_.ny; ++j)
      for (int i = 0; i < layout_.nx; ++i) {
        const std::size_t at = static_cast<std::size_t>(j) * layout_.nx + i;
        const SfMoments m = sf_add_to_moments({averages_[k].mean[at], averages_[k].squares[at]},
                                              sf_averaged_field(&c, which, i, j), weight, part);
        averages_[k].mean[at] = m.mean;
        averages_[k].squares[at] = m.squares;
      }
  }
}

Averages SerialBackend::averages() const {
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
