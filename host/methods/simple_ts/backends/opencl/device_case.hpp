// The case and its fields in device memory.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "slipflow/opencl/errors.hpp"
#include "slipflow/opencl/workspace.hpp"
#include "slipflow/simple_ts/device_launch.hpp"
#include "slipflow/simple_ts/operations.hpp"
#include "subdomains.hpp"

namespace slipflow::simple_ts {

// Which of the sets of fields an inner iteration reads and writes.

/// The set of the old time level and that of the last inner iteration. The next iteration writes to
/// the third set, or to one of the two others when a step begins.
struct FieldRotation {
  static constexpr int kSets = 3;
  /// The set of the combined level of steps of second order, which does not rotate.
  static constexpr int kCombined = kSets;
  static constexpr int kKinds = 2 * kSets * kSets;  ///< different rotations

  int old = 0;
  int current = 0;
  bool from_combined = false;  ///< iterations advance from the combined level: second stage

  /// The set that the equations take for the old level.
  int level() const { return from_combined ? kCombined : old; }
  int next() const { return current == old ? (old + 1) % kSets : kSets - old - current; }
  /// From 0 to kKinds - 1.
  int number() const { return kSets * (kSets * from_combined + old) + current; }
  FieldRotation after_iteration() const { return {old, next(), from_combined}; }
  FieldRotation at_next_step() const { return {current, current}; }
  /// As at_next_step(), with the first iteration starting from values in the set that holds neither
  /// of the last two time levels.
  FieldRotation at_next_step_from_start() const { return {current, next()}; }
  /// The second stage, with the first iteration starting from values in the next set.
  FieldRotation at_second_stage() const { return {old, next(), true}; }
};

/// Where the inner iterations of a time step or stage are.
struct StepPlace {
  FieldRotation rotation;
  double dt = 0;
  int iteration = 0;  ///< the next one, from 0

  StepPlace after_iteration() const { return {rotation.after_iteration(), dt, iteration + 1}; }
};

/// Which fields a kernel takes them for: the end of its parameters' names.
enum class FieldsAs { now, old, next, before, start, combined };

/// u, v, in space w, T and rho of one inner iteration or time level.
struct DeviceFields {
  opencl::Array u, v, w, T, rho;  ///< w has no numbers in a plane
  /// The arguments "u", "v", "w", "T" and "rho", or "u_old" and so on.
  opencl::Arguments named(FieldsAs as = FieldsAs::now) const;
  /// The arrays in the order of State::all().
  std::vector<opencl::Array*> all();
  std::vector<const opencl::Array*> all() const;
};

/// Sub-domains in device memory.
struct DeviceSubdomains {
  cl::Buffer buffer;  ///< none if there are no sub-domains
  int count, near_walls, near_sides;
  /// The arguments that every kernel over sub-domains has.
  opencl::Arguments named() const { return {{"subdomains", buffer}, {"near_walls", near_walls}}; }
};

/// Number of lines, the rows of all layers, with `more` rows and, in space, layers than the mesh.
inline int lines_of(const Case& c, int more = 0) {
  return (c.mesh.y.cells() + more) * (c.axes() == 3 ? c.mesh.z.cells() + more : 1);
}

/// Number of pieces, one partial maximum or sum each, of each of the nx + 1 columns and of all of
/// them; a column has all lines of rows.
int pieces_of_column(const Case& c);
int pieces(const Case& c);

/// What a program is compiled for besides its case.
struct BuildFor {
  int smallest = 1;     ///< work-groups of `group`, or where the device needs them, smaller ones
  int group = 0;        ///< 0: group_of_other_kernels()
  bool listed = false;  ///< its kernels are launched over the nodes of a list
  bool only_fields = false;  ///< its kernels read nothing of the case but its fields
};

/// Everything kernels of one case share: sets of fields, tags, walls, mesh.
class DeviceCase {
 public:
  DeviceCase(const Case& c, const opencl::Queue& queue, const Launch& options);

