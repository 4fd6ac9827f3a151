#include "device_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "../precisions.hpp"
#include "build_options.hpp"
#include "indexing.h"
#include "shared_types.h"
#include "slipflow/opencl/device.hpp"
#include "slipflow/simple_ts/cut_tables.hpp"

namespace slipflow::simple_ts {

namespace {
int fields_of(const Case& c) { return 2 + c.axes(); }
int explicit_sums_of(const Case& c) { return c.scheme.explicit_convection ? 1 + c.axes() : 0; }

// Shared quantities and pseudo-velocities of cl_kernels/simple_ts/node_kernels.h.
double node_arrays(const Case& c, bool keeps, bool corrects) {
  const bool in_space = c.axes() == 3;
  const double pseudo = 2 * c.axes(), rates = in_space ? 4 : 2;
  if (!keeps) return pseudo + rates;
  const double corrections = in_space ? 12 : 6;
  return pseudo + rates + 3 * c.axes() + (corrects ? corrections : 0);
}

// With solved pressures: those of cl_kernels/simple_ts/solve_pressures.cl and of the linear system.
double solved_arrays(const Case& c) {
  if (c.splitting.pressure == PressureSolution::jacobi) return 0;
  constexpr double responses = 2, in_plane = 12, in_space = 14;
  return node_arrays(c, true, has_corrections(c)) + responses +
         (c.axes() == 3 ? in_space : in_plane);
}

// Besides the fields, of the plain kernels in space.
double plain_arrays(const Case& c, bool on_cpu) {
  if (c.axes() == 2) return 0;
  return (c.has_friction_heat() ? 4 : 1) +
         node_arrays(c, keeps_shared(c, on_cpu),
                     has_corrections(c) || c.scheme.explicit_convection);
}

// A mean of a field, or its fluctuation: without ghosts, in the precision of the sums.
double bytes_of_average(const Case& c) {
  return c.output.averages.empty()
             ? 0
             : static_cast<double>(c.cells()) * bytes_computed(c.run.precision);
}

int sets_of(const Case& c) { return FieldRotation::kSets + c.scheme.second_order; }

// Fields that are one array where tiles are computed.
std::size_t fields_in_one(const Case& c) {
  return static_cast<std::size_t>(fields_of(c)) * sets_of(c) + explicit_sums_of(c);
}

// The largest array of the case: a field or all of them, or in mixed precision the mean of one.
double bytes_of_array(const Case& c, bool in_one) {
  const double fields = in_one ? static_cast<double>(fields_in_one(c)) : 1;
  return std::max(fields * static_cast<double>(field_stride(c)) * bytes_stored(c.run.precision),
                  bytes_of_average(c));
}

// The settings that the memory of a case depends on, with `part` of its cells along each axis.
Case coarser(const Case& c, double part) {
  const auto cells = [&](const mesh::Axis& axis) {
    return mesh::uniform_axis(0, 1, std::max(1, static_cast<int>(part * axis.cells())));
  };
  Case other;
  other.run = c.run;
  other.scheme = c.scheme;
  other.splitting = c.splitting;
  other.output.averages = c.output.averages;
  other.mesh.x = cells(c.mesh.x);
  other.mesh.y = cells(c.mesh.y);
  if (c.axes() == 3) other.mesh.z = cells(c.mesh.z);
  other.cut = c.cut;
  other.cut_in_space = c.cut_in_space;
  other.cut_tables = c.cut_tables;
  other.walls = c.walls;  // kinds of walls, and whether there are any, decide about some arrays
  other.mesh.tags = {static_cast<std::uint8_t>(c.mesh.any_solid())};
  return other;
}

// Bytes of the tables of cut walls in space; those of a plane are small.
double bytes_of_cut_walls(const Case& c) {
  if (!c.cut_tables || !c.cut_in_space) return 0;
  const CutTables& t = *c.cut_tables;
  const std::size_t bytes = t.cells.size() + t.pieces.size() + t.shares.size() + t.values.size() +
                            t.parts.size() + t.walls_bytes + t.slopes_bytes +
                            (t.of_state.size() + t.of_values.size()) * sizeof(int) +
                            t.sides.size() * sizeof(CutSide);
  return static_cast<double>(bytes);
}

double bytes_with(const Case& c, double arrays) {
  const double fields = fields_of(c) * sets_of(c) + explicit_sums_of(c);
  const double others = solved_arrays(c) + arrays;
  const Precision precision = c.run.precision;
  const double averages = 2.0 * static_cast<double>(c.output.averages.size()) * bytes_of_average(c);
  double places = 0;  // on all axes
  for (int axis = 0; axis < c.axes(); ++axis) places += c.mesh.axis(axis).cells() + 2.0 * SF_PAD;
  return static_cast<double>(c.mesh.layout().size()) *
             (fields * bytes_stored(precision) + others * bytes_computed(precision) +
              sizeof(SfTag) + (c.has_cut_walls() ? sizeof(int) : 0)) +
         (residual_count(c) * static_cast<double>(pieces(c)) + places * SF_AXIS_VALUES) *
             bytes_computed(precision) +
         averages + bytes_of_cut_walls(c);
}

void check_fits(const Case& c, const opencl::Device& device, KernelSet kernels) {
  const bool in_one = kernels == KernelSet::tiles;
  const bool only_marches = kernels == KernelSet::fused && marches_everywhere(c);
  const auto need = [&](double part) {
    const Case other = coarser(c, part);
    const double arrays = only_marches ? 0 : plain_arrays(other, device.cpu);
    return opencl::MemoryNeed{bytes_with(other, arrays), bytes_of_array(other, in_one)};
  };
  const auto mesh = [&](double part) { return coarser(c, part).mesh.size_text(); };
  opencl::check_fits(device, need, mesh);
}
}  // namespace

// Enough pieces to keep all cores of a device busy on small meshes, few enough that reducing them
// takes little memory and time.
int pieces_of_column(const Case& c) {
  const int lines = lines_of(c), most = c.axes() == 3 ? 256 : 16;
  return std::clamp(std::max(16384 / (c.mesh.x.cells() + 1), lines / 512), 1, most);
}

int pieces(const Case& c) { return pieces_of_column(c) * (c.mesh.x.cells() + 1); }

double device_bytes(const Case& c, bool on_cpu) {
  return bytes_with(c, !on_cpu && marches_everywhere(c) ? 0 : plain_arrays(c, on_cpu));
}

opencl::Arguments DeviceFields::named(FieldsAs as) const {
#define SF_NAMES(as) \
  { "u" as, "v" as, "w" as, "T" as, "rho" as }
  constexpr const char* kNames[][5] = {SF_NAMES(""),       SF_NAMES("_old"),
                                       SF_NAMES("_next"),  SF_NAMES("_before"),
                                       SF_NAMES("_start"), SF_NAMES("_combined")};
#undef SF_NAMES
  const auto& names = kNames[static_cast<std::size_t>(as)];
  opencl::Arguments arguments = {{names[0], u}, {names[1], v}};
  if (w.count > 0) arguments = arguments.with({{names[2], w}});
  return arguments.with({{names[3], T}, {names[4], rho}});
}

std::vector<opencl::Array*> DeviceFields::all() {
  if (w.count == 0) return {&u, &v, &T, &rho};
  return {&u, &v, &w, &T, &rho};
}
std::vector<const opencl::Array*> DeviceFields::all() const {
  if (w.count == 0) return {&u, &v, &T, &rho};
  return {&u, &v, &w, &T, &rho};
}

DeviceCase::DeviceCase(const Case& the_case, const opencl::Queue& queue, const Launch& chosen)
    : c(the_case),
      options(chosen),
      reals(bytes_computed(c.run.precision)),
      stored(bytes_stored(c.run.precision)),
      workspace(queue) {
  check_fits(c, queue.device, options.kernels);
  make_fields();
  partial = workspace.array(reals, static_cast<std::size_t>(residual_count(c)) * pieces(c));
  tag_ = workspace.buffer(c.mesh.tags);
  if (c.has_cut_walls()) {
    const CutTables cut = cut_tables(c);
    cut_ = workspace.buffer(cut.codes);
    cut_values = workspace.buffer(cut.values, CL_MEM_READ_WRITE);
  }
  const auto walls = walls_for_device(c);
  wall_ = workspace.buffer(walls);
  wall_bytes_ = walls.size();
  numbers_ = numbers_for_device(c);
  for (int axis = 0; axis < c.axes(); ++axis)
    axes_.push_back(workspace.array(reals, c.metrics(axis)));
  make_friction_heat();
  progress_bytes = inner_iterations(c.run.precision, c.axes()).progress_bytes;
  const std::vector<std::byte> nothing_done(progress_bytes);
  progress = workspace.buffer(nothing_done, CL_MEM_READ_WRITE);
  no_progress = workspace.buffer(nothing_done);
}

void DeviceCase::make_fields() {
  const std::size_t size = c.mesh.layout().size();
  const bool in_one = options.kernels == KernelSet::tiles;
  const std::size_t stride = field_stride(c);
  std::size_t made = 0;
  if (in_one) fields_ = workspace.array(stored, stride * fields_in_one(c));
  const auto field = [&] {
    return in_one ? opencl::part_of(fields_, stride * made++, size) : workspace.array(stored, size);
  };
  for (int set = 0; set < sets_of(c); ++set) {
    DeviceFields& fields = sets.emplace_back();
    if (c.axes() == 3) fields.w = field();
    for (opencl::Array* array : {&fields.u, &fields.v, &fields.T, &fields.rho}) *array = field();
  }
  // Zeros in the ghost cells, which the march reads and no kernel writes.
  for (opencl::Array* sums : {&C_u, &C_v, &C_T, &C_w}) {
    if (sums == &C_w && c.axes() == 2) break;
    *sums = c.scheme.explicit_convection ? field() : workspace.array(stored, 1);
    workspace.write(*sums, std::vector<double>(sums->count));
  }
}

bool DeviceCase::keeps_shared() const { return simple_ts::keeps_shared(c, workspace.device().cpu); }

void DeviceCase::make_friction_heat() {
  if (c.axes() == 2 || !c.has_friction_heat()) return;
  for (const char* name : {"friction_x", "friction_y", "friction_z"}) {
    const std::vector<double> zeros(c.mesh.layout().size());
    friction_ =
        friction_.with({{name, friction_arrays_.emplace_back(workspace.array(reals, zeros))}});
  }
  friction_heat_ = build_kernel("simple_ts/friction_heat.cl", "compute_friction_heat");
}

void DeviceCase::compute_friction_heat(const FieldRotation& rotation, const cl::Buffer& of,
                                       const std::vector<opencl::Argument>& instead) {
  if (friction_arrays_.empty()) return;
  constexpr int around = 6;  // more nodes than cells along each axis
  friction_heat_.set(fields_and_constants(rotation, {})
                         .with(numbers(1, 0))
                         .with(friction_)
                         .with({{"progress", of}}));
  for (const opencl::Argument& field : instead) friction_heat_.set(field);
  workspace.launch(friction_heat_, c.mesh.x.cells() + around, lines_of(c, around));
}

opencl::SizedProgram DeviceCase::build(const std::string& file, const BuildFor& what) const {
  if (what.only_fields)
    return opencl::build_for_groups(
        workspace.queue(), file, build_options_of_fields(c, options),
        std::min(kGroupOfFields, workspace.device().largest_work_group));
  std::string text = build_options(c, options);
  if (c.axes() == 3 && keeps_shared()) text += " -D SF_KEEPS_SHARED=1";
  if (what.listed) text += " -D SF_LISTED=1";
  const int group = what.group > 0 ? what.group : group_of_other_kernels(c, options);
  return opencl::build_for_groups(workspace.queue(), file, text, group, what.smallest);
}

opencl::Kernel DeviceCase::build_kernel(const std::string& file, const char* name,
                                        const BuildFor& what) const {
  return {build(file, what), name};
}

DeviceSubdomains DeviceCase::cut(int columns, Near near, Extent extent, Part part) {
  const Subdomains cut = cut_into_subdomains(c, columns, options.rows, near, extent, part);
  return {cut.all.empty() ? cl::Buffer() : workspace.buffer(cut.all),
          static_cast<int>(cut.all.size()), cut.near_walls, cut.near_sides};
}

opencl::Arguments DeviceCase::context(const FieldRotation& rotation, double dt,
                                      double relaxation) const {
  return fields_and_constants(rotation, friction_).with(numbers(dt, relaxation));
}

opencl::Arguments DeviceCase::fields_and_constants(const FieldRotation& rotation,
                                                   const opencl::Arguments& friction) const {
  const bool in_space = c.axes() == 3;
  opencl::Arguments constants = {
      {"tag", tag_}, {"wall", wall_}, {"axis_x", axes_[0]}, {"axis_y", axes_[1]}};
  if (in_space) constants = constants.with({{"axis_z", axes_[2]}}).with(friction);
  constants = constants.with(of_cut_walls());
  constants = constants.with({{"C_u", C_u}, {"C_v", C_v}});
  if (in_space) constants = constants.with({{"C_w", C_w}});
  return sets[rotation.current]
      .named()
      .with(sets[rotation.level()].named(FieldsAs::old))
      .with(constants)
      .with({{"C_T", C_T}});
}

opencl::Arguments DeviceCase::of_cut_walls() const {
  if (!c.has_cut_walls()) return {};
  return {{"cut", cut_}, {"cut_values", cut_values}};
}

opencl::Workspace::Joined DeviceCase::constants(const DeviceSubdomains& cut) {
  const auto part = [](const opencl::Array& array) {
    return opencl::Workspace::Part{array.buffer, array.numbers.bytes(array.count)};
  };
  return workspace.joined(
      {{tag_, c.mesh.tags.size() * sizeof(SfTag)},
       {wall_, wall_bytes_},
       part(axes_[0]),
       part(axes_[1]),
       {cut.buffer, static_cast<std::size_t>(cut.count) * sizeof(SfSubdomain)}});
}

opencl::Arguments DeviceCase::numbers(double dt, double relaxation) const {
  return {{"dt", reals.number(dt)},
          {"rdt", reals.number(1 / dt)},
          {"relaxation", reals.number(relaxation)},
          {"numbers", numbers_}};
}

void DeviceCase::set_time_step(opencl::Kernel& kernel, double dt, double relaxation) const {
  kernel.set({"dt", reals.number(dt)});
  kernel.set({"rdt", reals.number(1 / dt)});
  kernel.set({"relaxation", reals.number(relaxation)});
}

void DeviceCase::write(const State& s) const {
  if (options.kernels != KernelSet::tiles) {
    for (const DeviceFields& set : sets) write(set, s);
    return;
  }
  // In one transfer, also because Oclgrind 21.10 forgets what is known of an array when the host
  // writes a part of it, and reports values that nobody wrote.
  std::vector<double> all(fields_.count);
  auto next = all.begin();
  for (std::size_t set = 0; set < sets.size(); ++set)
    for (const std::vector<double>* field : s.all()) {
      std::copy(field->begin(), field->end(), next);
      next += static_cast<std::ptrdiff_t>(field_stride(c));
    }
  workspace.write(fields_, all);
}

void DeviceCase::write(const DeviceFields& fields, const State& s) const {
  for (std::size_t k = 0; k < fields.all().size(); ++k)
    workspace.write(*fields.all()[k], *s.all()[k]);
}

void DeviceCase::write(const ImposedVelocities& v, int set) const {
  const DeviceFields& to = sets[static_cast<std::size_t>(set)];
  const auto& [i0, j0, i1, j1, k0, k1] = v.nodes;
  const auto number = [](int value) { return static_cast<std::size_t>(value); };
  opencl::Box where = {.column = number(i0 + SF_PAD),
                       .row = number(j0 + SF_PAD),
                       .columns = number(i1 - i0),
                       .rows = number(j1 - j0),
                       .pitch = number(c.mesh.layout().pitch())};
  if (c.axes() == 3) {
    where.layer = number(k0 + SF_PAD), where.layers = number(k1 - k0);
    where.rows_of_layer = number(c.mesh.layout().rows());
  }
  workspace.write(*to.all()[number(v.axis)], v.values, where);
}

State DeviceCase::read(const DeviceFields& fields) const {
  State s{c.axes()};
  for (std::size_t k = 0; k < fields.all().size(); ++k)
    *s.all()[k] = workspace.read(*fields.all()[k]);
  return s;
}

}  // namespace slipflow::simple_ts
