// The serial reference.
#include <algorithm>
#include <cmath>
#include <optional>

#include "backends/operations.hpp"
#include "slipflow/linear_solvers/host_solver7.hpp"
#include "slipflow/methods/simulation.hpp"

namespace slipflow::transport {

namespace {
using Values = std::vector<double>;
using linear_solvers::HostSolver7;
using linear_solvers::Matrix7;

class SerialOperations : public Operations {
 public:
  explicit SerialOperations(const Parts& parts)
      : parts_(parts), phi_(parts.box.box.size()), before_(phi_) {}

  void write(methods::Level level, const Values& phi) override {
    (level == methods::Level::current ? phi_ : before_) = phi;
  }
  Values read(methods::Level level) const override {
    return level == methods::Level::current ? phi_ : before_;
  }

  linear_solvers::Result7 advance(const Step& step) override {
    const TrBox box = parts_.box.view(parts_.c, step.values);
    set_coefficients(box, step.mass);
    for_free_cells(parts_.box, box, [&](const TrCell& cell) {
      solver_->f()[cell.p] = tr_right_hand_side(&box, &cell, step.mass, phi_[cell.p]);
    });
    solver_->x() = phi_;
    before_ = phi_;
    auto result = solver_->solve();
    change_ = 0;
    for_free_cells(parts_.box, box, [&](const TrCell& cell) {
      const double phi = tr_end_of_step(before_[cell.p], solver_->x()[cell.p], step.is_middle);
      change_ = sf_max_keeping_nan(change_, std::abs(phi - before_[cell.p]));
      phi_[cell.p] = phi;
    });
    return result;
  }

  double largest_change() override { return change_; }
  methods::BackendInfo info() const override { return methods::serial_info(bytes_of(parts_.c)); }

 private:
  void set_coefficients(const TrBox& box, double mass) {
    if (solver_ && mass == mass_) return;
    mass_ = mass;
    if (!solver_) {
      Matrix7 matrix = matrix_without_arrays(parts_);
      make_arrays(matrix);
      fill(box, matrix);
      solver_.emplace(std::move(matrix), parts_.c.linear);
    } else {
      fill(box, solver_->matrix());
      solver_->set_coefficients();
    }
  }

  static void make_arrays(Matrix7& matrix) {
    const int axes = matrix.box.flat() ? 2 : 3;
    const bool general = matrix.kind == linear_solvers::Coefficients7::general;
    matrix.a[0].resize(matrix.box.size());
    for (int number = 1; number <= 2 * axes; ++number)
      if (general || number % 2 == 1) matrix.a[number].resize(matrix.box.size());
    for (int axis = 0; axis < axes; ++axis) matrix.sides[axis].resize(matrix.box.size());
  }

  void fill(const TrBox& box, Matrix7& matrix) const {
    for_free_cells(parts_.box, box, [&](const TrCell& cell) {
      const TrRow row = tr_row(&box, &cell, mass_);
      for (std::size_t number = 0; number < matrix.a.size(); ++number)
        if (!matrix.a[number].empty()) matrix.a[number][cell.p] = row.a[number];
      for (int axis = 0; axis < parts_.c.mesh.axes(); ++axis)
        matrix.sides[axis][cell.p] = row.fixed[axis];
    });
  }

  const Parts parts_;
  Values phi_, before_;
  std::optional<HostSolver7> solver_;
  double mass_ = 0;  // of the coefficients
  double change_ = 0;
};
}  // namespace

std::unique_ptr<Operations> make_serial_operations(const Parts& parts) {
  return std::make_unique<SerialOperations>(parts);
}

}  // namespace slipflow::transport
