// What the equations make of a box. Read in the namespace of the equations of two or three axes,
// after them.

/// A context of a box; with two axes of its layer z = 0.
class BoxContext {
 public:
  explicit BoxContext(const box_fields::Box& box) : f(box), gamma_(f.size()) {
    for (int axis = 0; axis < 3; ++axis) metrics_[axis] = f.axes[axis].metrics();
    for (auto& values : shear2_) values.resize(f.size());
    for (const box_fields::Wall& wall : f.walls) walls_.push_back(wall_of(wall));
    set_case();
    set_fields(SF_AXES == 3 ? 0 : box_fields::kPad * f.plane());
    const box_fields::Place end = {f.n[0] + 1, f.n[1] + 1, SF_AXES == 3 ? f.n[2] + 1 : 1};
    for (int k = 0; k < f.size(); ++k) gamma_[k] = sf_transport(&c, f.T[k]);
    box_fields::for_places({0, 0, 0}, end, [&](box_fields::Place p) {
      shear2_[2][f.at(p)] = sf_make_shear2(&c, node(p));
      SF_IN_SPACE(shear2_[0][f.at(p)] = sf_make_shear2_x(&c, node(p));)
      SF_IN_SPACE(shear2_[1][f.at(p)] = sf_make_shear2_y(&c, node(p));)
    });
  }
  BoxContext(const BoxContext&) = delete;
  BoxContext& operator=(const BoxContext&) = delete;

  static SfNode node(box_fields::Place p) { return SF_NODE(p[0], p[1], p[2]); }

  box_fields::Box f;
  SfContext c{};

 private:
  static SfWall wall_of(const box_fields::Wall& w) {
    SfWall wall;
    wall.velocity_x = w.velocity[0], wall.velocity_y = w.velocity[1];
    SF_IN_SPACE(wall.velocity_z = w.velocity[2];)
    wall.temperature = w.temperature, wall.slip = w.slip, wall.jump = w.jump;
    wall.heat_flow = w.heat_flow, wall.slip_law = w.slip_law;
    return wall;
  }
  void set_case() {
    const double *x = metrics_[0].data(), *y = metrics_[1].data();
#if SF_AXES == 3
    const int sides[6] = {};
    c.mesh = sf_whole_box(f.n.data(), f.pitch(), f.plane(), sides, x, y, metrics_[2].data());
#else
    c.mesh = sf_whole_mesh(f.n[0], f.n[1], f.pitch(), 0, 0, 0, 0, x, y);
#endif
    c.gas.A = 0.5, c.gas.B = 0.03, c.gas.CT1 = 0.07, c.gas.CT2 = 0.04, c.gas.CT3 = -2.0 / 3.0;
    c.gas.gravity_x = f.gravity[0], c.gas.gravity_y = f.gravity[1], c.gas.sound2 = 5.0 / 6.0;
    SF_IN_SPACE(c.gas.gravity_z = f.gravity[2];)
    c.dt = 0.05, c.rdt = 1 / c.dt;
    c.creep = 0.75, c.relaxation = 0.4;
    const box_fields::Switches& s = f.switches;
    c.has_walls = !f.walls.empty(), c.prescribed = s.prescribed;
    c.convection_scheme = s.convection_scheme, c.explicit_convection = s.explicit_convection;
    c.outflow_diagonal = s.outflow_diagonal, c.relaxes = s.relaxes;
    c.pressure_solved = s.pressure_solved;
    c.density_at_wall = s.density_at_wall, c.no_slip_at_corners = s.no_slip_at_corners;
    c.has_heat_flow = c.has_friction_heat = s.has_heat_flow;
    c.has_slip_laws = s.has_slip_laws, c.walls_vary = s.walls_vary;
    c.viscosity_sixteenths = s.viscosity_sixteenths;
  }
  void set_fields(int first) {
    c.u = f.q[0].data() + first, c.v = f.q[1].data() + first;
    c.u_old = f.q_old[0].data() + first, c.v_old = f.q_old[1].data() + first;
    c.C_u = f.C_q[0].data() + first, c.C_v = f.C_q[1].data() + first;
    c.T = f.T.data() + first, c.rho = f.rho.data() + first;
    c.T_old = f.T_old.data() + first, c.rho_old = f.rho_old.data() + first;
    c.C_T = f.C_T.data() + first;
    c.tag = f.tags.data() + first, c.wall = walls_.data();
    c.gamma = gamma_.data() + first, c.shear2 = shear2_[2].data() + first;
#if SF_AXES == 3
    c.w = f.q[2].data(), c.w_old = f.q_old[2].data(), c.C_w = f.C_q[2].data();
    c.shear2_x = shear2_[0].data(), c.shear2_y = shear2_[1].data();
#endif
  }

  std::array<box_fields::Field, 3> metrics_, shear2_;
  box_fields::Field gamma_;
  std::vector<SfWall> walls_;
};

