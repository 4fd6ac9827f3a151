#include "device_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "../precisions.hpp"
#include "build_options.hpp"
#include "indexing.h"
#include "shared_types.h"
#include "slipflow/opencl/device.hpp"

namespace slipflow::simple_ts {

namespace {
constexpr double kFields = 4;
constexpr double kExplicitSums = 3;
// With solved pressures: those of cl_kernels/simple_ts/solve_pressures.cl and of the linear system.
constexpr double kSolved = 14;
constexpr double kSolvedCorrections = 6;  // more of them, where has_corrections()
constexpr double kSystemOnDevice = 12;

// A mean of a field, or its fluctuation: without ghosts, in the precision of the sums.
double bytes_of_average(const Case& c) {
  return c.output.averages.empty()
             ? 0
             : static_cast<double>(c.cells()) * bytes_computed(c.run.precision);
}

int sets_of(const Case& c) { return FieldRotation::kSets + c.scheme.second_order; }

// Fields that are one array where tiles are computed.
std::size_t fields_in_one(const Case& c) {
  return static_cast<std::size_t>(kFields * sets_of(c) +
                                  (c.scheme.explicit_convection ? kExplicitSums : 0));
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
  return other;
}

void check_fits(const Case& c, const opencl::Device& device, bool in_one) {
  const auto need = [&](double part) {
    const Case other = coarser(c, part);
    return opencl::MemoryNeed{device_bytes(other), bytes_of_array(other, in_one)};
  };
  const auto mesh = [&](double part) {
    const Case other = coarser(c, part);
    return fmt::format("{} x {} cells", other.mesh.x.cells(), other.mesh.y.cells());
  };
  opencl::check_fits(device, need, mesh);
}
}  // namespace

// Enough pieces to keep all cores of a device busy on small meshes, few enough that reducing them
// takes little memory and time.
int pieces_of_column(const Case& c) {
  return std::clamp(std::max(16384 / (c.mesh.x.cells() + 1), c.mesh.y.cells() / 512), 1, 16);
}

int pieces(const Case& c) { return pieces_of_column(c) * (c.mesh.x.cells() + 1); }

double device_bytes(const Case& c) {
  const double solved = kSolved + (has_corrections(c) ? kSolvedCorrections : 0) + kSystemOnDevice;
  const double arrays = kFields * sets_of(c) + (c.scheme.explicit_convection ? kExplicitSums : 0) +
                        (c.splitting.pressure == PressureSolution::jacobi ? 0 : solved);
  const Precision precision = c.run.precision;
  const double averages = 2.0 * static_cast<double>(c.output.averages.size()) * bytes_of_average(c);
  const double axes = c.mesh.x.cells() + c.mesh.y.cells() + 4.0 * SF_PAD;
  return static_cast<double>(c.mesh.layout().size()) *
             (arrays * bytes_stored(precision) + sizeof(SfTag)) +
         (SF_RESIDUALS * static_cast<double>(pieces(c)) + axes * SF_AXIS_VALUES) *
             bytes_computed(precision) +
         averages;
}

opencl::Arguments DeviceFields::named(FieldsAs as) const {
  constexpr const char* kNames[][4] = {{"u", "v", "T", "rho"},
                                       {"u_old", "v_old", "T_old", "rho_old"},
                                       {"u_next", "v_next", "T_next", "rho_next"},
                                       {"u_before", "v_before", "T_before", "rho_before"},
                                       {"u_start", "v_start", "T_start", "rho_start"},
                                       {"u_combined", "v_combined", "T_combined", "rho_combined"}};
  const auto& names = kNames[static_cast<std::size_t>(as)];
  return {{names[0], u}, {names[1], v}, {names[2], T}, {names[3], rho}};
}

DeviceCase::DeviceCase(const Case& the_case, const opencl::Queue& queue, const Launch& chosen)
    : c(the_case),
      options(chosen),
      reals(bytes_computed(c.run.precision)),
      stored(bytes_stored(c.run.precision)),
      workspace(queue) {
  check_fits(c, queue.device, options.kernels == KernelSet::tiles);
  make_fields();
  partial = workspace.array(reals, static_cast<std::size_t>(SF_RESIDUALS * pieces(c)));
  tag_ = workspace.buffer(c.mesh.tags);
  const auto walls =
      for_precision(c.run.precision, [&]<Precision P>() { return walls_for_device_of<P>(c); });
  wall_ = workspace.buffer(walls);
  wall_bytes_ = walls.size();
  numbers_ =
      for_precision(c.run.precision, [&]<Precision P>() { return numbers_for_device_of<P>(c); });
  axis_x_ = workspace.array(reals, c.metrics(0));
  axis_y_ = workspace.array(reals, c.metrics(1));
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
  for (int set = 0; set < sets_of(c); ++set) sets.push_back({field(), field(), field(), field()});
  // Zeros in the ghost cells, which the march reads and no kernel writes.
  for (opencl::Array* sums : {&C_u, &C_v, &C_T}) {
    *sums = c.scheme.explicit_convection ? field() : workspace.array(stored, 1);
    workspace.write(*sums, std::vector<double>(sums->count));
  }
}

opencl::SizedProgram DeviceCase::build(const std::string& file, int smallest) const {
  return opencl::build_for_groups(workspace.queue(), file, build_options(c, options),
                                  options.work_group_size, smallest);
}

opencl::Kernel DeviceCase::build_kernel(const std::string& file, const char* name) const {
  return {build(file), name};
}

DeviceSubdomains DeviceCase::cut(int columns, Near near, Extent extent, Part part) {
  const Subdomains cut = cut_into_subdomains(c, columns, options.rows, near, extent, part);
  return {cut.all.empty() ? cl::Buffer() : workspace.buffer(cut.all),
          static_cast<int>(cut.all.size()), cut.near_walls, cut.near_sides};
}

opencl::Arguments DeviceCase::context(const FieldRotation& rotation, double dt,
                                      double relaxation) const {
  return sets[rotation.current]
      .named()
      .with(sets[rotation.level()].named(FieldsAs::old))
      .with({{"tag", tag_},
             {"wall", wall_},
             {"axis_x", axis_x_},
             {"axis_y", axis_y_},
             {"C_u", C_u},
             {"C_v", C_v},
             {"C_T", C_T}})
      .with(numbers(dt, relaxation));
}

opencl::Workspace::Joined DeviceCase::constants(const DeviceSubdomains& cut) {
  const auto part = [](const opencl::Array& array) {
    return opencl::Workspace::Part{array.buffer, array.numbers.bytes(array.count)};
  };
  return workspace.joined(
      {{tag_, c.mesh.tags.size() * sizeof(SfTag)},
       {wall_, wall_bytes_},
       part(axis_x_),
       part(axis_y_),
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
  workspace.write(fields.u, s.u);
  workspace.write(fields.v, s.v);
  workspace.write(fields.T, s.T);
  workspace.write(fields.rho, s.rho);
}

void DeviceCase::write(const ImposedVelocities& v, int set) const {
  const DeviceFields& to = sets[static_cast<std::size_t>(set)];
  const auto& [i0, j0, i1, j1, k0, k1] = v.nodes;
  workspace.write(v.axis == 0 ? to.u : to.v, v.values,
                  {static_cast<std::size_t>(i0 + SF_PAD), static_cast<std::size_t>(j0 + SF_PAD),
                   static_cast<std::size_t>(i1 - i0), static_cast<std::size_t>(j1 - j0),
                   static_cast<std::size_t>(c.mesh.layout().pitch())});
}

State DeviceCase::read(const DeviceFields& fields) const {
  return {.u = workspace.read(fields.u),
          .v = workspace.read(fields.v),
          .T = workspace.read(fields.T),
          .rho = workspace.read(fields.rho)};
}

}  // namespace slipflow::simple_ts
