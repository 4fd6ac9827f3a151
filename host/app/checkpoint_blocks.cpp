#include "checkpoint_blocks.hpp"

#include <array>
#include <vector>

namespace slipflow::app {

namespace {
using output::CheckpointReader;

// The parts of LoopPosition and OutputPosition that every method has. Neither gaps nor members
// whose size depends on the machine.
struct LoopRecord {
  std::int64_t step;
  double time, last_dt;
  std::int64_t inner, unconverged, last_inner, last_output;
  double factor;
};
struct TablesRecord {
  std::int64_t last_history_step;
  output::TablePosition history;
  std::int64_t last_measures_step;
};
// Positions of this method's tables: forces, balance, probes.
using MeasuresRecord = std::array<output::TablePosition, 3>;
static_assert(sizeof(MeshIdentity) == 5 * 8 && sizeof(LoopRecord) == 8 * 8 &&
              sizeof(TablesRecord) == 4 * 8);
// Changes of p, T, u and v in an iteration.
constexpr std::uint64_t kChanges = 4;

// Records of files before format 8, when simple_ts was the only method.
struct OldMeshIdentity {
  std::int64_t nx, ny;
  std::uint64_t checksum;
};
struct OldLoopRecord {
  std::int64_t step;
  double time, last_dt;
  std::int64_t inner, unconverged, last_inner;
  double p, T, u, v;
  std::int64_t last_output;
};
struct OldLoopRecordWithFactor {
  OldLoopRecord rest;
  double factor;
};
struct OldTablesRecord {
  std::int64_t last_history_step;
  output::TablePosition history;
  std::int64_t last_measures_step;
  MeasuresRecord measures;
};
static_assert(sizeof(OldLoopRecordWithFactor) == 12 * 8 && sizeof(OldTablesRecord) == 10 * 8);

simple_ts::LoopPosition position_of(const OldLoopRecord& old, double factor) {
  return {old.step,
          old.time,
          old.last_dt,
          old.inner,
          old.unconverged,
          old.last_inner,
          {old.p, old.T, old.u, old.v},
          old.last_output,
          factor};
}

}  // namespace

MeshIdentity read_mesh(CheckpointReader& reader) {
  if (reader.format() == output::kCheckpointFormat) return reader.record<MeshIdentity>("mesh");
  const auto old = reader.record<OldMeshIdentity>("mesh");
  return {2, {old.nx, old.ny, 1}, old.checksum};
}

simple_ts::LoopPosition read_loop(CheckpointReader& reader) {
  if (reader.format() == output::kFormatWithoutFactor)
    return position_of(reader.record<OldLoopRecord>("loop"), simple_ts::kUnknownFactor);
  if (reader.format() == output::kFormatWithoutRows) {
    const auto old = reader.record<OldLoopRecordWithFactor>("loop");
    return position_of(old.rest, old.factor);
  }
  const auto loop = reader.record<LoopRecord>("loop");
  const auto changes = reader.doubles("changes", kChanges);
  if (changes.size() != kChanges) throw reader.damaged("it lacks the changes of p, T, u and v");
  return {loop.step,
          loop.time,
          loop.last_dt,
          loop.inner,
          loop.unconverged,
          loop.last_inner,
          {changes[0], changes[1], changes[2], changes[3]},
          loop.last_output,
          loop.factor};
}

void add_loop(output::CheckpointWriter& writer, const simple_ts::LoopPosition& at) {
  writer.add_record("loop", LoopRecord{at.step, at.time, at.last_dt, at.inner, at.unconverged,
                                       at.last_inner, at.last_output, at.factor});
  writer.add("changes", std::vector<double>{at.last.p, at.last.T, at.last.u, at.last.v});
}

OutputPosition read_tables(CheckpointReader& reader) {
  OldTablesRecord tables{};
  if (reader.format() == output::kCheckpointFormat) {
    const auto shared = reader.record<TablesRecord>("tables");
    tables = {shared.last_history_step, shared.history, shared.last_measures_step,
              reader.record<MeasuresRecord>("measures")};
  } else {
    tables = reader.record<OldTablesRecord>("tables");
  }
  const auto& [forces, balance, probes] = tables.measures;
  return {tables.last_history_step,
          tables.history,
          {tables.last_measures_step, forces, balance, probes},
          {}};
}

void add_tables(output::CheckpointWriter& writer, const OutputPosition& outputs) {
  const auto& m = outputs.measures;
  writer.add_record("tables",
                    TablesRecord{outputs.last_history_step, outputs.history, m.last_step});
  writer.add_record("measures", MeasuresRecord{m.forces, m.balance, m.probes});
}

}  // namespace slipflow::app
