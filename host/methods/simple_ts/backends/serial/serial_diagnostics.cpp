// Diagnostics of the serial reference: residuals and step limits.
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

namespace {
// Largest values by column: one column does not wait for another, so a row is a vector loop.
class ColumnMaxima {
 public:
  explicit ColumnMaxima(int columns) : largest_(static_cast<std::size_t>(columns)) {}
  real* data() { return largest_.data(); }
  real largest() const {
    real all = 0;
    for (const real value : largest_) all = sf_max_keeping_nan(all, value);
    return all;
  }

 private:
  std::vector<real> largest_;
};
}  // namespace

Residuals SerialOperations::largest_difference(const StoredFields& a, const StoredFields& b,
                                               const real* p_of_a) const {
  const SfContext context_of_b = host_context_.view(b, b, 1.0);
  ColumnMaxima maxima[] = {ColumnMaxima(layout_.nx), ColumnMaxima(layout_.nx),
                           ColumnMaxima(layout_.nx + 1), ColumnMaxima(layout_.nx)};
  real* const largest_p = maxima[0].data();
  real* const largest_T = maxima[1].data();
  real* const largest_u = maxima[2].data();
  real* const largest_v = maxima[3].data();
  const stored* const T = a.T.data();
  const stored* const rho = a.rho.data();
  const stored* const u = a.u.data();
  const stored* const v = a.v.data();
  loops_.over(steps_.cells(), context_of_b, [=](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const real new_T = T[at];
    const real new_p = p_of_a ? p_of_a[at] : rho[at] * new_T;
    SF_KEEP_LARGEST(largest_p[P.i], new_p - sf_p(&c, P));
    SF_KEEP_LARGEST(largest_T[P.i], new_T - sf_T(&c, P));
  });
  loops_.over(steps_.u_nodes(), context_of_b, [=](const SfContext& c, SfNode P) {
    SF_KEEP_LARGEST(largest_u[P.i], u[sf_at(&c.mesh, P)] - sf_u(&c, P));
  });
  loops_.over(steps_.v_nodes(), context_of_b, [=](const SfContext& c, SfNode P) {
    SF_KEEP_LARGEST(largest_v[P.i], v[sf_at(&c.mesh, P)] - sf_v(&c, P));
  });
  return {maxima[0].largest(), maxima[1].largest(), maxima[2].largest(), maxima[3].largest()};
}

Residuals SerialOperations::change_over_step() {
  return largest_difference(*current_, *old_, nullptr);
}

StepLimits SerialOperations::step_limits() {
  return measure_step_limits(host_context_.view(*current_, *old_, dt_));
}

BackendInfo SerialOperations::info() const { return methods::serial_info(bytes()); }

double SerialOperations::bytes() const {
  std::size_t values = 0, fields = 0;
  for (const StoredFields* s : {&sets_[0], &sets_[1], &sets_[2], &combined_})
    for (const auto* field : s->all()) fields += field->size();
  for (const auto* sums : {&C_u_, &C_v_, &C_T_}) fields += sums->size();
  for (const Array* array :
       {&gamma_, &shear2_, &Dx_, &Dy_, &Rx_, &Ry_, &Fx_, &Fy_, &Hx_, &Hy_, &Uc_, &Us_, &Vc_, &Vw_,
        &pseudo_u_.star, &pseudo_u_.d, &pseudo_v_.star, &pseudo_v_.d, &p_})
    values += array->size();
  double system = 0;
  if (solved_) {
    fields += solved_->T.size();
    values += solved_->response.size();
    for (const PseudoVelocities* q : {&solved_->u, &solved_->v})
      values += q->star.size() + q->d.size();
    system = solved_->system.bytes();
  }
  for (const Moments& field : averages_) values += field.mean.size() + field.squares.size();
  return static_cast<double>(fields * sizeof(stored) + values * sizeof(real) +
                             case_.mesh.tags.size()) +
         system;
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
