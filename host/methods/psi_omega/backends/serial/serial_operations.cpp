// The serial reference: one operation after another over the whole mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backends/operations.hpp"
#include "backends/ordered_sum.hpp"
#include "psi_omega/island_psi.h"
#include "psi_omega/poisson.h"
#include "psi_omega/rows.h"
#include "psi_omega/wall_vorticity.h"
#include "slipflow/linear_solvers/solve_lines.hpp"
#include "slipflow/methods/simulation.hpp"

namespace slipflow::psi_omega {

namespace {
using Values = std::vector<double>;

// Calls f(i, j, place) for the nodes of a level.
template <class F>
void for_nodes(const Level& level, F f) {
  for (int j = 0; j < level.rows; ++j)
    for (int i = 0; i < level.columns; ++i) f(i, j, po_place(level.nx, i, j));
}

class SerialOperations : public Operations {
 public:
  explicit SerialOperations(const FlowParts& parts)
      : parts_(parts),
        layout_(parts.c.mesh.layout()),
        outlet_(static_cast<std::size_t>(layout_.ny) + 1) {
    for (Values& field : fields_) field.resize(layout_.size());
    auto given = prescribed_velocities(parts.c);
    u_ = std::move(given.u);
    v_ = std::move(given.v);
    for (const Level& level : parts.levels.levels) {
      const Values zeros(level.size());
      work_.push_back({zeros, zeros, zeros, zeros});
    }
  }

  Values numbers() override { return {numbers_.begin(), numbers_.end()}; }
  void write(Field to, const Values& values) override { field(to) = values; }
  Values read(Field from) const override { return field(from); }
  void swap(Field a, Field b) override { field(a).swap(field(b)); }
  void copy(Field from, Field to) override { field(to) = field(from); }

  void set_velocities() override {
    const PoNodes n = view(Field::omega);
    for_flow([&](int i, int j, std::size_t at) {
      u_[at] = po_u(&n, i, j);
      v_[at] = po_v(&n, i, j);
    });
    for (int j = 1; parts_.c.has_outlet() && j < layout_.ny; ++j)
      u_[layout_.at(layout_.nx, j)] = po_u(&n, layout_.nx, j);
  }

  void find_courant_rate() override {
    const PoNodes n = view(Field::omega);
    double largest = 0;
    for_flow([&](int i, int j, std::size_t) {
      largest = sf_max_keeping_nan(largest, po_courant_rate(&n, i, j));
    });
    numbers_[PO_COURANT_RATE] = largest;
  }

  void set_wall_vorticity(double relaxation) override {
    Values& omega = field(Field::omega);
    const double* psi = field(Field::psi).data();
    double largest = 0;
    for (const PoWallNode& wall : parts_.nodes.walls) {
      const bool thom = parts_.c.scheme.wall_vorticity == WallVorticity::thom;
      const double change = (thom ? po_thom(&wall, psi) : po_jensen(&wall, psi)) - omega[wall.node];
      largest = sf_max_keeping_nan(largest, std::abs(change));
      omega[wall.node] += relaxation * change;
    }
    numbers_[PO_WALL_CHANGE] = largest;
  }

  void add_to_omega(const mesh::CellBox& nodes, double amount) override {
    for (int j = nodes.j0; j <= nodes.j1; ++j)
      for (int i = nodes.i0; i <= nodes.i1; ++i)
        if (const auto at = layout_.at(i, j); parts_.nodes.kind[at] == PO_FLOW)
          field(Field::omega)[at] += amount;
  }

  void solve(Family family, Field omega, const LineControl& control, Field result) override {
    const auto lines = lines_of(parts_.c, family);
    const PoNodes n = view(omega);
    const auto choice = reference_lines(parts_.c, family);
    const PoScheme scheme = scheme_of(parts_.c, control.dt);
    const int number = static_cast<int>(family);
    const auto line_of_rows = linear_solvers::Lines::contiguous(1, lines.rows);
    for (Values* values : {&a_, &b_, &c_, &d_})
      values->resize(static_cast<std::size_t>(lines.rows));
    for (int line = 0; line < lines.lines; ++line) {
      for (int k = 0; k < lines.rows; ++k) {
        const SfRow row = po_row_of_line(&n, number, &scheme, line, k);
        a_[k] = row.a;
        b_[k] = row.b;
        c_[k] = row.c;
        d_[k] = row.d;
      }
      linear_solvers::solve_lines(line_of_rows, choice, a_, b_, c_, d_, d_);
      for (int k = 0; k < lines.rows; ++k) {
        const int at = po_place_in_line(number, layout_.nx, line, k);
        field(result)[at] =
            PO_IS_STEADY(number) ? po_relaxed(&n, at, control.relaxation, d_[k]) : d_[k];
      }
    }
  }

