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

NodeKernels::NodeKernels(DeviceCase& device, const char* file, Kept kept, bool listed)
    : device_(device), program_(device.build(file, {.listed = listed})) {
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

void NodeKernels::launch(const opencl::Kernel& kernel, int more) const {
  const mesh::CellBox cells = mesh::cells_of(device_.c.mesh.layout());
  opencl::WorkBox box;
  for (int axis = 0; axis < 3; ++axis)
    box.count[axis] = cells.along(axis).end + (axis < device_.c.axes() ? more : 0);
  device_.workspace.launch(kernel, box);
}

PlainInSpace::PlainInSpace(DeviceCase& device) : PlainInSpace(device, nullptr) {}
PlainInSpace::PlainInSpace(DeviceCase& device, const std::vector<SfBlock>& blocks)
    : PlainInSpace(device, &blocks) {}
PlainInSpace::PlainInSpace(DeviceCase& device, const std::vector<SfBlock>* blocks)
    : device_(device),
      nodes_(device, "simple_ts/plain_in_space.cl", kept_of(device), blocks != nullptr),
      p_(nodes_.array()) {
  if (blocks) {
    make_lists(*blocks);
    return;
  }
  groups_ = count_groups();
  // Zeros where the last group of a box has no column change no maximum.
  partial_ = device.workspace.array(
      device.reals,
      std::vector<double>(2 * static_cast<std::size_t>(groups_) * residual_count(device.c)));
}

void PlainInSpace::make_lists(const std::vector<SfBlock>& blocks) {
  for (int around = 0; around <= kFluxes.around_blocks; ++around) {
    const auto segments = segments_around(device_.c, blocks, around);
    lists_.push_back({device_.workspace.buffer(segments), static_cast<int>(segments.size())});
  }
  const int items = lists_[kCells.around_blocks].segment_count * SF_SEGMENT;
  groups_ = (items + nodes_.group() - 1) / nodes_.group();
}

int PlainInSpace::groups_of_columns() const {
  return (device_.c.mesh.x.cells() + nodes_.group()) / nodes_.group();
}

int PlainInSpace::pieces_of_column(const mesh::CellBox& box) const {
  const int lines = box.along(1).count() * box.along(2).count();
  return std::clamp(lines / device_.options.rows, 1, kMostPieces);
}

int PlainInSpace::count_groups() const {
  int most = 0;
  for (const Reach& reach : {kCells, kFaces}) {
    int groups = 0;
    for (const Part part : parts_of(device_.c))
      for (const mesh::CellBox& box : boxes(reach, part))
        groups += pieces_of_column(box) * groups_of_columns();
    most = std::max(most, groups);
  }
  return most;
}

opencl::LoopMemory PlainInSpace::memory() const {
  return {partial_, 2 * groups_, device_.progress, device_.progress_bytes};
}

std::array<int, 3> PlainInSpace::before(const Reach& reach) const {
  std::array<int, 3> layers{};
  for (int axis = 0; axis < 3; ++axis)
    layers[axis] = reach.around + reach.widened * device_.c.is_neighbour(mesh::Side(2 * axis));
  return layers;
}

std::vector<mesh::CellBox> PlainInSpace::boxes(const Reach& reach, Part part) const {
  const Case& c = device_.c;
  const auto low = before(reach);
  std::array<mesh::CellRange, 3> all, inner;
  bool has_inner = part != Part::all;
  for (int axis = 0; axis < 3; ++axis) {
    const int n = c.mesh.axis(axis).cells();
    const bool below = c.is_neighbour(mesh::Side(2 * axis));
    const bool above = c.is_neighbour(mesh::Side(2 * axis + 1));
    all[axis] = {-low[axis], n + reach.after};
    inner[axis] = {below ? reach.depth : all[axis].first, above ? n - reach.depth : all[axis].end};
    has_inner = has_inner && inner[axis].count() > 0 && (axis > 0 || !(below || above));
  }
  if (part == Part::inner && !has_inner) return {};
  if (part == Part::inner) return {mesh::box_of(inner)};
  if (!has_inner) return {mesh::box_of(all)};
  const auto& [x, y, z] = inner;
  std::vector<mesh::CellBox> border = {mesh::box_of({x, all[1], {all[2].first, z.first}}),
                                       mesh::box_of({x, all[1], {z.end, all[2].end}}),
                                       mesh::box_of({x, {all[1].first, y.first}, z}),
                                       mesh::box_of({x, {y.end, all[1].end}, z})};
  std::erase_if(border, [](const mesh::CellBox& box) { return box.count() == 0; });
  return border;
}

PlainInSpace::Launched PlainInSpace::over_list(const char* name, const opencl::Arguments& arguments,
                                               const Reach& reach) const {
  const NodeList& list = lists_[static_cast<std::size_t>(reach.around_blocks)];
  return {nodes_.prepare(name, arguments.with({{"segments", list.segments},
                                               {"segment_count", list.segment_count}})),
          {{}, {list.segment_count * SF_SEGMENT, 1, 1}}};
}

std::vector<opencl::WorkBox> PlainInSpace::work_boxes(const Reach& reach, Part part) const {
  const auto [i, j, k] = before(reach);
  std::vector<opencl::WorkBox> all;
  for (const mesh::CellBox& box : boxes(reach, part))
    all.push_back({{box.i0 + i, box.j0 + j, box.k0 + k},
                   {box.i1 - box.i0, box.j1 - box.j0, box.k1 - box.k0}});
  return all;
}

std::vector<PlainInSpace::Launched> PlainInSpace::over_nodes(const char* name,
                                                             const opencl::Arguments& arguments,
                                                             const Reach& reach, Part part) const {
  if (!lists_.empty()) return {over_list(name, arguments, reach)};
  std::vector<Launched> all;
  for (const opencl::WorkBox& items : work_boxes(reach, part))
    all.push_back({nodes_.prepare(name, arguments), items});
  return all;
}

std::vector<PlainInSpace::Launched> PlainInSpace::over_lines(const char* name,
                                                             const opencl::Arguments& arguments,
                                                             const Reach& reach, Part part,
                                                             int& groups) const {
  if (!lists_.empty()) return {over_list(name, arguments.with({{"partial", partial_}}), reach)};
  std::vector<Launched> all;
  for (const mesh::CellBox& box : boxes(reach, part)) {
    const opencl::Arguments lines = {{"partial", partial_},       {"row", box.j0},
                                     {"layer", box.k0},           {"rows", box.j1 - box.j0},
                                     {"layers", box.k1 - box.k0}, {"first_group", groups}};
    const int pieces = pieces_of_column(box);
    all.push_back(
        {nodes_.prepare(name, arguments.with(lines)), {{}, {box.i1 - box.i0, pieces, 1}}});
    groups += pieces * groups_of_columns();
  }
  return all;
}

PlainInSpace::Prepared PlainInSpace::prepare(const FieldRotation& rotation) const {
  const DeviceFields& next = device_.sets[rotation.next()];
  const opencl::Arguments context = device_.context(rotation);
  const opencl::Arguments shared = context.with(nodes_.shared());
  const opencl::Arguments gas = {{"T_next", next.T}, {"rho_next", next.rho}};
  const opencl::Arguments pressures = nodes_.pseudo().with({{"p", p_}});
  const opencl::Arguments velocities = {{"u_next", next.u}, {"v_next", next.v}, {"w_next", next.w}};
  Prepared prepared;
  int of_cells = 0, of_faces = 0;
  // A list of nodes has no parts: all of it comes first.
  const auto parts = lists_.empty() ? parts_of(device_.c) : std::vector{Part::all};
  for (const Part part : parts) {
    std::vector<Launched>& all = prepared[part];
    const auto add = [&](const std::vector<Launched>& more) {
      all.insert(all.end(), more.begin(), more.end());
    };
    add(over_nodes("compute_shared_fluxes", context.with(nodes_.fluxes()), kFluxes, part));
    if (device_.keeps_shared())
      add(over_nodes("compute_shared_convected",
                     shared.with({{"corrects", device_.c.scheme.explicit_convection ? 0 : 1}}),
                     kConvected, part));
    add(over_nodes("compute_pseudo_velocities", shared.with(nodes_.pseudo()).with({{"widens", 0}}),
                   kPseudo, part));
    add(over_nodes("sweep_temperatures", shared.with(gas), kCells, part));
    add(over_lines("advance_cells", shared.with(pressures).with(gas), kCells, part, of_cells));
    add(over_lines("advance_faces", context.with(pressures).with(velocities), kFaces, part,
                   of_faces));
  }
  return prepared;
}

void PlainInSpace::advance(const StepPlace& at, Part part) {
  auto& prepared = prepared_[at.rotation.number()];
  if (!prepared) prepared = prepare(at.rotation);
  const double relaxation =
      device_.c.splitting.relaxation_cycle ? sf_cycle_relaxation(at.iteration) : 0.0;
  if (part != Part::inner) device_.compute_friction_heat(at.rotation, device_.progress);
  for (auto& [of, launches] : *prepared) {
    if (part != Part::all && part != of) continue;
    for (auto& [kernel, items] : launches) {
      device_.set_time_step(kernel, at.dt, relaxation);
      device_.workspace.launch(kernel, items);
    }
  }
}

void PlainInSpace::compute_convection(const FieldRotation& rotation) {
  const opencl::Arguments context = device_.context(rotation);
  const opencl::Arguments unending = {{"progress", device_.no_progress}};
  const auto launch = [&](const char* name, const opencl::Arguments& arguments,
                          const Reach& reach) {
    opencl::Kernel kernel = nodes_.kernel(name);
    kernel.set(arguments.with(unending));
    for (const opencl::WorkBox& items : work_boxes(reach, Part::all))
      device_.workspace.launch(kernel, items);
  };
  device_.compute_friction_heat(rotation, device_.no_progress);
  launch("compute_shared_fluxes", context.with(nodes_.fluxes()), kFluxes);
  const opencl::Arguments shared = context.with(nodes_.shared());
  if (device_.keeps_shared())
    launch("compute_shared_convected", shared.with({{"corrects", 1}}), kConvected);
  launch("compute_convective_sums",
         shared.with({{"new_C_u", device_.C_u},
                      {"new_C_v", device_.C_v},
                      {"new_C_w", device_.C_w},
                      {"new_C_T", device_.C_T}}),
         kPseudo);
}

}  // namespace slipflow::simple_ts
