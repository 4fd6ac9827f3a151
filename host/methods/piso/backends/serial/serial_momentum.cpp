#include "serial_momentum.hpp"

namespace slipflow::piso {

using linear_solvers::Part7;
using linear_solvers::Sum7;
using linear_solvers::Vector7;

void SerialMomentum::find_residual(Sum7 sum) {
  if (ended()) return;
  apply(at(Vector7::x), at(Vector7::r));
  subtract(Vector7::f, Vector7::r, Vector7::r);
  sum_products(Vector7::r, Vector7::r, sum);
}

void SerialMomentum::multiply(Part7 /*part*/, Vector7 x, Vector7 y, Vector7 with, Sum7 sum) {
  if (ended()) return;
  apply(at(x), at(y));
  sum_products(y, with, sum);
}

void SerialMomentum::divide_by_diagonal(Vector7 r, Vector7 z) {
  if (ended()) return;
  const SfVectorArray of = sf_of_cells(rows_.view);
  const double* right = at(r);
  double* solved = at(z);
  for (int i = 0; i < of.count; ++i)
    sf_store_vector(solved, of, i,
                    sf_momentum_of_cell(rows_.view, rows_.fluid, rows_.own.data(),
                                        sf_vector_at(right, of, i), i));
}

void SerialMomentum::apply(const double* x, double* y) const {
  const SfVectorArray of = sf_of_cells(rows_.view);
  for (int i = 0; i < of.count; ++i)
    sf_store_vector(y, of, i,
                    sf_momentum_product(rows_.view, row_of(rows_.mesh, i), rows_.fluid,
                                        rows_.F.data(), rows_.own.data(), x, i));
}

}  // namespace slipflow::piso
