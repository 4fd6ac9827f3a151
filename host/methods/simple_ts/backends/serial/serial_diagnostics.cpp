// Diagnostics of the serial reference: residuals and step limits.
#include "serial_operations.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

namespace {
// Largest values by column and layer: one column does not wait for another, so a row is a vector
// loop, and each thread has layers of its own.
class ColumnMaxima {
 public:
  ColumnMaxima(int columns, int layers) : largest_(static_cast<std::size_t>(columns) * layers) {}
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
  [[maybe_unused]] const int columns = layout_.nx + 1;
  std::vector<ColumnMaxima> maxima(SF_RESIDUALS, ColumnMaxima(columns, layout_.nz + 1));
  real* const largest_p = maxima[0].data();
  real* const largest_T = maxima[1].data();
  const stored* const T = a.T.data();
  const stored* const rho = a.rho.data();
  loops_.over(steps_.cells(), context_of_b, [=](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const real new_T = T[at];
    const real new_p = p_of_a ? p_of_a[at] : rho[at] * new_T;
    const int column = P.i SF_IN_SPACE(+columns * P.k);
    SF_KEEP_LARGEST(largest_p[column], new_p - sf_p(&c, P));
    SF_KEEP_LARGEST(largest_T[column], new_T - sf_T(&c, P));
  });
  for_axes([&]<int axis>() {
    const stored* const q = a.velocity(axis).data();
    real* const largest = maxima[2 + axis].data();
    loops_.over(steps_.velocity_nodes(axis), context_of_b, [=](const SfContext& c, SfNode P) {
      const int column = P.i SF_IN_SPACE(+columns * P.k);
      SF_KEEP_LARGEST(largest[column], q[sf_at(&c.mesh, P)] - sf_q(&c, axis, P));
    });
  });
  return {maxima[0].largest(), maxima[1].largest(), maxima[2].largest(), maxima[3].largest(),
          SF_AXES == 3 ? maxima.back().largest() : 0};
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
  fields += (SF_AXES + 1) * C_T_.size();
  values += pseudo_.values() + p_.size();
#define SF_COUNT(name) values += shared_.name.size();
  SF_SHARED_QUANTITIES(SF_COUNT)
#undef SF_COUNT
  double system = 0;
  if (solved_) {
    fields += solved_->T.size();
    values += solved_->response.size();
    values += solved_->pseudo.values();
    system = solved_->system.bytes();
  }
  for (const Moments& field : averages_) values += field.mean.size() + field.squares.size();
  return static_cast<double>(fields * sizeof(stored) + values * sizeof(real) +
                             case_.mesh.tags.size()) +
         system;
}

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
