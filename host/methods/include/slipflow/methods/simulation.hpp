// A problem with its state on the host or a device.
#pragma once

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "slipflow/methods/launch.hpp"
#include "slipflow/methods/number_archive.hpp"
#include "slipflow/support/error.hpp"

namespace slipflow::methods {

/// Largest changes of the fields in one iteration, in the order of Outputs::changes. A NaN
/// anywhere in a field stays a NaN.
struct Changes {
  std::vector<double> values;
  double largest() const;  ///< NaN when any of them is
};

/// No factor of the changes has been observed yet; macros/inner_outcome.h.
constexpr double kUnknownFactor = 1;

/// How the iterations of a time step ended.
struct StepResult {
  int inner = 0;  ///< iterations done
  Changes first;  ///< changes of the first iteration
  Changes last;   ///< and of the last
  /// Ratio of the largest changes of successive iterations or cycles; for the next step.
  double factor = kUnknownFactor;
  /// The estimated error is below the tolerance, or the step was to reach none.
  bool converged = false;
  bool diverged = false;  ///< changes not finite, or larger at the end than at the start
};

/// The end of a time step.
struct StepEnd {
  long step = 0;    ///< steps so far, this one included
  double time = 0;  ///< at its end
  double dt = 0;
};

/// A field of the method with its ghost values, by mesh::Layout.
struct Array {
  std::string name;
  std::vector<double> values;
};
using Arrays = std::vector<Array>;

/// The values of that name; throws Error(internal_error) if there are none.
std::vector<double>& values_named(Arrays& arrays, const std::string& name);
const std::vector<double>& values_named(const Arrays& arrays, const std::string& name);

/// Whether every value is finite.
bool is_finite(const Arrays& arrays);

/// The current time level, or the one before the last step.
enum class Level { current, old };

/// A field at the cell centres, row-major, nx * ny * nz.
struct CellField {
  std::string name;
  std::string label;  ///< for people, with the unit
  std::vector<double> values;
  std::string unit{};  ///< of values on the boundary
};

/// A point of the domain, in the unit of the mesh.
struct Point {
  double x = 0, y = 0, z = 0;
};

/// The measured fields at points: of each point, values in the order of Outputs::measured,
/// then those of OutputControl::sampled_too; NaN where there is no fluid.
using Samples = std::vector<std::vector<double>>;

/// The fields of a frame and the samples of profiles, at one time.
struct FrameValues {
  std::vector<CellField> fields;
  Samples samples;
  /// Of polyhedra: values of all faces of the boundary, NaN where a patch has none.
  std::vector<CellField> boundary{};
};

/// Means and fluctuations in time of the fields OutputControl::averages at cell centres.
struct Averages {
  double time = 0;                           ///< length of the averaging interval
  std::vector<std::vector<double>> means;    ///< by field, nx * ny values, row-major
  std::vector<std::vector<double>> squares;  ///< integrals of (value - mean)^2 over the time
};

/// Arrays of a checkpoint: the mean and the squares of each average, or the fields of a time level.
enum class ArrayGroup { averages, current, old };

/// An array in a file of a checkpoint.
struct ArrayPlace {
  ArrayGroup group;
  std::string block;           ///< its name in the file
  std::uint64_t begin = 0;     ///< bytes in front of its values
  std::uint64_t checksum = 0;  ///< that is stored behind it; only to read it
};

/// The arrays of a checkpoint, those of a group one after the other.
struct ArrayPlaces {
  std::filesystem::path file;  ///< the same on all ranks
  std::string name;            ///< of the file in messages
  std::vector<ArrayPlace> arrays;
};

/// Checksums of the rows of each array, in the order of ArrayPlaces.
using StoredRows = std::vector<std::vector<std::uint64_t>>;

/// A table in the results: "forces.csv" and its columns without step and time.
struct TableInfo {
  std::string file;
  std::vector<std::string> columns;
  std::vector<std::string> units{};  ///< of the columns, empty for numbers; or none at all
};

/// The table of forces on walls and bodies.
constexpr const char* kForcesTable = "forces.csv";

/// A face of a wall between solid and fluid.
struct WallFace {
  // In space all faces are in one part, without distances.
  int part = 1;         ///< of the wall: the faces of a part follow each other
  double distance = 0;  ///< of its middle from the beginning of the part, along the wall
  Point from, to;  ///< its ends, in the direction of larger distances; in space opposite corners
  Point normal;    ///< into the fluid

