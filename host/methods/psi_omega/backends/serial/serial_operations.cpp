// The serial reference: one operation after another over the whole mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "backends/operations.hpp"
#include "psi_omega/island_psi.h"
#include "psi_omega/poisson.h"
#include "psi_omega/rows.h"
#include "psi_omega/wall_vorticity.h"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/linear_solvers/ordered_sum.hpp"
#include "slipflow/linear_solvers/solve_lines.hpp"
#include "state/psi_system.hpp"

namespace slipflow::psi_omega {

namespace {
using Values = std::vector<double>;

class SerialOperations : public Operations, public IslandOperations, public methods::Machine {
 public:
  explicit SerialOperations(const FlowParts& parts)
      : parts_(parts),
        layout_(parts.c.mesh.layout()),
        system_(psi_matrix(parts.c, parts.nodes), psi_choice(parts.c, false)),
        outlet_(static_cast<std::size_t>(layout_.ny) + 1) {
    for (Values& field : fields_) field.resize(layout_.size());
    auto prescribed = prescribed_velocities(parts.c);
    u_ = std::move(prescribed.u);
    v_ = std::move(prescribed.v);
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

  linear_solvers::Result7 solve_psi(double tolerance) override {
    const auto& x = parts_.c.mesh.x.widths;
    const auto& y = parts_.c.mesh.y.widths;
    Values& psi = field(Field::psi);
    for_flow([&](int i, int j, std::size_t at) {
      const PoVolume volume = po_volume(parts_.nodes.kind.data(), layout_.nx, static_cast<int>(at),
                                        x[i - 1], x[i], y[j - 1], y[j]);
      const int p = po_place_in_system(layout_.nx, i, j);
      system_.f()[p] = po_right_hand_side(&volume, psi.data(), field(Field::omega)[at]);
      system_.x()[p] = psi[at];
    });
    system_.set_relative_tolerance(tolerance);
    auto result = system_.solve();
    for_flow([&](int i, int j, std::size_t at) {
      psi[at] = system_.x()[po_place_in_system(layout_.nx, i, j)];
    });
    return result;
  }

  void keep_response() override { responses_.push_back(field(Field::psi)); }
  Values circulations() override {
    const PoNodes n = view(Field::omega);
    return sums_of_islands([&](const PoIslandFace& face) { return po_circulation(&n, &face); });
  }
  void want_circulations(const Values& wanted) override { wanted_ = wanted; }
  void want_circulations_after(double dt, bool of_omega_alone) override {
    const PoNodes n = view(Field::omega);
    const PoScheme scheme = scheme_of(parts_.c, dt);
    const auto values = [&](Field name) {
      return field(of_omega_alone ? Field::omega : name).data();
    };
    const PoVorticities w = {values(Field::omega_old), values(Field::star), values(Field::omega)};
    wanted_ = sums_of_islands(
        [&](const PoIslandFace& face) { return po_circulation_after(&n, &scheme, &w, &face); });
  }
  void correct_islands(const Values& inverse) override {
    const Values found = circulations();
    Values& psi = field(Field::psi);
    for (std::size_t island = 0; island < found.size(); ++island) {
      const double factor = po_correction(inverse.data(), wanted_.data(), found.data(),
                                          static_cast<int>(found.size()), static_cast<int>(island));
      for (std::size_t k = 0; k < psi.size(); ++k) psi[k] += factor * responses_[island][k];
    }
  }

  IslandOperations& islands() override { return *this; }
  methods::Machine& machine() override { return *this; }

  methods::BackendInfo info() const override {
    const auto values = static_cast<double>((kFields + 2 + responses_.size()) * layout_.size());
    return methods::serial_info(values * sizeof(double) + system_.bytes());
  }

 private:
  Values& field(Field name) { return fields_[static_cast<std::size_t>(name)]; }
  const Values& field(Field name) const { return fields_[static_cast<std::size_t>(name)]; }

  PoNodes view(Field omega) const {
    const Nodes& n = parts_.nodes;
    return {layout_.nx,         layout_.ny, n.x.data(), n.y.data(),
            n.kind.data(),      u_.data(),  v_.data(),  field(Field::psi).data(),
            field(omega).data()};
  }

  // The sum of f over the faces of each free island.
  template <class F>
  Values sums_of_islands(F f) const {
    Values sums;
    for (const Island* island : free_islands(parts_.nodes))
      sums.push_back(linear_solvers::sum_of_block(
          island->faces.size(), [&](std::size_t k) { return f(island->faces[k]); }));
    return sums;
  }

  template <class F>
  void for_flow(F f) const {
    for (int j = 1; j < layout_.ny; ++j)
      for (int i = 1; i < layout_.nx; ++i)
        if (const auto at = layout_.at(i, j); parts_.nodes.kind[at] == PO_FLOW) f(i, j, at);
  }

  const FlowParts parts_;
  const mesh::Layout layout_;
  linear_solvers::HostSolver7 system_;
  std::array<double, PO_NUMBERS> numbers_{};
  std::array<Values, kFields> fields_;
  Values u_, v_, outlet_, a_, b_, c_, d_;
  Values wanted_;  // circulations around the free islands
  std::vector<Values> responses_;
};
}  // namespace

std::unique_ptr<Operations> make_serial_operations(const FlowParts& parts) {
  return std::make_unique<SerialOperations>(parts);
}

}  // namespace slipflow::psi_omega
