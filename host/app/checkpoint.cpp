#include "checkpoint.hpp"

#include <cerrno>
#include <cmath>
#include <fstream>
#include <system_error>

#include "slipflow/mesh/layout.hpp"

namespace slipflow::app {

namespace {
using output::CheckpointReader;
using simple_ts::State;

constexpr std::uint64_t kMostText = std::uint64_t{4} << 20;
constexpr std::int64_t kMostCells = 1'000'000;               // along an axis, as mesh.cells
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;  // of steps: a double still counts them
constexpr std::int64_t kMostInner = 1'000'000;               // in a step, as inner.max

struct NamedArray {
  const char* now;
  const char* before;
  std::vector<double> State::* values;
};
constexpr NamedArray kArrays[] = {{"u", "u_old", &State::u},
                                  {"v", "v_old", &State::v},
                                  {"T", "T_old", &State::T},
                                  {"rho", "rho_old", &State::rho}};

// The part of OutputPosition that has one size.
struct TablesRecord {
  std::int64_t last_history_step;
  output::TablePosition history, forces;
};
// Neither gaps nor members whose size depends on the machine.
static_assert(sizeof(MeshIdentity) == 3 * 8 && sizeof(simple_ts::LoopPosition) == 11 * 8 &&
              sizeof(TablesRecord) == 5 * 8);

bool counts(std::int64_t value, std::int64_t most) { return value >= 0 && value <= most; }

bool makes_sense(const MeshIdentity& mesh) {
  return mesh.nx >= 1 && mesh.ny >= 1 && mesh.nx <= kMostCells && mesh.ny <= kMostCells;
}

bool makes_sense(const simple_ts::LoopPosition& at) {
  const bool times = std::isfinite(at.time) && at.time >= 0 && std::isfinite(at.last_dt) &&
                     (at.step == 0 ? at.last_dt == 0 : at.last_dt > 0);
  return times && counts(at.step, kMostCount) && counts(at.inner, kMostCount) &&
         counts(at.unconverged, at.step) && counts(at.last_inner, kMostInner) &&
         at.last_output >= -1 && at.last_output <= at.step;
}

std::uint64_t values_of(const MeshIdentity& mesh) {
  return mesh::Layout{static_cast<int>(mesh.nx), static_cast<int>(mesh.ny)}.size();
}

Checkpoint read_all_but_fields(CheckpointReader& reader) {
  Checkpoint c;
  c.case_values = reader.text("case", kMostText);
  c.writer = reader.text("writer", kMostText);
  c.mesh = reader.record<MeshIdentity>("mesh");
  if (!makes_sense(c.mesh)) throw reader.damaged("there is no mesh of this size");
  c.loop = reader.record<simple_ts::LoopPosition>("loop");
  if (!makes_sense(c.loop)) throw reader.damaged("its time, steps or counts make no sense");
  const auto tables = reader.record<TablesRecord>("tables");
  c.outputs = {tables.last_history_step, tables.history, tables.forces,
               reader.doubles("frames", static_cast<std::uint64_t>(c.loop.step) + 1)};
  return c;
}

std::ifstream opened(const std::filesystem::path& file) {
  const auto unreadable = [&](const std::string& why) {
    return Error(ExitStatus::bad_input, file.string() + ": " + why);
  };
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw unreadable("is not a file that holds a checkpoint");
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw unreadable("cannot be read: " + std::generic_category().message(errno));
  return in;
}
}  // namespace

MeshIdentity identity_of(const mesh::Mesh& mesh) {
  Checksum checksum;
  for (const auto* axis : {&mesh.x, &mesh.y})
    checksum.add({reinterpret_cast<const char*>(axis->faces.data()),
                  axis->faces.size() * sizeof(double)});
  checksum.add({reinterpret_cast<const char*>(mesh.tags.data()), mesh.tags.size()});
  return {mesh.x.cells(), mesh.y.cells(), checksum.value()};
}

void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint,
                      const simple_ts::Backend& backend) {
  output::CheckpointWriter writer(file);
  writer.add("case", checkpoint.case_values);
  writer.add("writer", checkpoint.writer);
  writer.add_record("mesh", checkpoint.mesh);
  writer.add_record("loop", checkpoint.loop);
  const auto& outputs = checkpoint.outputs;
  writer.add_record("tables", TablesRecord{outputs.last_history_step, outputs.history,
                                           outputs.forces});
  writer.add("frames", outputs.frames);
  // One level at a time, so that the host holds no more than for an output.
  for (const bool old : {false, true}) {
    const State state = old ? backend.download_old() : backend.download();
    for (const auto& array : kArrays) writer.add(old ? array.before : array.now, state.*array.values);
  }
  writer.finish();
}

Checkpoint read_checkpoint(std::istream& in, const std::string& name) {
  CheckpointReader reader(in, name);
  const Checkpoint checkpoint = read_all_but_fields(reader);
  for (const auto& array : kArrays) reader.check(array.now, values_of(checkpoint.mesh));
  for (const auto& array : kArrays) reader.check(array.before, values_of(checkpoint.mesh));
  reader.end();
  return checkpoint;
}

Checkpoint read_checkpoint(const std::filesystem::path& file) {
  auto in = opened(file);
  return read_checkpoint(in, file.string());
}

void restore_fields(const std::filesystem::path& file, simple_ts::Backend& backend) {
  auto in = opened(file);
  CheckpointReader reader(in, file.string());
  const Checkpoint checkpoint = read_all_but_fields(reader);
  State state;
  const auto read = [&](bool old) {
    for (const auto& array : kArrays)
      state.*array.values =
          reader.exactly(old ? array.before : array.now, values_of(checkpoint.mesh));
  };
  read(false);
  backend.upload(state);
  read(true);
  // Before the first step there is no level before the current one.
  if (checkpoint.loop.step > 0) backend.upload_old(state, checkpoint.loop.last_dt);
}

}  // namespace slipflow::app
