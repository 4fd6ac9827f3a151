#include "node_kernels.hpp"

#include <algorithm>

#include "build_options.hpp"
#include "simple_ts/splitting.h"

namespace slipflow::simple_ts {

namespace {
using Names = std::vector<const char*>;

constexpr int kMostPieces = 16384;  // of a column: their maxima are reduced by one work-group

Names names_for(const Case& c, const Names& in_plane, const Names& in_space) {
  return c.axes() == 3 ? in_space : in_plane;
}

// Each in the order of its list in macros/simple_ts/context.h.
Names rates_of(const Case& c) {
  return names_for(c, {"gamma", "shear2"}, {"gamma", "shear2", "shear2_x", "shear2_y"});
}
Names fluxes_of(const Case& c) {
  Names names = rates_of(c);
  const Names more = names_for(c, {"Rx", "Ry", "Fx", "Fy"}, {"Rx", "Ry", "Rz", "Fx", "Fy", "Fz"});
  names.insert(names.end(), more.begin(), more.end());
  return names;
}
Names conductances_of(const Case& c) { return names_for(c, {"Dx", "Dy"}, {"Dx", "Dy", "Dz"}); }
Names corrections_of(const Case& c) {
  return names_for(c, {"Hx", "Hy", "Uc", "Vc", "Us", "Vw"},
                   {"Hx", "Hy", "Hz", "Uc", "Vc", "Wc", "Us", "Vw", "Ub", "Vb", "Ww", "Ws"});
}
Names pseudo_of(const Case& c) {
  return names_for(c, {"u_star", "u_d", "v_star", "v_d"},
                   {"u_star", "u_d", "v_star", "v_d", "w_star", "w_d"});
}

NodeKernels::Kept kept_of(const DeviceCase& device) {
  const Scheme& scheme = device.c.scheme;
  if (!device.keeps_shared()) return NodeKernels::Kept::few;
  return scheme.explicit_convection || has_corrections(device.c) ? NodeKernels::Kept::all
                                                                 : NodeKernels::Kept::uncorrected;
}
}  // namespace

NodeKernels::NodeKernels(DeviceCase& device, const char* file, Kept kept)
    : device_(device), program_(device.build(file)) {
  const Case& c = device.c;
  fluxes_ = arrays(kept == Kept::few ? rates_of(c) : fluxes_of(c));
  if (kept != Kept::few) convected_ = arrays(conductances_of(c));
  if (kept == Kept::all) convected_ = convected_.with(arrays(corrections_of(c)));
  pseudo_ = arrays(pseudo_of(c));
}

opencl::Array NodeKernels::array() {
  return device_.workspace.array(device_.reals,
                                 std::vector<double>(device_.c.mesh.layout().size()));
}

opencl::Arguments NodeKernels::arrays(const Names& names) {
  opencl::Arguments all;
  for (const char* name : names) all = all.with({{name, arrays_.emplace_back(array())}});
  return all;
}

opencl::Kernel NodeKernels::prepare(const char* name, const opencl::Arguments& arguments) const {
  opencl::Kernel prepared = kernel(name);
  prepared.set(arguments.with({{"progress", device_.progress}}));
  return prepared;
}

PlainInSpace::PlainInSpace(DeviceCase& device)
    : device_(device),
      nodes_(device, "simple_ts/plain_in_space.cl", kept_of(device)),
      pieces_(std::clamp(lines_of(device.c) / device.options.rows, 1, kMostPieces)),
      p_(nodes_.array()),
      partial_(device.workspace.array(device.reals, 2 * static_cast<std::size_t>(pieces_) *
                                                        groups_of_columns() *
                                                        residual_count(device.c))) {}

int PlainInSpace::groups_of_columns() const {
  return (device_.c.mesh.x.cells() + nodes_.group()) / nodes_.group();
}

opencl::LoopMemory PlainInSpace::memory() const {
  return {partial_, 2 * pieces_ * groups_of_columns(), device_.progress, device_.progress_bytes};
}

PlainInSpace::Prepared PlainInSpace::prepare(const FieldRotation& rotation) const {
  const DeviceFields& next = device_.sets[rotation.next()];
  const opencl::Arguments context = device_.context(rotation);
  const opencl::Arguments shared = context.with(nodes_.shared());
  const opencl::Arguments gas = {{"T_next", next.T}, {"rho_next", next.rho}};
  const opencl::Arguments p = {{"p", p_}}, partial = {{"partial", partial_}};
  Prepared all;
  all.fluxes = nodes_.prepare("compute_shared_fluxes", context.with(nodes_.fluxes()));
  if (device_.keeps_shared())
    all.convected =
        nodes_.prepare("compute_shared_convected",
                       shared.with({{"corrects", device_.c.scheme.explicit_convection ? 0 : 1}}));
  all.pseudo = nodes_.prepare("compute_pseudo_velocities",
                              shared.with(nodes_.pseudo()).with({{"widens", 0}}));
  all.temperatures = nodes_.prepare("sweep_temperatures", shared.with(gas));
  all.cells =
      nodes_.prepare("advance_cells", shared.with(nodes_.pseudo()).with(p).with(gas).with(partial));
  all.faces = nodes_.prepare("advance_faces",
                             context.with(nodes_.pseudo())
                                 .with(p)
                                 .with({{"u_next", next.u}, {"v_next", next.v}, {"w_next", next.w}})
                                 .with(partial));
  return all;
}

void PlainInSpace::advance(const StepPlace& at) {
  const Case& c = device_.c;
  auto& prepared = prepared_[at.rotation.number()];
  if (!prepared) prepared = prepare(at.rotation);
  const double relaxation = c.splitting.relaxation_cycle ? sf_cycle_relaxation(at.iteration) : 0.0;
  const auto launch = [&](opencl::Kernel& kernel, int more, int lines) {
    device_.set_time_step(kernel, at.dt, relaxation);
    device_.workspace.launch(kernel, c.mesh.x.cells() + more, lines);
  };
  device_.compute_friction_heat(at.rotation, device_.progress);
  launch(prepared->fluxes, 4, lines_of(c, 4));
  if (prepared->convected) launch(*prepared->convected, 2, lines_of(c, 2));
  launch(prepared->pseudo, 1, lines_of(c, 1));
  launch(prepared->temperatures, 0, lines_of(c));
  launch(prepared->cells, 1, pieces_);
  launch(prepared->faces, 1, pieces_);
}

void PlainInSpace::compute_convection(const FieldRotation& rotation) {
  const Case& c = device_.c;
  const opencl::Arguments context = device_.context(rotation);
  const opencl::Arguments unending = {{"progress", device_.no_progress}};
  const auto launch = [&](const char* name, const opencl::Arguments& arguments, int more) {
    opencl::Kernel kernel = nodes_.kernel(name);
    kernel.set(arguments.with(unending));
    device_.workspace.launch(kernel, c.mesh.x.cells() + more, lines_of(c, more));
  };
  device_.compute_friction_heat(rotation, device_.no_progress);
  launch("compute_shared_fluxes", context.with(nodes_.fluxes()), 4);
  const opencl::Arguments shared = context.with(nodes_.shared());
  if (device_.keeps_shared()) launch("compute_shared_convected", shared.with({{"corrects", 1}}), 2);
  launch("compute_convective_sums",
         shared.with({{"new_C_u", device_.C_u},
                      {"new_C_v", device_.C_v},
                      {"new_C_w", device_.C_w},
                      {"new_C_T", device_.C_T}}),
         1);
}

}  // namespace slipflow::simple_ts