  /// Its length, in space its area. In space a face is parallel to axes.
  double size() const {
    const double x = std::abs(to.x - from.x), y = std::abs(to.y - from.y),
                 z = std::abs(to.z - from.z);
    const bool is_line = z == 0 && normal.z == 0;
    return is_line ? std::hypot(x, y) : x * y + y * z + z * x;
  }
};

/// Values on the faces of a wall: of each of Outputs::wall_fields one by face; NaN where a face
/// has none.
struct WallData {
  std::string wall;
  std::vector<WallFace> faces;
  std::vector<std::vector<double>> values;
};

/// Numbers about one body for the summary of a run, such as its drag.
struct BodySummary {
  std::string body;
  std::vector<std::pair<std::string, double>> numbers;
};

/// The energy that enters and leaves a steady flow per time: heat through each side of walls and
/// bodies, work of each of them that moves, and work of gravity. Each term is in one of the sums.
struct EnergyBalance {
  const char* unit = "";
  double heat_in = 0, heat_out = 0;
  double work_in = 0, work_out = 0;

  void add_heat(double entering) { (entering > 0 ? heat_in : heat_out) += std::abs(entering); }
  void add_work(double entering) { (entering > 0 ? work_in : work_out) += std::abs(entering); }
  double in() const { return heat_in + work_in; }
  double out() const { return heat_out + work_out; }
  /// The imbalance relative to in(), which tends to 0 as the mesh is refined.
  double error() const { return (in() - out()) / in(); }
};

/// The time of the iterations on several ranks and its parts, in seconds since the simulation was
/// made: means over the ranks.
struct RankTimes {
  int ranks = 1;
  std::string grid;             ///< "2x3", pieces along x and y, in space and along z
  double seconds = 0;           ///< of all iterations
  double waiting_halo = 0;      ///< of these, for values of other ranks
  double waiting_decision = 0;  ///< and for the largest changes of all ranks
  /// The largest over the mean of the time that a rank did not wait, and the rank that has it.
  double imbalance = 1;
  int slowest = 0;
  std::string host_of_slowest;
  long iterations = 0;
  long in_vain = 0;  ///< begun ahead and thrown away
};

/// Checkpoints of several ranks that share their files.
class SharedFiles {
 public:
  virtual ~SharedFiles() = default;
  /// The ranks write the arrays into the file. Returns nothing, and the caller downloads them, if
  /// another rank cannot open the file. Throws Error(output_failed).
  virtual std::optional<StoredRows> store(const ArrayPlaces& to) = 0;
  /// Each rank reads its part of the arrays: what start_averages(), upload() and, unless the
  /// group is empty, upload_old() do. Returns false and changes nothing, and the caller does that,
  /// if another rank cannot open the file or finds it damaged.
  virtual bool restore(const ArrayPlaces& from, double averaged_time, double dt) = 0;
  /// Why one of the ranks writes or reads the checkpoints alone; empty if none has.
  virtual std::string note_on_files() const = 0;
};

/// The state of a simulation: what starts, stores and resumes a run calls it.
class State {
 public:
  virtual ~State() = default;
  /// Sets the initial state of the case.
  virtual void start() = 0;
  /// The fields of FieldInfo::in_checkpoint at a time level; before the first step both levels are
  /// the same.
  virtual Arrays download(Level level) const = 0;
  /// Sets both time levels to the fields.
  virtual void upload(Arrays fields) = 0;
  /// After upload(): sets the previous time level, a step of `dt` before, so that the next step
  /// starts as if that step had been done here.
  virtual void upload_old(Arrays fields, double dt) = 0;
  /// Stores all else that later steps depend on, or restores it after upload().
  virtual void archive_numbers(NumberArchive& /*archive*/) {}
  /// The files that several ranks share; null on one.
  virtual SharedFiles* shared_files() { return nullptr; }
};

/// The steps of a simulation: the time loop calls it.
class Stepper {
 public:
  virtual ~Stepper() = default;
  /// Length of the next time step by the rule of the case; the time loop may take a shorter one.
  virtual double time_step() = 0;
  /// Advances by dt to the time `end`. `factor`: StepResult::factor of the step before.
  virtual StepResult advance(double dt, double end, double factor) = 0;
  /// After a step that diverged: takes it back, if a shorter one, that of time_step(), is worth an
  /// attempt.
  virtual bool takes_back_step() { return false; }
  /// Largest change of a field over the last time step, over its length, where that tells how
  /// steady the flow is; else the number that does.
  virtual double change_rate(double dt) = 0;
  /// Whether change_rate() decides after the last step whether the flow is steady.
  virtual bool decides_on_steady() const { return false; }
  /// The time after which no boundary condition changes.
  virtual double varies_until() const { return 0; }
  /// Why the steady state that has been reached is not the flow that the case describes; empty if
  /// it is.
  virtual std::string fault_of_steady_state() { return ""; }

