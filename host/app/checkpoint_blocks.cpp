#include "checkpoint_blocks.hpp"

#include <array>
#include <utility>
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
// Those of this method: forces, balance, probes.
using MeasuresRecord = std::array<output::TablePosition, 3>;
static_assert(sizeof(MeshIdentity) == 5 * 8 && sizeof(LoopRecord) == 8 * 8 &&
              sizeof(TablesRecord) == 4 * 8);
constexpr std::uint64_t kMostChanges = 64;  // fields of a method

// Of files before format 8, which are of the one method there was.
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

run::LoopPosition position_of(const OldLoopRecord& old, double factor) {
  return {old.step,
          old.time,
          old.last_dt,
          old.inner,
          old.unconverged,
          old.last_inner,
          {{old.p, old.T, old.u, old.v}},
          old.last_output,
          factor};
}

}  // namespace

MeshIdentity read_mesh(CheckpointReader& reader) {
  if (reader.format() == output::kCheckpointFormat) return reader.record<MeshIdentity>("mesh");
  const auto old = reader.record<OldMeshIdentity>("mesh");
  return {2, {old.nx, old.ny, 1}, old.checksum};
}

run::LoopPosition read_loop(CheckpointReader& reader) {
  if (reader.format() == output::kFormatWithoutFactor)
    return position_of(reader.record<OldLoopRecord>("loop"), methods::kUnknownFactor);
  if (reader.format() == output::kFormatWithoutRows) {
    const auto old = reader.record<OldLoopRecordWithFactor>("loop");
    return position_of(old.rest, old.factor);
  }
  const auto loop = reader.record<LoopRecord>("loop");
  auto changes = reader.doubles("changes", kMostChanges);
  return {loop.step,        loop.time,       loop.last_dt,         loop.inner,
          loop.unconverged, loop.last_inner, {std::move(changes)}, loop.last_output,
          loop.factor};
}

void add_loop(output::CheckpointWriter& writer, const run::LoopPosition& at) {
  writer.add_record("loop", LoopRecord{at.step, at.time, at.last_dt, at.inner, at.unconverged,
                                       at.last_inner, at.last_output, at.factor});
  writer.add("changes", at.last.values);
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
