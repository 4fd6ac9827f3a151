// The steps of the inner iteration, in the order of the algorithm; docs/methods/simple-ts.md
// section 8.
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

void SerialOperations::compute_explicit_convection() {
  steps_.compute_convection(context(), arrays(), whole_, C_u_.data(), C_v_.data(), C_T_.data());
}

// Ghosts, walls and solid cells are extrapolated too: values that do not change keep their value.
void SerialOperations::extrapolate_start(const StoredFields& before, real ratio) {
  over_rows([&](int first, int last) {
    for (std::size_t at = layout_.at(-mesh::kPad, first); at < layout_.at(-mesh::kPad, last);
         ++at) {
      next_->u[at] = static_cast<stored>(sf_extrapolated(old_->u[at], before.u[at], ratio));
      next_->v[at] = static_cast<stored>(sf_extrapolated(old_->v[at], before.v[at], ratio));
      next_->T[at] =
          static_cast<stored>(sf_extrapolated_positive(old_->T[at], before.T[at], ratio));
      next_->rho[at] =
          static_cast<stored>(sf_extrapolated_positive(old_->rho[at], before.rho[at], ratio));
    }
  });
}

void SerialOperations::over_rows(const std::function<void(int first, int last)>& rows) {
  rows(-mesh::kPad, layout_.ny + mesh::kPad);
}

// The pressure in ghost cells: that of iteration k-1, or of the other end of a periodic axis. That
// of another rank's cells has been computed here where it is needed.
void SerialOperations::extend_pressure() {
  const SfContext c = context();
  const int nx = layout_.nx, ny = layout_.ny;
  const auto ghost = [&](mesh::Side side, int i, int j, int from_i, int from_j) {
    if (case_.is_neighbour(side)) return;
    const bool periodic = case_.sides[side] == BoundaryKind::periodic;
    p_[layout_.at(i, j)] = periodic ? p_[layout_.at(from_i, from_j)] : sf_p(&c, sf_node(i, j));
  };
  for (int j = 0; j < ny; ++j) {
    ghost(mesh::west, -1, j, nx - 1, j);
    ghost(mesh::east, nx, j, 0, j);
  }
  for (int i = 0; i < nx; ++i) {
    ghost(mesh::south, i, -1, i, ny - 1);
    ghost(mesh::north, i, ny, i, 0);
  }
}

void SerialOperations::measure_residuals() {
  residuals_ = largest_difference(*next_, *current_, p_.data());
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