  void keep_outlet_omega(double dt) override {
    const PoNodes n = view(Field::omega);
    for (int j = 1; j < layout_.ny; ++j)
      outlet_[j] = po_outlet_omega(&n, dt, parts_.c.mesh.x.widths.back(), layout_.nx, j);
  }
  void store_outlet_omega() override {
    for (int j = 1; j < layout_.ny; ++j)
      field(Field::omega)[layout_.at(layout_.nx, j)] = outlet_[j];
  }
  void copy_to_outlet() override {
    Values& omega = field(Field::omega);
    for (int j = 1; j < layout_.ny; ++j)
      omega[layout_.at(layout_.nx, j)] = omega[layout_.at(layout_.nx - 1, j)];
  }

  void find_largest_change(Field a, Field b) override {
    double largest = 0;
    for_flow([&](int, int, std::size_t at) {
      largest = sf_max_keeping_nan(largest, std::abs(field(a)[at] - field(b)[at]));
    });
    numbers_[PO_OMEGA_CHANGE] = largest;
  }

  void set_residual() override {
    const auto& x = parts_.c.mesh.x.widths;
    const auto& y = parts_.c.mesh.y.widths;
    for_flow([&](int i, int j, std::size_t at) {
      const PoSource source =
          po_source(parts_.nodes.kind.data(), field(Field::psi).data(), field(Field::omega).data(),
                    layout_.nx, static_cast<int>(at), x[i - 1], x[i], y[j - 1], y[j]);
      field(Field::right_hand_side)[at] = source.right_hand_side;
      field(Field::residual)[at] = source.residual;
    });
  }

  void find_product(Field a, Field b, int number) override {
    const Values &x = field(a), &y = field(b);
    numbers_[number] = ordered_sum(x.size(), [&](std::size_t k) { return x[k] * y[k]; });
  }

  void find_direction(int iteration) override {
    Values& direction = field(Field::direction);
    const Values& correction = field(Field::correction);
    for (std::size_t k = 0; k < direction.size(); ++k)
      direction[k] = po_conjugate(numbers_.data(), iteration, correction[k], direction[k]);
    const PoLevel level = view_of(0);
    for_nodes(parts_.levels.levels[0], [&](int, int, int at) {
      field(Field::product)[at] = po_times(&level, direction.data(), at);
    });
  }

  void advance_solution(int iteration) override {
    const double alpha = po_alpha(numbers_.data(), iteration);
    Values &psi = field(Field::psi), &residual = field(Field::residual);
    for (std::size_t k = 0; k < psi.size(); ++k) {
      psi[k] += alpha * field(Field::direction)[k];
      residual[k] -= alpha * field(Field::product)[k];
    }
  }

  void begin_cycle() override { work_[0].r = field(Field::residual); }

  void smooth(std::size_t level, int k, bool from_zero) override {
    Work& w = work_[level];
    Values& x = solution(level);
    const PoLevel matrix = view_of(level);
    const S7Chebyshev factors = s7_chebyshev(k);
    for_nodes(parts_.levels.levels[level], [&](int, int, int at) {
      if (!from_zero) w.r[at] = po_next_residual(&matrix, w.r[at], w.d.data(), at);
      w.d_next[at] = po_next_direction(&matrix, factors, w.r[at], from_zero ? 0 : w.d[at], at);
      x[at] = (from_zero ? 0 : x[at]) + w.d_next[at];
    });
    w.d.swap(w.d_next);
  }

