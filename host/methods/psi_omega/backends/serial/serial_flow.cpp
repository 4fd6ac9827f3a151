// The serial reference: the steps of the method, one after another.
#include <algorithm>
#include <cmath>
#include <utility>

#include "backends/serial/serial_poisson.hpp"
#include "psi_omega/rows.h"
#include "psi_omega/wall_vorticity.h"
#include "slipflow/methods/launch.hpp"
#include "solver/island_psi.hpp"
#include "solver/simulation.hpp"

namespace slipflow::psi_omega {

namespace {
using Values = std::vector<double>;

// Thomas's algorithm for rows 0 to n - 1; store(k, x) from the last to the first.
template <class Row, class Store>
void solve_line(int n, Values& c, Values& d, Row row, Store store) {
  c.resize(static_cast<std::size_t>(n));
  d.resize(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) {
    const PoRow r = row(k);
    const double before = k == 0 ? 0 : c[k - 1], before_d = k == 0 ? 0 : d[k - 1];
    const double w = SF_RECIPROCAL(r.b - r.a * before);
    c[k] = r.c * w;
    d[k] = (r.d - r.a * before_d) * w;
  }
  double x = d[n - 1];
  store(n - 1, x);
  for (int k = n - 2; k >= 0; --k) {
    x = d[k] - c[k] * x;
    store(k, x);
  }
}

class SerialFlow : public Simulation {
 public:
  SerialFlow(const Case& c, const Nodes& nodes)
      : Simulation(c, nodes),
        layout_(c.mesh.layout()),
        poisson_(c, nodes),
        islands_(c, nodes),
        psi_(layout_.size()),
        omega_(layout_.size()),
        omega_old_(layout_.size()),
        star_(layout_.size()) {
    auto given = given_velocities(c);
    u_ = std::move(given.u);
    v_ = std::move(given.v);
    islands_.set_responses([&](Values& psi) {
      poisson_.solve(Values(layout_.size()), psi, IslandPsi::kTolerance, c.psi_max);
    });
  }

  methods::BackendInfo info() const override {
    const double arrays = 6 + static_cast<double>(islands_.count());
    return methods::serial_info(arrays * static_cast<double>(layout_.size()) * sizeof(double) +
                                poisson_.bytes());
  }

 protected:
  void write(const State& state) override {
    psi_ = state.psi;
    omega_ = omega_old_ = state.omega;
  }
  void write_old_omega(const Values& omega) override { omega_old_ = omega; }
  State read() const override { return {psi_, omega_}; }
  Values read_old_omega() const override { return omega_old_; }

  void solve_psi() override {
    if (has_outlet()) solve_outlet_psi();
    result_ = poisson_.solve(omega_, psi_, case_.psi_tolerance, case_.psi_max);
    islands_.correct(omega_, psi_);
  }

  double largest_courant_rate() override {
    set_velocities();
    const PoNodes n = view(omega_);
    double largest = 0;
    for_flow([&](int i, int j, std::size_t at) {
      largest = sf_max_keeping_nan(largest, 2 * (std::abs(u_[at]) * po_mean(&n, SF_X, i, j) +
                                                 std::abs(v_[at]) * po_mean(&n, SF_Y, i, j)));
    });
    return largest;
  }

  StepChanges step(const StepControl& control) override {
    omega_old_ = omega_;
    StepChanges changes;
    if (case_.scheme.time == TimeScheme::rows) {
      iterate_psi_rows();
      islands_.correct(omega_, psi_);
    }
    set_velocities();
    changes.wall = set_wall_vorticity(control.wall_relaxation);
    add_kick(control.kick);
    if (case_.scheme.time == TimeScheme::rows) {
      changes.omega = iterate_omega_rows(control.relaxation);
      return changes;
    }
    changes.omega = advance_omega(control.dt);
    solve_psi();
    changes.psi_iterations = result_.iterations;
    changes.psi_converged = result_.converged;
    return changes;
  }

 private:
  bool has_outlet() const { return case_.sides[mesh::east].kind == SideKind::outflow; }

  PoNodes view(const Values& omega) const {
    return {layout_.nx, layout_.ny, nodes_.x.data(), nodes_.y.data(), nodes_.kind.data(),
            u_.data(),  v_.data(),  psi_.data(),     omega.data()};
  }

  template <class F>
  void for_flow(F f) const {
    for (int j = 1; j < layout_.ny; ++j)
      for (int i = 1; i < layout_.nx; ++i)
        if (const auto at = layout_.at(i, j); nodes_.kind[at] == PO_FLOW) f(i, j, at);
  }

  void set_velocities() {
    const PoNodes n = view(omega_);
    for_flow([&](int i, int j, std::size_t at) {
      u_[at] = po_u(&n, i, j);
      v_[at] = po_v(&n, i, j);
    });
    for (int j = 1; has_outlet() && j < layout_.ny; ++j)
      u_[layout_.at(layout_.nx, j)] = po_u(&n, layout_.nx, j);
  }

