// Shared quantities, computed once per inner iteration; macros/simple_ts/context.h.
#include "serial_backend.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

void SerialBackend::compute_shared() {
  compute_transport();
  compute_shear_rates();
  compute_conductances();
  compute_mass_fluxes();
  if (!case_.scheme.explicit_convection) compute_carried();
}

void SerialBackend::compute_transport() {
  real* const gamma = gamma_.data();
  const Nodes nodes{-2, layout_.nx + 2, -2, layout_.ny + 2};
  loops_.over_by_gas(nodes, context(), [=](const SfContext& c, int i, int j) {
    gamma[sf_at(&c.mesh, i, j)] = sf_transport(&c, sf_T(&c, i, j));
  });
}

void SerialBackend::compute_shear_rates() {
  real* const shear2 = shear2_.data();
  const Nodes nodes = widened({0, layout_.nx + 1, 0, layout_.ny + 1});
  loops_.over(nodes, context(), [=](const SfContext& c, int i, int j) {
    shear2[sf_at(&c.mesh, i, j)] = sf_make_shear2(&c, i, j);
  });
}

void SerialBackend::compute_conductances() {
  real* const Dx = Dx_.data();
  real* const Dy = Dy_.data();
  const Nodes nodes = widened({0, layout_.nx + 1, 0, layout_.ny + 1});
  loops_.over(nodes, context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    Dx[at] = sf_make_Dx(&c, i, j);
    Dy[at] = sf_make_Dy(&c, i, j);
  });
}

// In ghost cells too: momentum is convected with means of the mass fluxes of two cells.
void SerialBackend::compute_mass_fluxes() {
  real* const Rx = Rx_.data();
  real* const Ry = Ry_.data();
  real* const Fx = Fx_.data();
  real* const Fy = Fy_.data();
  const Nodes nodes = widened({-1, layout_.nx + 2, -1, layout_.ny + 2});
  loops_.over_by_scheme(nodes, context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    Rx[at] = sf_make_Rx(&c, i, j);
    Ry[at] = sf_make_Ry(&c, i, j);
    Fx[at] = sf_make_Fx(&c, i, j);
    Fy[at] = sf_make_Fy(&c, i, j);
  });
}

void SerialBackend::compute_carried() {
  if (case_.scheme.convection == SF_UPWIND && !case_.scheme.explicit_convection) return;
  real* const Hx = Hx_.data();
  real* const Hy = Hy_.data();
  real* const Uc = Uc_.data();
  real* const Us = Us_.data();
  real* const Vc = Vc_.data();
  real* const Vw = Vw_.data();
  const Nodes cells = widened({-1, layout_.nx + 1, -1, layout_.ny + 1});
  loops_.over_by_scheme(cells, context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    Hx[at] = sf_make_Hx(&c, i, j);
    Hy[at] = sf_make_Hy(&c, i, j);
    Uc[at] = sf_make_Uc(&c, i, j);
    Vc[at] = sf_make_Vc(&c, i, j);
  });
  const Nodes corners = widened({0, layout_.nx + 1, 0, layout_.ny + 1});
  loops_.over_by_scheme(corners, context(), [=](const SfContext& c, int i, int j) {
    const int at = sf_at(&c.mesh, i, j);
    Us[at] = sf_make_Us(&c, i, j);
    Vw[at] = sf_make_Vw(&c, i, j);
  });
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
