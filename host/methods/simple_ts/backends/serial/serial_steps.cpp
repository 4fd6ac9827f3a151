// The steps of the inner iteration, in the order of the algorithm; docs/methods/simple-ts.md
// section 8.
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

void SerialOperations::compute_explicit_convection() {
  std::array<stored*, SF_AXES> C_q;
  for (int axis = 0; axis < SF_AXES; ++axis) C_q[axis] = C_q_[axis].data();
  steps_.compute_convection(context(), arrays(), whole_, C_q, C_T_.data());
}

// Ghosts, walls and solid cells are extrapolated too: values that do not change keep their value.
void SerialOperations::extrapolate_start(const StoredFields& before, real ratio) {
  over_lines([&](std::size_t first, std::size_t last) {
    for (std::size_t at = first * layout_.pitch(); at < last * layout_.pitch(); ++at) {
      for (int axis = 0; axis < SF_AXES; ++axis)
        next_->velocity(axis)[at] = static_cast<stored>(
            sf_extrapolated(old_->velocity(axis)[at], before.velocity(axis)[at], ratio));
      next_->T[at] =
          static_cast<stored>(sf_extrapolated_positive(old_->T[at], before.T[at], ratio));
      next_->rho[at] =
          static_cast<stored>(sf_extrapolated_positive(old_->rho[at], before.rho[at], ratio));
    }
  });
}

void SerialOperations::over_lines(const Lines& lines) { lines(0, layout_.lines()); }

// The pressure in ghost cells: that of iteration k-1, or of the other end of a periodic axis. That
// of another rank's cells has been computed here where it is needed.
void SerialOperations::extend_pressure() {
  const SfContext c = context();
  for (int side = 0; side < 2 * SF_AXES; ++side) {
    if (case_.is_neighbour(mesh::Side(side))) continue;
    const int axis = mesh::axis_across(side), n = sf_cells(&c.mesh, axis);
    const bool periodic = case_.sides[side] == BoundaryKind::periodic;
    for_ghosts(side, [&](SfNode P) {
      const int opposite = sf_at(&c.mesh, sf_to(P, axis, side % 2 == 0 ? n : -n));
      p_[sf_at(&c.mesh, P)] = periodic ? p_[opposite] : sf_p(&c, P);
    });
  }
}

void SerialOperations::measure_residuals() {
  residuals_ = largest_difference(*next_, *current_, p_.data());
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
