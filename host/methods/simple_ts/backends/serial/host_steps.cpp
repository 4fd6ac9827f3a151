#include "host_steps.hpp"

#include <algorithm>

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

void StepArrays::give_to(SfContext& c) const {
  c.has_shared = 1;
#define SF_GIVE(name) c.name = name;
  SF_SHARED_QUANTITIES(SF_GIVE)
#undef SF_GIVE
}

Part Part::whole(const Case& c) {
  return {{},
          true,
          c.is_neighbour(mesh::west),
          c.is_neighbour(mesh::south),
          c.is_neighbour(mesh::bottom)};
}

Part Part::around(const Case& c, const Nodes& own) {
  return {own, false, c.continues(mesh::west), c.continues(mesh::south), c.continues(mesh::bottom)};
}

Nodes Part::among(const Nodes& nodes, Reach reach) const {
  return among_all({nodes.i0 - west_, nodes.i1, nodes.j0 - south_, nodes.j1,
                    nodes.k0 - (SF_AXES == 3 ? bottom_ : 0), nodes.k1},
                   reach);
}

Nodes Part::among_all(const Nodes& nodes, Reach reach) const {
  if (is_whole_) return nodes;
  Nodes part = {
      std::max(nodes.i0, own_.i0 - reach.before), std::min(nodes.i1, own_.i1 + reach.after_x),
      std::max(nodes.j0, own_.j0 - reach.before), std::min(nodes.j1, own_.j1 + reach.after_y)};
#if SF_AXES == 3
  part.k0 = std::max(nodes.k0, own_.k0 - reach.before);
  part.k1 = std::min(nodes.k1, own_.k1 + reach.after_z);
#endif
  return part;
}

HostSteps::HostSteps(const Case& c, const NodeLoops& loops)
    : case_(c), loops_(loops), layout_(c.mesh.layout()) {}

Nodes HostSteps::cells(int before, int after) const {
  Nodes nodes = {-before, layout_.nx + after, -before, layout_.ny + after};
#if SF_AXES == 3
  nodes.k0 = -before, nodes.k1 = layout_.nz + after;
#endif
  return nodes;
}

Nodes HostSteps::faces_to(int axis, int more) const {
  Nodes nodes = cells();
  SF_BY_AXIS(axis, nodes.i1, nodes.j1, nodes.k1) += more;
  return nodes;
}

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
  loops_.over_by_gas(part.among_all(cells(2, 2), {2, 2, 2, 2}), seen,
                     [=](const SfContext& c, SfNode P) {
                       gamma[sf_at(&c.mesh, P)] = sf_transport(&c, sf_T(&c, P));
                     });
}

// Makes a shared quantity at the node `at` of P.
#define SF_MAKE_SHARED(name) to.name[at] = sf_make_##name(&c, P);

void HostSteps::compute_shear_rates(const SfContext& seen, const StepArrays& to,
                                    const Part& part) const {
  loops_.over(part.among(cells(0, 1), {1, 1, 1, 1}), seen, [to](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    SF_SHARED_SHEAR_RATES(SF_MAKE_SHARED)
  });
}

void HostSteps::compute_conductances(const SfContext& seen, const StepArrays& to,
                                     const Part& part) const {
  loops_.over(part.among(cells(0, 1), {1, 1, 1, 1}), seen, [to](const SfContext& c, SfNode P) {
    const int at = sf_at(&c.mesh, P);
    SF_SHARED_CONDUCTANCES(SF_MAKE_SHARED)
  });
}

// In ghost cells too: momentum is convected with means of the mass fluxes of two cells.
void HostSteps::compute_mass_fluxes(const SfContext& seen, const StepArrays& to,
                                    const Part& part) const {
  loops_.over_by_scheme(part.among(cells(1, 2), {2, 2, 2, 2}), seen,
                        [to](const SfContext& c, SfNode P) {
                          const int at = sf_at(&c.mesh, P);
                          SF_SHARED_MASS_FLUXES(SF_MAKE_SHARED)
                        });
}

