// A validated case of a method.
#pragma once

#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/drawing/mesh_picture.hpp"
#include "slipflow/mesh/poly_mesh.hpp"
#include "slipflow/methods/rank_task.hpp"
#include "slipflow/methods/simulation.hpp"
#include "slipflow/methods/surfaces.hpp"
#include "slipflow/opencl/program.hpp"
#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/field_comparison.hpp"
#include "slipflow/setup/fields.hpp"

namespace slipflow::methods {

/// A number that characterises a case, such as a Reynolds number.
struct Number {
  std::string name;    ///< in summary.json: "reynolds"
  std::string symbol;  ///< for people: "Re"
  double value = 0;
};

/// The force on a body along an axis, the sum of columns of kForcesTable.
struct BodyForce {
  std::string body;  ///< "square"
  std::string name;  ///< "force_y"
  std::vector<std::string> columns;
  double reference_length = 1;  ///< of its Strouhal number
  double reference_area = 0;    ///< in space, of its coefficients; in a plane they have the length
};

/// A line of `slipflow check`.
struct Derived {
  std::string name;  ///< "time step limits", or empty to continue the previous line
  std::string text;
};

/// A pass of the kernels over the mesh. `reads` and `writes` count arrays of one value per cell, as
/// if no value were fetched twice.
struct PassInfo {
  std::string name;  ///< "inner iteration"
  int reads = 0, writes = 0;
  /// Floating-point operations per cell, common terms computed once, a fused multiply-add as two;
  /// NaN if they have not been counted.
  double operations = std::numeric_limits<double>::quiet_NaN();
};

/// Seconds that a run is expected to take on the processors of this machine, by a model.
struct HostCosts {
  double threads = 0;     ///< by Backends::on_threads()
  double cpu_device = 0;  ///< by Backends::on_device(), on all processors as one OpenCL device
};

/// What one piece of a mesh takes that is cut for several ranks.
struct PieceNeeds {
  double device_bytes = 0;
  /// Values exchanged in an iteration for each cell along a cut, by a piece with neighbours on both
  /// sides of it.
  int values_exchanged = 0;
};

/// Names and units of the fields and columns that a run computes and writes.
struct Outputs {
  /// Of lengths without SI units; empty for a method without a reference length.
  std::string length_unit = "L";
  /// All fields; those of FieldInfo::in_checkpoint in the order of State::download().
  std::vector<setup::FieldInfo> fields;
  /// Fields of averages, probes and profiles, in the order of their columns.
  std::vector<std::string> measured;
  /// Fields in which two results are compared; none: those measured.
  std::vector<std::string> compared{};
  /// Fields whose changes are observed: "p", "T".
  std::vector<std::string> changes;
  /// Of history.csv, without step, time and changes.
  std::vector<std::string> history_columns{};
  /// Their units; none if they have none.
  std::vector<std::string> history_units{};
  /// Tables of diagnostics over time, in addition to probes.
  std::vector<TableInfo> tables{};
  /// Surfaces with numbers for surfaces.csv and the summary.
  std::vector<Surface> surfaces{};
  /// Walls whose data are written; none if the case does not ask.
  std::vector<std::string> walls{};
  /// Fields of these data.
  std::vector<setup::FieldInfo> wall_fields{};
  /// The cells that bodies cut, whose outlines pictures show; null without any.
  std::shared_ptr<const mesh::CutMesh> cut{};
};

/// A case for people: `slipflow check`, the log and the summary of a run.
class Description {
 public:
  virtual ~Description() = default;
  /// "implicit upwind"
  virtual std::string scheme() const = 0;
  virtual std::vector<Number> numbers() const = 0;
  /// Reference scales of Strouhal numbers at probes. No velocity: the case has none. The length is
  /// that of the first body, without bodies the unit of length.
  virtual std::optional<double> reference_velocity() const { return std::nullopt; }
  virtual double reference_length() const = 0;
  /// The order of the velocities, which tells what is no oscillation; 0: unknown.
  virtual double velocity_scale() const { return reference_velocity().value_or(1); }
  /// Forces on bodies that may oscillate.
  virtual std::vector<BodyForce> body_forces() const { return {}; }
  /// Lines of `slipflow check` on the physics.
  virtual std::vector<Derived> derived() const { return {}; }
  /// One sentence for each doubt about the physics of the case.
  virtual std::vector<std::string> warnings() const { return {}; }
  /// Kinds of boundaries and walls in words, for the picture of the mesh.
  virtual drawing::MeshPicture picture() const = 0;
};

/// The simulations of a case on the host and on devices.
class Backends {
 public:
  virtual ~Backends() = default;
  /// Length of the first time step.
  virtual double first_time_step() const = 0;
  /// The serial reference. The problem must outlive the simulation.
  virtual std::unique_ptr<Simulation> on_host() const = 0;
  /// The same steps on that many threads of the host, with the same bits. Throws Error(bad_input)
  /// if the method has no such backend.
  virtual std::unique_ptr<Simulation> on_threads(int threads) const;
  /// On a device. Throws Error(no_device) when the case does not fit, Error(kernel_build_failed),
  /// Error(bad_input) for a work-group size that the device cannot run, unless Launch::may_shrink.
  virtual std::unique_ptr<Simulation> on_device(const opencl::Queue& queue,
                                                const Launch& launch) const = 0;
  /// On several ranks, each of which computes a piece of the mesh. Rank 0 calls lead() and uses the
  /// simulation as that of the whole mesh; the other ranks call follow(), which returns when rank 0
  /// has destroyed its simulation. Both throw the Error of the lowest rank that cannot compute its
  /// piece, Error(bad_input) if the method runs on one rank only. The task must outlive them.
  virtual std::unique_ptr<Simulation> lead(const RankTask& task) const;
  virtual void follow(const RankTask& task) const;
  /// The launch with all automatic values chosen for the device. Throws Error(bad_input) for a
  /// work-group size that it cannot run.
  virtual Launch resolve(const opencl::Device& device, const Launch& launch) const = 0;
};

/// Memory and work of a case: the choice of a backend, the search for launches and benchmarks.
class Costs {
 public:
  virtual ~Costs() = default;
  /// Bytes of device memory, and of the arrays of the serial reference.
  virtual double device_bytes() const = 0;
  /// Bytes of device memory on a CPU, and of the arrays of the backend threads.
  virtual double cpu_device_bytes() const { return device_bytes(); }
  virtual double serial_bytes() const = 0;
  /// Bytes of the host besides: of faces and geometry, where a method makes them of the mesh.
  virtual double geometry_bytes() const { return 0; }
  /// For a run of 10,000 iterations on that many processors; nothing if on_threads() throws or
  /// leaves most of them idle. The same case gives the same numbers at any time.
  virtual std::optional<HostCosts> host_costs(int /*processors*/) const { return {}; }
  /// The needs of that rank's piece. Throws Error(bad_input) if the method runs on one rank only.
  virtual PieceNeeds needs_of_piece(const mesh::Cuts& cuts, int rank) const;
  /// The largest useful number of rows per sub-domain.
  virtual int most_rows() const = 0;
  /// In words, all that the speed of the kernels depends on except device, mode and mesh size.
  virtual std::string kind_for_tuning() const = 0;
  /// The timed passes: that of an iteration and, if a step begins with another one, that.
  virtual std::vector<PassInfo> passes() const = 0;
};

/// A validated case. It knows no device until a simulation is made on one.
class Problem {
 public:
  virtual ~Problem() = default;
  virtual const setup::Controls& controls() const = 0;
  virtual const mesh::Mesh& mesh() const = 0;
  /// The mesh, if it is one of polyhedra: then mesh() has one axis, whose cells are its cells.
  virtual const mesh::PolyMesh* poly_mesh() const { return nullptr; }
  /// The axes along which the domain extends.
  virtual int axes() const { return mesh().axes(); }
  virtual const std::vector<setup::Body>& bodies() const = 0;
  virtual const Outputs& outputs() const = 0;
  virtual const Description& description() const = 0;
  virtual const Backends& backends() const = 0;
  virtual const Costs& costs() const = 0;

