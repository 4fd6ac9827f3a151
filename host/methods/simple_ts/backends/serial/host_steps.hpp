// The steps of the inner iteration on the host, on the whole mesh or on a part of it.
#pragma once

#include <array>

#include "node_loops.hpp"

namespace slipflow::simple_ts {
inline namespace SF_VARIANT {

/// ACTION(name) on all shared quantities.
#define SF_SHARED_QUANTITIES(ACTION) \
  SF_SHARED_FLUXES(ACTION) SF_SHARED_CONDUCTANCES(ACTION) SF_SHARED_CORRECTIONS(ACTION)

/// Calls act.operator()<axis>() for each axis.
template <class Act>
void for_axes(const Act& act) {
  act.template operator()<SF_X>();
  act.template operator()<SF_Y>();
  SF_IN_SPACE(act.template operator()<SF_Z>();)
}

/// What the steps compute, in arrays with the places of the context's mesh.
struct StepArrays {
  // Shared quantities; the corrections are none with implicit upwind convection.
#define SF_POINTER(name) real* name = nullptr;
  SF_SHARED_QUANTITIES(SF_POINTER)
#undef SF_POINTER
  real *star[SF_AXES] = {}, *d[SF_AXES] = {};  // pseudo-velocities
  real* p = nullptr;
  stored *T = nullptr, *rho = nullptr;

  /// Lets the context read the shared quantities.
  void give_to(SfContext& c) const;

  /// Through the faces of cell P, from the pseudo-velocities.
  SfFaceFlows flows_of(const SfContext& c, SfNode P) const {
    const auto flow = [&](int axis, SfNode face) {
      const int at = sf_at(&c.mesh, face);
      return sf_flow(&c, axis, face, {star[axis][at], d[axis][at]});
    };
    SfFaceFlows flows;
    flows.w = flow(SF_X, P), flows.e = flow(SF_X, sf_to(P, SF_X, 1));
    flows.s = flow(SF_Y, P), flows.n = flow(SF_Y, sf_to(P, SF_Y, 1));
    SF_IN_SPACE(flows.b = flow(SF_Z, P); flows.t = flow(SF_Z, sf_to(P, SF_Z, 1));)
    return flows;
  }
};

/// The nodes that are computed.
class Part {
 public:
  /// The whole mesh, with a layer of nodes outside where another rank has the mesh.
  static Part whole(const Case& c);
  /// What new values at `own` nodes need, without another part's results: also the nodes around
  /// them, outside the boundaries where the mesh continues too.
  static Part around(const Case& c, const Nodes& own);

  const Nodes& own() const { return own_; }
  /// How many nodes before and after the own ones a step computes.
  struct Reach {
    int before = 0, after_x = 0, after_y = 0, after_z = 0;
  };
  /// The nodes in reach: of `nodes`, which are inside the domain, and of the layer outside.
  Nodes among(const Nodes& nodes, Reach reach) const;
  /// The nodes in reach of nodes that include those outside.
  Nodes among_all(const Nodes& nodes, Reach reach) const;

 private:
  Part(const Nodes& own, bool is_whole, int west, int south, int bottom)
      : own_(own), is_whole_(is_whole), west_(west), south_(south), bottom_(bottom) {}

  Nodes own_;
  bool is_whole_;
  int west_, south_, bottom_;  // 1: with a layer of nodes outside
};

/// The steps, each a loop over nodes; docs/methods/simple-ts.md section 8. They read the arrays
/// through the context.
class HostSteps {
 public:
  HostSteps(const Case& c, const NodeLoops& loops);

  /// Shared quantities of the inner iteration.
  void compute_shared(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// The convective sums of explicit convection, of the part's own nodes.
  void compute_convection(const SfContext& c, const StepArrays& to, const Part& part,
                          const std::array<stored*, SF_AXES>& C_q, stored* C_T) const;
  void compute_temperature(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_pseudo_velocities(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// Pressures and densities of the cells; those elsewhere stay.
  void compute_pressure(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// Pressures of iteration k-1, in ghost cells and solid cells too.
  void keep_pressure_before(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// From pseudo-velocities and pressures.
  void compute_velocities(const SfContext& c, const StepArrays& from, const Part& part,
                          const std::array<stored*, SF_AXES>& to) const;
  /// From pressures and temperatures, where pressures are solved together.
  void compute_density(const SfContext& c, const StepArrays& to, const Part& part) const;

  /// Cells of the domain with `before` layers of nodes before them and `after` layers behind them
  /// along each axis.
  Nodes cells(int before = 0, int after = 0) const;
  /// All faces normal to an axis; and those where its velocity is stored, without those of a far
  /// boundary where the mesh continues.
  Nodes faces(int axis) const { return faces_to(axis, 1); }
  Nodes velocity_nodes(int axis) const {
    return faces_to(axis, !case_.continues(mesh::Side(2 * axis + 1)));
  }

 private:
  void compute_transport(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_shear_rates(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_conductances(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_mass_fluxes(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_convected(const SfContext& c, const StepArrays& to, const Part& part) const;

  // Cells of the domain and, along `axis`, `more` further layers.
  Nodes faces_to(int axis, int more) const;

  const Case& case_;
  const NodeLoops& loops_;
  mesh::Layout layout_;
};

}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts
