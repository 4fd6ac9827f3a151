#include "serial/sparse_operations.hpp"

namespace slipflow::linear_solvers {

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

}  // namespace slipflow::linear_solvers