  /// Adds measured fields that are not arrays of the method, such as p = rho T, for comparisons.
  virtual void add_derived(Arrays& /*arrays*/) const {}
  /// Makes the initial state and throws where a run could not begin. Returns lines of
  /// `slipflow check` on it.
  virtual std::vector<Derived> derived_at_start() const;
  /// Tables of boundaries and walls, read from files: a restart needs the same.
  virtual std::vector<const std::vector<double>*> boundary_tables() const { return {}; }
  /// Throws Error(bad_input) when the initial state is read from a result in that directory, which
  /// --overwrite would remove.
  virtual void require_start_outside(const std::filesystem::path& /*directory*/) const {}
  /// From now on every step does `count` iterations, so that two backends do the same work.
  virtual void fix_iterations(int /*count*/) {}
};

/// A problem of which one class is all interfaces.
class WholeProblem : public Problem, public Description, public Backends, public Costs {
 public:
  const Description& description() const override { return *this; }
  const Backends& backends() const override { return *this; }
  const Costs& costs() const override { return *this; }
};

/// Description::reference_length() of these bodies.
double length_of_first(const std::vector<setup::Body>& bodies);

/// Names of the fields of FieldInfo::in_checkpoint.
std::vector<std::string> stored_fields(const Problem& problem);

/// Bytes of one time level on the host.
double state_bytes(const Problem& problem);

/// The field of that name; throws Error(internal_error) if there is none.
const setup::FieldInfo& field_named(const Problem& problem, const std::string& name);

/// Compares the measured fields of two states.
std::vector<setup::FieldComparison> compare(const Problem& problem, Arrays a, Arrays b);

}  // namespace slipflow::methods