  double set_wall_vorticity(double relaxation) {
    double largest = 0;
    for (const PoWallNode& wall : nodes_.walls) {
      const double value = case_.scheme.wall_vorticity == WallVorticity::thom
                               ? po_thom(&wall, psi_.data())
                               : po_jensen(&wall, psi_.data());
      const double change = value - omega_[wall.node];
      largest = sf_max_keeping_nan(largest, std::abs(change));
      omega_[wall.node] += relaxation * change;
    }
    return largest;
  }

  // From 0.3 to 2.3 heights of the island behind it.
  void add_kick(double amount) {
    if (amount == 0) return;
    for (const Island* island : free_islands(nodes_)) {
      const auto& box = island->nodes;
      const auto& x = case_.mesh.x.faces;
      const double height = case_.mesh.y.faces[box.j1] - case_.mesh.y.faces[box.j0];
      for_flow([&](int i, int j, std::size_t at) {
        const double behind = (x[i] - x[box.i1]) / height;
        if (behind > 0.3 && behind < 2.3 && j >= box.j0 && j <= box.j1) omega_[at] += amount;
      });
    }
  }

  // Both half steps of ADI, equation (6), and the outlet; returns the largest change.
  double advance_omega(double dt) {
    const int nx = layout_.nx, ny = layout_.ny;
    star_ = omega_;
    const PoNodes n = view(omega_);
    const int scheme = static_cast<int>(case_.scheme.convection);
    for (int j = 1; j < ny; ++j)
      solve_line(
          nx + 1, c_, d_,
          [&](int i) { return po_half_step_row(&n, SF_X, scheme, case_.reynolds, dt, i, j); },
          [&](int i, double value) { star_[layout_.at(i, j)] = value; });
    const Values outlet = outlet_omega(dt);
    const PoNodes half = view(star_);
    for (int i = 1; i < nx; ++i)
      solve_line(
          ny + 1, c_, d_,
          [&](int j) { return po_half_step_row(&half, SF_Y, scheme, case_.reynolds, dt, i, j); },
          [&](int j, double value) { omega_[layout_.at(i, j)] = value; });
    for (int j = 1; j < ny && has_outlet(); ++j) omega_[layout_.at(nx, j)] = outlet[j];
    return largest_change();
  }

  double largest_change() const {
    double largest = 0;
    for_flow([&](int, int, std::size_t at) {
      largest = sf_max_keeping_nan(largest, std::abs(omega_[at] - omega_old_[at]));
    });
    return largest;
  }

  Values outlet_omega(double dt) const {
    const PoNodes n = view(omega_);
    Values outlet(static_cast<std::size_t>(layout_.ny) + 1);
    for (int j = 1; j < layout_.ny && has_outlet(); ++j)
      outlet[j] = po_outlet_omega(&n, dt, case_.mesh.x.widths.back(), layout_.nx, j);
    return outlet;
  }

  void solve_outlet_psi() {
    const PoNodes n = view(omega_);
    solve_line(
        layout_.ny + 1, c_, d_, [&](int j) { return po_outlet_row(&n, layout_.nx, j); },
        [&](int j, double value) { psi_[layout_.at(layout_.nx, j)] = value; });
  }

  // Equation (7): all rows from the same psi.
  void iterate_psi_rows() {
    if (has_outlet()) solve_outlet_psi();
    star_ = psi_;
    const PoNodes n = view(omega_);
    for (int j = 1; j < layout_.ny; ++j)
      solve_line(
          layout_.nx + 1, c_, d_, [&](int i) { return po_psi_row(&n, i, j); },
          [&](int i, double value) { star_[layout_.at(i, j)] = value; });
    psi_.swap(star_);
  }

  // Equation (8); returns the largest difference before relaxation.
  double iterate_omega_rows(double relaxation) {
    for (int j = 1; j < layout_.ny && has_outlet(); ++j)
      omega_[layout_.at(layout_.nx, j)] = omega_[layout_.at(layout_.nx - 1, j)];
    star_ = omega_;
    const PoNodes n = view(omega_);
    const int scheme = static_cast<int>(case_.scheme.convection);
    double largest = 0;
    for (int j = 1; j < layout_.ny; ++j)
      solve_line(
          layout_.nx + 1, c_, d_,
          [&](int i) { return po_steady_row(&n, scheme, case_.reynolds, i, j); },
          [&](int i, double value) {
            const auto at = layout_.at(i, j);
            if (nodes_.kind[at] != PO_FLOW) return;
            const double change = value - omega_[at];
            largest = sf_max_keeping_nan(largest, std::abs(change));
            star_[at] = omega_[at] + relaxation * change;
          });
    omega_.swap(star_);
    return largest;
  }

  const mesh::Layout layout_;
  SerialPoisson poisson_;
  IslandPsi islands_;
  Values psi_, omega_, omega_old_, star_, u_, v_, c_, d_;
  PoissonResult result_;
};
}  // namespace

std::unique_ptr<Simulation> make_serial(const Case& c, const Nodes& nodes) {
  return std::make_unique<SerialFlow>(c, nodes);
}

}  // namespace slipflow::psi_omega
