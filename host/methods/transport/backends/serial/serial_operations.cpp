// The serial reference.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "backends/operations.hpp"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/methods/machines.hpp"

namespace slipflow::transport {

namespace {
using Values = std::vector<double>;
using linear_solvers::HostSolver7;
using linear_solvers::Matrix7;

class SerialOperations : public Operations {
 public:
  explicit SerialOperations(const Parts& parts)
      : parts_(parts),
        choices_(choices_of(parts.c)),
        solvers_(choices_.size()),
        phi_(parts.box.box.size()),
        before_(phi_),
        machine_(bytes_of(parts.c)) {}

  void write(methods::Level level, const Values& phi) override {
    (level == methods::Level::current ? phi_ : before_) = phi;
  }
  Values read(methods::Level level) const override {
    return level == methods::Level::current ? phi_ : before_;
  }

  Solution advance(const Step& step) override {
    const TrBox box = parts_.box.view(parts_.c, step.values);
    const Values* x = nullptr;
    auto solution = solve_by_first(parts_.c, [&](std::size_t number) {
      HostSolver7& solver = solver_of(number, box, step);
      for_free_cells(parts_.box, box, [&](const TrCell& cell) {
        solver.f()[cell.p] = tr_right_hand_side(&box, &cell, step.mass, phi_[cell.p]);
      });
      solver.x() = phi_;
      x = &solver.x();
      return solver.solve();
    });
    before_ = phi_;
    change_ = 0;
    for_free_cells(parts_.box, box, [&](const TrCell& cell) {
      const double phi = tr_end_of_step(before_[cell.p], (*x)[cell.p], step.is_middle);
      change_ = sf_max_keeping_nan(change_, std::abs(phi - before_[cell.p]));
      phi_[cell.p] = phi;
    });
    return solution;
  }

  KeptOmega kept_omega() const override {
    const auto& [on, mass] = solvers_[0];
    return on ? KeptOmega{mass, on->omega()} : kept_;
  }
  void keep_omega(const KeptOmega& kept) override { kept_ = kept; }

  double largest_change() override { return change_; }
  methods::Machine& machine() override { return machine_; }

 private:
  struct Solver {
    std::optional<HostSolver7> on;
    double mass = 0;  // of the coefficients
  };

  HostSolver7& solver_of(std::size_t number, const TrBox& box, const Step& step) {
    const double mass = step.mass;
    auto& [on, mass_then] = solvers_[number];
    if (on && mass == mass_then) return *on;
    check_diagonals(parts_, step.values, mass);
    if (!on) {
      Matrix7 matrix = matrix_without_arrays(parts_);
      make_arrays(matrix);
      fill(box, mass, matrix);
      on.emplace(std::move(matrix), choices_[number]);
    } else {
      fill(box, mass, on->matrix());
      on->set_coefficients();
    }
    if (number == 0) {
      if (kept_.omega != 0 && kept_.mass == mass) on->set_omega(kept_.omega);
      kept_ = {};
    }
    mass_then = mass;
    return *on;
  }

  static void make_arrays(Matrix7& matrix) {
    const int axes = matrix.box.flat() ? 2 : 3;
    const bool general = matrix.kind == linear_solvers::Coefficients7::general;
    matrix.a[0].resize(matrix.box.size());
    for (int number = 1; number <= 2 * axes; ++number)
      if (general || number % 2 == 1) matrix.a[number].resize(matrix.box.size());
    for (int axis = 0; axis < axes; ++axis) matrix.sides[axis].resize(matrix.box.size());
  }

  void fill(const TrBox& box, double mass, Matrix7& matrix) const {
    for_free_cells(parts_.box, box, [&](const TrCell& cell) {
      const TrRow row = tr_row(&box, &cell, mass);
      for (std::size_t number = 0; number < matrix.a.size(); ++number)
        if (!matrix.a[number].empty()) matrix.a[number][cell.p] = row.a[number];
      for (int axis = 0; axis < parts_.c.mesh.axes(); ++axis)
        matrix.sides[axis][cell.p] = row.fixed[axis];
    });
  }

  const Parts parts_;
  const std::vector<linear_solvers::Choice7> choices_;
  std::vector<Solver> solvers_;  // by choice, from its first use on
  Values phi_, before_;
  KeptOmega kept_;  // before the first step
  double change_ = 0;
  methods::HostMachine machine_;
};
}  // namespace

std::unique_ptr<Operations> make_serial_operations(const Parts& parts) {
  return std::make_unique<SerialOperations>(parts);
}

}  // namespace slipflow::transport
