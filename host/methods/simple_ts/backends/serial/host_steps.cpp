#include "host_steps.hpp"

#include <algorithm>

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

void StepArrays::give_to(SfContext& c) const {
  c.has_shared = 1;
#define SF_GIVE(name) c.name = name;
  SF_SHARED_FLUXES(SF_GIVE)
  SF_SHARED_CONDUCTANCES(SF_GIVE)
  SF_SHARED_CORRECTIONS(SF_GIVE)
#undef SF_GIVE
}

Part Part::whole(const Case& c) {
  return {{}, true, c.is_neighbour(mesh::west), c.is_neighbour(mesh::south)};
}

Part Part::around(const Case& c, const Nodes& own) {
  return {own, false, c.continues(mesh::west), c.continues(mesh::south)};
}

Nodes Part::among(const Nodes& nodes, Reach reach) const {
  return among_all({nodes.i0 - west_, nodes.i1, nodes.j0 - south_, nodes.j1}, reach);
}

Nodes Part::among_all(const Nodes& nodes, Reach reach) const {
  if (is_whole_) return nodes;
  return {std::max(nodes.i0, own_.i0 - reach.before), std::min(nodes.i1, own_.i1 + reach.after_x),
          std::max(nodes.j0, own_.j0 - reach.before), std::min(nodes.j1, own_.j1 + reach.after_y)};
}

HostSteps::HostSteps(const Case& c, const NodeLoops& loops)
    : case_(c), loops_(loops), nx_(c.mesh.layout().nx), ny_(c.mesh.layout().ny) {}

void HostSteps::compute_shared(const SfContext& c, const StepArrays& to, const Part& part) const {
  compute_transport(c, to, part);
  compute_shear_rates(c, to, part);
  compute_conductances(c, to, part);
  compute_mass_fluxes(c, to, part);
  if (!case_.scheme.explicit_convection) compute_convected(c, to, part);
}

void HostSteps::compute_transport(const SfContext& seen, const StepArrays& to,
                                  const Part& part) const {
  real* const gamma = to.gamma;
  const Nodes nodes = part.among_all({-2, nx_ + 2, -2, ny_ + 2}, {2, 2, 2});
  loops_.over_by_gas(nodes, seen, [=](const SfContext& c, SfNode P) {
    gamma[sf_at(&c.mesh, P)] = sf_transport(&c, sf_T(&c, P));
  });
}

void HostSteps::compute_shear_rates(const SfContext& seen, const StepArrays& to,
                                    const Part& part) const {
  real* const shear2 = to.shear2;
  const Nodes nodes = part.among({0, nx_ + 1, 0, ny_ + 1}, {1, 1, 1});
  loops_.over(nodes, seen, [=](const SfContext& c, SfNode P) {
    shear2[sf_at(&c.mesh, P)] = sf_make_shear2(&c, P);
  });
}

void HostSteps::compute_conductances(const SfContext& seen, const StepArrays& to,
                                     const Part& part) const {
  real* const Dx = to.Dx;
  real* const Dy = to.Dy;
  const Nodes nodes = part.among({0, nx_ + 1, 0, ny_ + 1}, {1, 1, 1});
  loops_.over(nodes, seen, [=](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    Dx[at] = sf_make_Dx(&c, P);
    Dy[at] = sf_make_Dy(&c, P);
  });
}

// In ghost cells too: momentum is convected with means of the mass fluxes of two cells.
void HostSteps::compute_mass_fluxes(const SfContext& seen, const StepArrays& to,
                                    const Part& part) const {
  real* const Rx = to.Rx;
  real* const Ry = to.Ry;
  real* const Fx = to.Fx;
  real* const Fy = to.Fy;
  const Nodes nodes = part.among({-1, nx_ + 2, -1, ny_ + 2}, {2, 2, 2});
  loops_.over_by_scheme(nodes, seen, [=](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    Rx[at] = sf_make_Rx(&c, P);
    Ry[at] = sf_make_Ry(&c, P);
    Fx[at] = sf_make_Fx(&c, P);
    Fy[at] = sf_make_Fy(&c, P);
  });
}

void HostSteps::compute_convected(const SfContext& seen, const StepArrays& to,
                                  const Part& part) const {
  if (case_.scheme.convection == SF_UPWIND && !case_.scheme.explicit_convection) return;
  real* const Hx = to.Hx;
  real* const Hy = to.Hy;
  real* const Uc = to.Uc;
  real* const Us = to.Us;
  real* const Vc = to.Vc;
  real* const Vw = to.Vw;
  const Nodes cells = part.among({-1, nx_ + 1, -1, ny_ + 1}, {2, 1, 1});
  loops_.over_by_scheme(cells, seen, [=](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    Hx[at] = sf_make_Hx(&c, P);
    Hy[at] = sf_make_Hy(&c, P);
    Uc[at] = sf_make_Uc(&c, P);
    Vc[at] = sf_make_Vc(&c, P);
  });
  const Nodes corners = part.among({0, nx_ + 1, 0, ny_ + 1}, {1, 1, 1});
  loops_.over_by_scheme(corners, seen, [=](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    Us[at] = sf_make_Us(&c, P);
    Vw[at] = sf_make_Vw(&c, P);
  });
}