  /// The program of a kernel file, compiled for the case. No bit of the results depends on the size
  /// of work-groups.
  opencl::SizedProgram build(const std::string& file, const BuildFor& what = {}) const;
  /// The kernel of that name in a program of build().
  opencl::Kernel build_kernel(const std::string& file, const char* name,
                              const BuildFor& what = {}) const;
  /// Sub-domains of at most `columns` columns and options.rows rows.
  DeviceSubdomains cut(int columns, Near near, Extent extent = Extent::mesh, Part part = Part::all);
  /// SF_CONTEXT_PARAMETERS. The defaults are for kernels that read neither the time step nor the
  /// relaxation of the iteration, docs/methods/simple-ts.md (41).
  opencl::Arguments context(const FieldRotation& rotation, double dt = 1,
                            double relaxation = 0) const;
  /// All fields as one array, for kernels with few buffers; only with KernelSet::tiles.
  opencl::Arguments all_fields() const { return {{"fields", fields_}, {"new_fields", fields_}}; }
  /// Tags, walls and axes as one block, and the sub-domains. With KernelSet::tiles.
  opencl::Workspace::Joined constants(const DeviceSubdomains& cut);
  opencl::Arguments numbers(double dt, double relaxation) const;
  /// What kernels read of cells near cut walls; none without.
  opencl::Arguments of_cut_walls() const;
  /// In space, queues the friction heat at walls that the context() of this rotation reads, where
  /// gas slips along a wall with a prescribed heat flow. `progress`: of the iterations that it
  /// belongs to; `instead`: fields that take the place of those of the rotation.
  void compute_friction_heat(const FieldRotation& rotation, const cl::Buffer& progress,
                             const std::vector<opencl::Argument>& instead = {});
  /// Sets the time step and the relaxation of a kernel that has a context().
  void set_time_step(opencl::Kernel& kernel, double dt, double relaxation) const;
  void write(const State& s) const;  ///< into all sets, and zeros into the convective sums
  void write(const DeviceFields& fields, const State& s) const;
  /// Writes into that set.
  void write(const ImposedVelocities& velocities, int set) const;
  State read(const DeviceFields& fields) const;
  const std::string& device_name() const { return workspace.device().name; }
  /// Whether the plain set in space has its shared quantities in memory.
  bool keeps_shared() const;

  const Case& c;
  const Launch options;
  const opencl::Numbers reals;   ///< `real` of macros/language.h, of computed values
  const opencl::Numbers stored;  ///< `stored`, of fields and convective sums
  opencl::Workspace workspace;
  std::vector<DeviceFields> sets;    ///< those that rotate; kCombined with steps of second order
  opencl::Array C_u, C_v, C_w, C_T;  ///< explicit convective sums; one value each when implicit
  opencl::Array partial;             ///< maxima of diagnostics before they are reduced
  cl::Buffer progress;               ///< an SfInnerProgress: of the inner iterations of this step
  cl::Buffer no_progress;            ///< one that never stops the iterations
  cl::Buffer cut_values;             ///< with cut walls, of macros/simple_ts/cut
  std::size_t progress_bytes;

 private:
  void make_fields();
  void make_friction_heat();
  opencl::Arguments fields_and_constants(const FieldRotation& rotation,
                                         const opencl::Arguments& friction) const;

  opencl::Array fields_;  // all of them, with KernelSet::tiles
  cl::Buffer tag_, wall_, cut_;
  std::size_t wall_bytes_ = 0;
  std::vector<std::byte> numbers_;   // an SfNumbers
  std::vector<opencl::Array> axes_;  // their metrics
  opencl::Arguments friction_;       // the arrays of the friction heat, none in a plane
  std::vector<opencl::Array> friction_arrays_;
  opencl::Kernel friction_heat_;
};

}  // namespace slipflow::simple_ts
