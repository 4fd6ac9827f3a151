#include "slipflow/linear_solvers/host_face_solver.hpp"

#include <utility>

#include "serial/serial_vectors.hpp"
#include "serial/sparse_cycle.hpp"
#include "sparse_levels.hpp"

namespace slipflow::linear_solvers {

namespace {
// The operations of solve7.cpp on the rows of a system on polyhedra, on the host.

class SparseOperations : public SerialVectors {
 public:
  SparseOperations(const FaceGraph& graph, const FaceMatrix& matrix, const Choice7& choice);

  const std::vector<SparseLevel>& levels() const { return levels_; }
  const SparseCycle& rows() const { return cycle_; }
  /// Takes in coefficients that have changed.
  void set_coefficients() { cycle_.set_coefficients(matrix_); }
  double bytes() const { return bytes_of_vectors() + cycle_.bytes(); }

  void find_residual(Sum7 sum) override;
  void multiply(Part7 part, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) override;
  void cycle(Vector7 r, Vector7 z) override;

 private:
  double diagonal(std::size_t p) const override { return cycle_.diagonal()[p]; }

  const FaceMatrix& matrix_;
  const std::vector<SparseLevel> levels_;
  SparseCycle cycle_;
};

SparseOperations::SparseOperations(const FaceGraph& graph, const FaceMatrix& matrix,
                                   const Choice7& choice)
    : SerialVectors(static_cast<std::size_t>(graph.cells)),
      matrix_(matrix),
      levels_(sparse_levels_for(graph, matrix, choice)),
      cycle_(levels_, choice) {
  set_coefficients();
}

void SparseOperations::find_residual(Sum7 sum) {
  if (ended()) return;
  cycle_.multiply(at(Vector7::x), at(Vector7::r));
  subtract(Vector7::f, Vector7::r, Vector7::r);
  sum_products(Vector7::r, Vector7::r, sum);
}

void SparseOperations::multiply(Part7 /*part*/, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  if (ended()) return;
  cycle_.multiply(at(x), at(y));
  sum_products(y, with, sum);
}

void SparseOperations::cycle(Vector7 r, Vector7 z) {
  if (!ended()) cycle_.run(at(r), at(z));
}
}  // namespace

class HostFaceSolver::Impl {
 public:
  Impl(const FaceGraph& graph, FaceMatrix m, const Choice7& choice)
      : matrix((check_system(graph, m, choice), std::move(m))),
        operations(graph, matrix, choice),
        iterations(operations, operations, choice, Coefficients7::symmetric, is_singular(matrix),
                   graph.cells) {}

  FaceMatrix matrix;
  SparseOperations operations;
  Solve7 iterations;
};

HostFaceSolver::HostFaceSolver(const FaceGraph& graph, FaceMatrix matrix, const Choice7& choice)
    : impl_(std::make_unique<Impl>(graph, std::move(matrix), choice)) {}
HostFaceSolver::~HostFaceSolver() = default;
HostFaceSolver::HostFaceSolver(HostFaceSolver&&) noexcept = default;
HostFaceSolver& HostFaceSolver::operator=(HostFaceSolver&&) noexcept = default;

FaceMatrix& HostFaceSolver::matrix() { return impl_->matrix; }
void HostFaceSolver::set_coefficients() { impl_->operations.set_coefficients(); }
std::vector<double>& HostFaceSolver::f() { return impl_->operations.values(Vector7::f); }
std::vector<double>& HostFaceSolver::x() { return impl_->operations.values(Vector7::x); }
void HostFaceSolver::set_relative_tolerance(double tolerance) {
  impl_->iterations.set_relative_tolerance(tolerance);
}
void HostFaceSolver::set_max(int iterations) { impl_->iterations.set_max(iterations); }
Result7 HostFaceSolver::solve() { return impl_->iterations.run(); }
void HostFaceSolver::multiply(const std::vector<double>& x, std::vector<double>& y) const {
  y.resize(x.size());
  impl_->operations.rows().multiply(x.data(), y.data());
}
std::vector<int> HostFaceSolver::cells_of_levels() const {
  std::vector<int> cells;
  for (const SparseLevel& level : impl_->operations.levels()) cells.push_back(level.cells);
  return cells;
}
double HostFaceSolver::bytes() const { return impl_->operations.bytes(); }

}  // namespace slipflow::linear_solvers