void HostSteps::compute_convected(const SfContext& seen, const StepArrays& to,
                                  const Part& part) const {
  if (case_.scheme.convection == SF_UPWIND && !case_.scheme.explicit_convection) return;
  loops_.over_by_scheme(part.among(cells(1, 1), {2, 1, 1, 1}), seen,
                        [to](const SfContext& c, SfNode P) {
                          const int at = sf_at(&c.mesh, P);
                          SF_SHARED_CELL_CORRECTIONS(SF_MAKE_SHARED)
                        });
  loops_.over_by_scheme(part.among(cells(0, 1), {1, 1, 1, 1}), seen,
                        [to](const SfContext& c, SfNode P) {
                          const int at = sf_at(&c.mesh, P);
                          SF_SHARED_EDGE_CORRECTIONS(SF_MAKE_SHARED)
                        });
}

void HostSteps::compute_convection(const SfContext& seen, const StepArrays& to, const Part& part,
                                   const std::array<stored*, SF_AXES>& C_q, stored* C_T) const {
  compute_mass_fluxes(seen, to, part);
  compute_convected(seen, to, part);
  for_axes([&]<int axis>() {
    stored* const C = C_q[axis];
    loops_.over(part.among(faces(axis), {}), seen, [=](const SfContext& c, SfNode P) {
      C[sf_at(&c.mesh, P)] = static_cast<stored>(sf_convection(&c, axis, P));
    });
  });
  loops_.over(part.among(cells(), {}), seen, [=](const SfContext& c, SfNode P) {
    if (!sf_tag(&c, P)) C_T[sf_at(&c.mesh, P)] = static_cast<stored>(sf_heat_convected_out(&c, P));
  });
}

void HostSteps::compute_temperature(const SfContext& seen, const StepArrays& to,
                                    const Part& part) const {
  stored* const T = to.T;
  loops_.over_by_splitting(part.among(cells(), {1}), seen, [=](const SfContext& c, SfNode P) {
    if (!sf_tag(&c, P)) T[sf_at(&c.mesh, P)] = static_cast<stored>(sf_temperature(&c, P));
  });
}

void HostSteps::compute_pseudo_velocities(const SfContext& seen, const StepArrays& to,
                                          const Part& part) const {
  for_axes([&]<int axis>() {
    real* const star = to.star[axis];
    real* const d = to.d[axis];
    const Part::Reach reach = {1, axis == SF_X, axis == SF_Y, axis == 2};
    loops_.over_by_splitting(part.among(faces(axis), reach), seen,
                             [=](const SfContext& c, SfNode P) {
                               const int at = sf_at(&c.mesh, P);
                               const SfPseudoVelocity q = sf_pseudo(&c, axis, P);
                               star[at] = q.star;
                               d[at] = q.d;
                             });
  });
}

void HostSteps::compute_pressure(const SfContext& seen, const StepArrays& to,
                                 const Part& part) const {
  loops_.over_by_splitting(part.among(cells(), {1}), seen, [to](const SfContext& c, SfNode P) {
    if (sf_tag(&c, P)) return;
    const int at = sf_at(&c.mesh, P);
    const SfNewGas gas = sf_new_gas(&c, P, to.T[at], to.flows_of(c, P));
    to.p[at] = gas.p;
    to.rho[at] = static_cast<stored>(gas.rho);
  });
}

void HostSteps::keep_pressure_before(const SfContext& seen, const StepArrays& to,
                                     const Part& part) const {
  real* const p = to.p;
  loops_.over(part.among_all(cells(1, 1), {1}), seen,
              [=](const SfContext& c, SfNode P) { p[sf_at(&c.mesh, P)] = sf_p(&c, P); });
}

void HostSteps::compute_velocities(const SfContext& seen, const StepArrays& from, const Part& part,
                                   const std::array<stored*, SF_AXES>& to) const {
  for_axes([&]<int axis>() {
    stored* const q = to[axis];
    loops_.over(
        part.among_all(velocity_nodes(axis), {}), seen, [from, q](const SfContext& c, SfNode P) {
          const int at = sf_at(&c.mesh, P);
          const int below = sf_at(&c.mesh, sf_to(P, axis, -1));
          if (sf_fluid(&c, axis, P))
            q[at] = static_cast<stored>(
                sf_velocity({from.star[axis][at], from.d[axis][at]}, from.p[below], from.p[at]));
        });
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

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