  /// Warnings before the first step, and on the state after `step` steps. None is given twice.
  virtual std::vector<std::string> warnings_at_start(long /*step*/) { return {}; }
  virtual std::vector<std::string> warnings_after(long /*step*/) { return {}; }
  /// Why a step did not converge, if it is the first one of a run or the reason is new; else empty.
  virtual std::string warning_of_unconverged(long /*step*/, const StepResult&, bool /*first*/) {
    return "";
  }
  /// The error of a step that diverged: field, cell and step, and what to do.
  virtual Error divergence(const StepEnd& at, const StepResult& result) = 0;

  /// The two parts of advance(), to time them: the start of a step, and one iteration.
  virtual void begin_step(double dt) = 0;
  virtual void iterate() = 0;
  /// Largest change of the last iteration.
  virtual double largest_change() = 0;
};

/// Means and fluctuations in time of a simulation.
class Averaging {
 public:
  virtual ~Averaging() = default;
  /// Resumes from the averages `from`, or begins new ones if they are empty.
  virtual void start_averages(const Averages& from) = 0;
  /// Adds the current state to the averages, weighted with a time.
  virtual void add_to_averages(double time) = 0;
  virtual Averages averages() const = 0;
  /// Averages::time.
  virtual double averaged_time() const = 0;
};

/// Diagnostics of the current state: the output of a run calls it.
class Diagnostics {
 public:
  virtual ~Diagnostics() = default;
  /// Prepares the diagnostics of the case, so that a failure shows before anything is written.
  virtual void prepare() {}
  /// A line of history.csv, without step, time and changes: Outputs::history_columns.
  virtual std::vector<double> history() { return {}; }
  /// A line of each of Outputs::tables, or several lines one after another, or none.
  virtual std::vector<std::vector<double>> tables() { return {}; }
  virtual std::vector<BodySummary> body_summaries() { return {}; }
  /// Flows through the whole boundary for the summary of a run, such as the heat into all walls.
  virtual std::vector<std::pair<std::string, double>> flow_summary() { return {}; }
  /// The numbers of Outputs::surfaces, of one surface after another.
  virtual std::vector<double> surface_numbers() { return {}; }
  /// The balance of a steady flow; none if the method has no energy, no energy enters, or a
  /// boundary is open.
  virtual std::optional<EnergyBalance> energy_balance() { return {}; }
  /// One per wall of Outputs::walls.
  virtual std::vector<WallData> wall_data() { return {}; }
  virtual Samples sample(const std::vector<Point>& points) = 0;
  /// The fields of these names at the cell centres, and samples.
  virtual FrameValues frame(const std::vector<std::string>& names,
                            const std::vector<Point>& points) = 0;
  virtual Averaging& averaging() = 0;
};

/// What computes a simulation: benchmarks, the search for launches and summaries call it. The
/// defaults are those of a serial reference.
class Machine {
 public:
  virtual ~Machine() = default;
  virtual BackendInfo info() const = 0;
  /// Waits until all queued work is done.
  virtual void finish() {}
  /// Switches the timing of kernels on or off. The host has no kernels.
  virtual void time_kernels(bool) {}
  /// Seconds that kernels ran since the last call or since time_kernels(true); waits for them.
  virtual double kernel_seconds() { return 0; }
  /// The times of several ranks; nothing on one.
  virtual std::optional<RankTimes> rank_times() const { return {}; }
};

/// A problem that is being computed. The problem must outlive it.
class Simulation {
 public:
  virtual ~Simulation() = default;
  virtual State& state() = 0;
  virtual Stepper& stepper() = 0;
  virtual Diagnostics& diagnostics() = 0;
  virtual Machine& machine() = 0;
};

/// A simulation of which one class is all but the machine.
class WholeSimulation : public Simulation, public State, public Stepper, public Diagnostics {
 public:
  State& state() override { return *this; }
  Stepper& stepper() override { return *this; }
  Diagnostics& diagnostics() override { return *this; }
};

/// Machine::info() of a serial reference.
BackendInfo serial_info(double bytes_allocated);
/// Machine::info() of a backend on `threads` threads.
BackendInfo threads_info(int threads, double bytes_allocated);

}  // namespace slipflow::methods