inline SfFaceFlow flow_at(const SfContext* c, int axis, SfNode P) {
  return sf_flow(c, axis, P, sf_pseudo(c, axis, P));
}
inline SfFaceFlows flows_at(const SfContext* c, SfNode P) {
  SfFaceFlows f;
  f.w = flow_at(c, SF_X, P), f.e = flow_at(c, SF_X, sf_to(P, SF_X, 1));
  f.s = flow_at(c, SF_Y, P), f.n = flow_at(c, SF_Y, sf_to(P, SF_Y, 1));
  SF_IN_SPACE(f.b = flow_at(c, SF_Z, P); f.t = flow_at(c, SF_Z, sf_to(P, SF_Z, 1));)
  return f;
}

/// Of the face normal to the axis, in the direction of the other axis of the plane.
inline double friction_along(const SfWallLoads& loads, int axis, int along) {
  (void)axis, (void)along;
  SF_IN_SPACE(if (along == SF_AFTER(axis)) return loads.friction_after;)
  return loads.friction;
}

inline void add_velocity(const SfContext* c, int axis, int across, SfNode P,
                         box_fields::Values& v) {
  const SfPseudoVelocity q = sf_pseudo(c, axis, P);
  v.insert(v.end(), {{"q*", q.star},
                     {"d", q.d},
                     {"C_q", sf_convection(c, axis, P)},
                     {"R", sf_R(c, axis, P)},
                     {"F", sf_F(c, axis, P)},
                     {"H", sf_H(c, axis, P)},
                     {"Qc", sf_Qc(c, axis, P)},
                     {"Qs", sf_Qs(c, axis, across, P)},
                     {"flow mass", sf_flow_totals(c, axis, P).mass},
                     {"flow kinetic", sf_flow_totals(c, axis, P).kinetic}});
  const SfTotals flow = sf_flow_totals(c, axis, P);
  v.push_back(
      {"flow momentum", SF_BY_AXIS(axis, flow.momentum_x, flow.momentum_y, flow.momentum_z)});
}

inline void add_loads(const SfContext* c, int axis, int along, SfNode P, box_fields::Values& v) {
  for (const int side : {-1, 1}) {
    if (!sf_tag(c, sf_to(P, axis, side))) continue;
    const SfWallLoads loads = sf_wall_loads(c, axis, P, side);
    v.insert(v.end(), {{"p", loads.pressure},
                       {"normal", loads.normal},
                       {"friction", friction_along(loads, axis, along)},
                       {"conduction", loads.conduction},
                       {"friction heat", loads.friction_heat},
                       {"work", loads.work},
                       {"corner", loads.corner},
                       {"T_w", sf_gas_on_boundary(c, axis, P, side, 0).T},
                       {"u_w", sf_velocity_on_boundary(c, along, axis, P, side)}});
  }
}

inline void add_cell(const SfContext* c, int a, int b, SfNode P, box_fields::Values& v) {
  const double T = 0.9 * sf_T(c, P);
  const SfNewGas gas = sf_new_gas(c, P, T, flows_at(c, P));
  const SfOutsides outsides{};
  const SfPressureRow row =
      sf_pressure_row(c, P, T, sf_temperature_response(c, P), flows_at(c, P), outsides);
  const SfTotals totals = sf_cell_totals(c, P);
  const SfStepLimits limits = sf_step_limits(c, P);
  v.insert(v.end(), {{"T", sf_temperature(c, P)},
                     {"C_T", sf_heat_convected_out(c, P)},
                     {"new p", gas.p},
                     {"new rho", gas.rho},
                     {"row diagonal", row.diagonal},
                     {"row right", row.right},
                     {"mass", totals.mass},
                     {"kinetic", totals.kinetic},
                     {"signal", limits.signal},
                     {"convection", limits.convection},
                     {"diffusion", limits.diffusion},
                     {"vorticity", sf_rotation(c, a, b, P)},
                     {"divergence", sf_divergence(c, P)},
                     {"schlieren", sf_schlieren(c, P)},
                     {"total T", sf_total_temperature(c, P)},
                     {"heat flux", sf_heat_flux(c, a, P)}});
  add_loads(c, a, b, P, v);
  add_loads(c, b, a, P, v);
}

/// What the equations make at the node P along a and b, two axes in their cyclic order.
inline box_fields::Values values_at(const SfContext* c, int a, int b, SfNode P) {
  box_fields::Values v;
  v.push_back({"shear2", sf_shear2_of(c, a, b, P)});
  add_velocity(c, a, b, P, v);
  add_velocity(c, b, a, P, v);
  if (sf_place(&c->mesh, a, P) < sf_cells(&c->mesh, a) &&
      sf_place(&c->mesh, b, P) < sf_cells(&c->mesh, b) && !sf_tag(c, P))
    add_cell(c, a, b, P, v);
  return v;
}

/// The same at all nodes of the layer 0 of the third axis.
inline std::vector<box_fields::Values> values_of(const BoxContext& k, int a, int b) {
  std::vector<box_fields::Values> all;
  for (int j = 0; j <= k.f.n[b]; ++j)
    for (int i = 0; i <= k.f.n[a]; ++i) {
      box_fields::Place p{};
      p[a] = i, p[b] = j;
      all.push_back(values_at(&k.c, a, b, BoxContext::node(p)));
    }
  return all;
}