void HostSteps::compute_convection(const SfContext& seen, const StepArrays& to, const Part& part,
                                   stored* C_u, stored* C_v, stored* C_T) const {
  compute_mass_fluxes(seen, to, part);
  compute_convected(seen, to, part);
  loops_.over(part.among(x_faces(), {}), seen, [=](const SfContext& c, SfNode P) {
    C_u[sf_at(&c.mesh, P)] = static_cast<stored>(sf_convection(&c, SF_X, P));
  });
  loops_.over(part.among(y_faces(), {}), seen, [=](const SfContext& c, SfNode P) {
    C_v[sf_at(&c.mesh, P)] = static_cast<stored>(sf_convection(&c, SF_Y, P));
  });
  loops_.over(part.among(cells(), {}), seen, [=](const SfContext& c, SfNode P) {
    if (!sf_tag(&c, P)) C_T[sf_at(&c.mesh, P)] = static_cast<stored>(sf_heat_convected_out(&c, P));
  });
}

void HostSteps::compute_temperature(const SfContext& seen, const StepArrays& to,
                                    const Part& part) const {
  stored* const T = to.T;
  loops_.over_by_splitting(part.among(cells(), {1, 0, 0}), seen, [=](const SfContext& c, SfNode P) {
    if (!sf_tag(&c, P)) T[sf_at(&c.mesh, P)] = static_cast<stored>(sf_temperature(&c, P));
  });
}

void HostSteps::compute_pseudo_velocities(const SfContext& seen, const StepArrays& to,
                                          const Part& part) const {
  real* const u_star = to.u_star;
  real* const u_d = to.u_d;
  loops_.over_by_splitting(part.among(x_faces(), {1, 1, 0}), seen,
                           [=](const SfContext& c, SfNode P) {
                             const int at = sf_at(&c.mesh, P);
                             const SfPseudoVelocity u = sf_pseudo(&c, SF_X, P);
                             u_star[at] = u.star;
                             u_d[at] = u.d;
                           });
  real* const v_star = to.v_star;
  real* const v_d = to.v_d;
  loops_.over_by_splitting(part.among(y_faces(), {1, 0, 1}), seen,
                           [=](const SfContext& c, SfNode P) {
                             const int at = sf_at(&c.mesh, P);
                             const SfPseudoVelocity v = sf_pseudo(&c, SF_Y, P);
                             v_star[at] = v.star;
                             v_d[at] = v.d;
                           });
}

void HostSteps::compute_pressure(const SfContext& seen, const StepArrays& to,
                                 const Part& part) const {
  const real* const u_star = to.u_star;
  const real* const u_d = to.u_d;
  const real* const v_star = to.v_star;
  const real* const v_d = to.v_d;
  const stored* const T = to.T;
  real* const p = to.p;
  stored* const rho = to.rho;
  loops_.over_by_splitting(part.among(cells(), {1, 0, 0}), seen, [=](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const int east = at + 1;
    const int north = sf_at(&c.mesh, sf_to(P, SF_Y, 1));
    const SfNewGas gas =
        sf_new_gas(&c, P, T[at], sf_flow(&c, SF_X, P, {u_star[at], u_d[at]}),
                   sf_flow(&c, SF_X, sf_to(P, SF_X, 1), {u_star[east], u_d[east]}),
                   sf_flow(&c, SF_Y, P, {v_star[at], v_d[at]}),
                   sf_flow(&c, SF_Y, sf_to(P, SF_Y, 1), {v_star[north], v_d[north]}));
    p[at] = gas.p;
    rho[at] = static_cast<stored>(gas.rho);
  });
}

void HostSteps::keep_pressure_before(const SfContext& seen, const StepArrays& to,
                                     const Part& part) const {
  real* const p = to.p;
  const Nodes nodes = part.among_all({-1, nx_ + 1, -1, ny_ + 1}, {1, 0, 0});
  loops_.over(nodes, seen,
              [=](const SfContext& c, SfNode P) { p[sf_at(&c.mesh, P)] = sf_p(&c, P); });
}

void HostSteps::compute_velocities(const SfContext& seen, const StepArrays& from, const Part& part,
                                   stored* u, stored* v) const {
  const real* const u_star = from.u_star;
  const real* const u_d = from.u_d;
  const real* const v_star = from.v_star;
  const real* const v_d = from.v_d;
  const real* const p = from.p;
  loops_.over(part.among_all(u_nodes(), {}), seen, [=](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    if (sf_fluid(&c, SF_X, P))
      u[at] = static_cast<stored>(sf_velocity({u_star[at], u_d[at]}, p[at - 1], p[at]));
  });
  loops_.over(part.among_all(v_nodes(), {}), seen, [=](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    const int south = sf_at(&c.mesh, sf_to(P, SF_Y, -1));
    if (sf_fluid(&c, SF_Y, P))
      v[at] = static_cast<stored>(sf_velocity({v_star[at], v_d[at]}, p[south], p[at]));
  });
}

void HostSteps::compute_density(const SfContext& seen, const StepArrays& to,
                                const Part& part) const {
  const real* const p = to.p;
  const stored* const T = to.T;
  stored* const rho = to.rho;
  loops_.over(part.among_all(cells(), {}), seen, [=](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    if (!sf_tag(&c, P)) rho[at] = static_cast<stored>(SF_DIVIDE(p[at], T[at]));
  });
}

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