  void restrict_from(std::size_t level) override {
    Work& fine = work_[level];
    const PoLevel matrix = view_of(level);
    const Level& to = parts_.levels.levels[level + 1];
    Values& coarse = work_[level + 1].r;
    std::fill(coarse.begin(), coarse.end(), 0.0);
    for_nodes(parts_.levels.levels[level], [&](int i, int j, int at) {
      fine.r[at] = po_next_residual(&matrix, fine.r[at], fine.d.data(), at);
      coarse[po_place(to.nx, i / 2, j / 2)] += fine.r[at];
    });
  }

  // The correction is the last direction: the next residual takes it into account.
  void prolong_to(std::size_t level) override {
    const Values& coarse = solution(level + 1);
    const Level& to = parts_.levels.levels[level];
    const int coarse_nx = parts_.levels.levels[level + 1].nx;
    Values& d = work_[level].d;
    for_nodes(to, [&](int i, int j, int at) {
      d[at] = to.reciprocal[at] > 0 ? coarse[po_place(coarse_nx, i / 2, j / 2)] : 0;
      solution(level)[at] += d[at];
    });
  }

  void solve_last_level() override {
    const auto& places = parts_.levels.coarsest;
    const std::size_t last = work_.size() - 1;
    for (std::size_t row = 0; row < places.size(); ++row) {
      double sum = 0;
      for (std::size_t k = 0; k < places.size(); ++k)
        sum += parts_.levels.inverse[k * places.size() + row] * work_[last].r[places[k]];
      solution(last)[places[row]] = sum;
    }
  }

  void keep_response() override { responses_.push_back(field(Field::psi)); }
  std::vector<double> defects() override {
    std::vector<double> defects;
    const double *psi = field(Field::psi).data(), *omega = field(Field::omega).data();
    for (const Island* island : free_islands(parts_.nodes))
      defects.push_back(sum_of_block(island->faces.size(), [&](std::size_t k) {
        return po_defect(&island->faces[k], psi, omega);
      }));
    return defects;
  }
  void correct_islands(const Values& inverse) override {
    const Values found = defects();
    Values& psi = field(Field::psi);
    for (std::size_t island = 0; island < found.size(); ++island) {
      const double factor = po_correction(inverse.data(), found.data(),
                                          static_cast<int>(found.size()), static_cast<int>(island));
      for (std::size_t k = 0; k < psi.size(); ++k) psi[k] += factor * responses_[island][k];
    }
  }

  methods::BackendInfo info() const override {
    double values = static_cast<double>((kFields + 2 + responses_.size()) * layout_.size());
    for (const Level& level : parts_.levels.levels)
      values += 8.0 * static_cast<double>(level.size());
    return methods::serial_info(values * sizeof(double));
  }

 private:
  // Residual, directions and, on coarser levels, the solution.
  struct Work {
    Values r, d, d_next, x;
  };

  Values& field(Field name) { return fields_[static_cast<std::size_t>(name)]; }
  const Values& field(Field name) const { return fields_[static_cast<std::size_t>(name)]; }
  Values& solution(std::size_t level) {
    return level == 0 ? field(Field::correction) : work_[level].x;
  }

  PoNodes view(Field omega) const {
    const Nodes& n = parts_.nodes;
    return {layout_.nx,         layout_.ny, n.x.data(), n.y.data(),
            n.kind.data(),      u_.data(),  v_.data(),  field(Field::psi).data(),
            field(omega).data()};
  }
  PoLevel view_of(std::size_t level) const {
    const Level& l = parts_.levels.levels[level];
    return {l.nx, l.west.data(), l.south.data(), l.sum.data(), l.reciprocal.data()};
  }

  template <class F>
  void for_flow(F f) const {
    for (int j = 1; j < layout_.ny; ++j)
      for (int i = 1; i < layout_.nx; ++i)
        if (const auto at = layout_.at(i, j); parts_.nodes.kind[at] == PO_FLOW) f(i, j, at);
  }

  const FlowParts parts_;
  const mesh::Layout layout_;
  std::array<double, PO_NUMBERS> numbers_{};
  std::array<Values, kFields> fields_;
  Values u_, v_, outlet_, a_, b_, c_, d_;
  std::vector<Work> work_;
  std::vector<Values> responses_;
};
}  // namespace

std::unique_ptr<Operations> make_serial_operations(const FlowParts& parts) {
  return std::make_unique<SerialOperations>(parts);
}

}  // namespace slipflow::psi_omega
