// The steps of the inner iteration on the host, on the whole mesh or on a part of it.
#pragma once

#include "node_loops.hpp"

namespace slipflow::simple_ts {
inline namespace SF_PRECISION {

/// What the steps compute, in arrays with the places of the context's mesh.
struct StepArrays {
  real *gamma = nullptr, *shear2 = nullptr;  // shared quantities (macros/simple_ts/context.h)
  real *Dx = nullptr, *Dy = nullptr;
  real *Rx = nullptr, *Ry = nullptr, *Fx = nullptr, *Fy = nullptr;
  real *Hx = nullptr, *Hy = nullptr;  // these six not with implicit upwind convection
  real *Uc = nullptr, *Us = nullptr, *Vc = nullptr, *Vw = nullptr;
  real *u_star = nullptr, *u_d = nullptr, *v_star = nullptr, *v_d = nullptr;
  real* p = nullptr;
  stored *T = nullptr, *rho = nullptr;

  /// Lets the context read the shared quantities.
  void give_to(SfContext& c) const;
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
    int before = 0, after_x = 0, after_y = 0;
  };
  /// The nodes in reach: of `nodes`, which are inside the domain, and of the layer outside.
  Nodes among(const Nodes& nodes, Reach reach) const;
  /// The nodes in reach of nodes that include those outside.
  Nodes among_all(const Nodes& nodes, Reach reach) const;

 private:
  Part(const Nodes& own, bool is_whole, int west, int south)
      : own_(own), is_whole_(is_whole), west_(west), south_(south) {}

  Nodes own_;
  bool is_whole_;
  int west_, south_;  // 1: with a layer of nodes outside
};

/// The steps, each a loop over nodes; docs/methods/simple-ts.md section 8. They read the arrays
/// through the context.
class HostSteps {
 public:
  HostSteps(const Case& c, const NodeLoops& loops);

  /// Shared quantities of the inner iteration.
  void compute_shared(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// The convective sums of explicit convection, of the part's own nodes.
  void compute_convection(const SfContext& c, const StepArrays& to, const Part& part, stored* C_u,
                          stored* C_v, stored* C_T) const;
  void compute_temperature(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_pseudo_velocities(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// Pressures and densities of the cells; those elsewhere stay.
  void compute_pressure(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// Pressures of iteration k-1, in ghost cells and solid cells too.
  void keep_pressure_before(const SfContext& c, const StepArrays& to, const Part& part) const;
  /// From pseudo-velocities and pressures.
  void compute_velocities(const SfContext& c, const StepArrays& from, const Part& part, stored* u,
                          stored* v) const;
  /// From pressures and temperatures, where pressures are solved together.
  void compute_density(const SfContext& c, const StepArrays& to, const Part& part) const;

  // Nodes of the domain: cells; all faces normal to x and to y; and the faces where u and v are
  // stored, without those of a far boundary where the mesh continues.
  Nodes cells() const { return {0, nx_, 0, ny_}; }
  Nodes x_faces() const { return {0, nx_ + 1, 0, ny_}; }
  Nodes y_faces() const { return {0, nx_, 0, ny_ + 1}; }
  Nodes u_nodes() const { return {0, nx_ + !case_.continues(mesh::east), 0, ny_}; }
  Nodes v_nodes() const { return {0, nx_, 0, ny_ + !case_.continues(mesh::north)}; }

 private:
  void compute_transport(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_shear_rates(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_conductances(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_mass_fluxes(const SfContext& c, const StepArrays& to, const Part& part) const;
  void compute_convected(const SfContext& c, const StepArrays& to, const Part& part) const;

  const Case& case_;
  const NodeLoops& loops_;
  int nx_, ny_;
};

}  // namespace SF_PRECISION
}  // namespace slipflow::simple_ts
