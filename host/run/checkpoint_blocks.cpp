#include "checkpoint_blocks.hpp"

#include <fmt/format.h>

#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace slipflow::run {

namespace {
using output::CheckpointReader;

// The parts of LoopPosition and OutputPosition that every method has. It has neither gaps nor
// members whose size depends on the machine.
struct LoopRecord {
  std::int64_t step;
  double time, last_dt;
  std::int64_t inner, unconverged, last_inner, last_output;
  double factor;
};
struct PlanRecord {
  double since;
  std::int64_t equal_steps;
};
struct TableRecord {
  std::uint64_t bytes, checksum;
};
struct TablesRecord {
  std::int64_t last_history_step;
  TableRecord history;
  std::int64_t last_measures_step;
};
constexpr std::size_t kBytes = 8;  // of every member
static_assert(sizeof(MeshIdentity) == 5 * kBytes && sizeof(LoopRecord) == 8 * kBytes &&
              sizeof(PlanRecord) == 2 * kBytes && sizeof(TablesRecord) == 4 * kBytes);
constexpr std::uint64_t kMostChanges = 64;       // fields of a method
constexpr std::uint64_t kMostTableNames = 4096;  // bytes
constexpr std::uint64_t kMostNames = 1 << 16;    // bytes
// An accelerated march to a steady state has the most: 30 states of 4 x 2^17 values.
constexpr std::uint64_t kMostNumbers = 1 << 24;

TableRecord record_of(const output::TablePosition& position) {
  return {position.bytes, position.checksum};
}
}  // namespace

LoopPosition read_loop(CheckpointReader& reader) {
  const auto loop = reader.record<LoopRecord>("loop");
  auto changes = reader.doubles("changes", kMostChanges);
  const auto plan = reader.record<PlanRecord>("plan");
  return {loop.step,
          loop.time,
          loop.last_dt,
          loop.inner,
          loop.unconverged,
          loop.last_inner,
          {std::move(changes)},
          loop.last_output,
          loop.factor,
          {},
          plan.since,
          plan.equal_steps};
}

void add_loop(output::CheckpointWriter& writer, const LoopPosition& at) {
  writer.add_record("loop", LoopRecord{at.step, at.time, at.last_dt, at.inner, at.unconverged,
                                       at.last_inner, at.last_output, at.factor});
  writer.add("changes", at.last.values);
  writer.add_record("plan", PlanRecord{at.since, at.equal_steps});
}

methods::NamedNumbers read_numbers(CheckpointReader& reader) {
  std::istringstream names(reader.text("names", kMostNames));
  names.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  const auto values = reader.doubles("numbers", kMostNumbers);
  methods::NamedNumbers numbers;
  auto at = values.begin();
  for (std::string line; std::getline(names, line);) {
    std::istringstream words(line);
    std::string name;
    std::ptrdiff_t count = 0;
    const bool sound =
        static_cast<bool>(words >> name >> count) && count >= 0 && count <= values.end() - at;
    if (!sound || !numbers.emplace(name, std::vector(at, at + count)).second)
      throw reader.damaged("the names of its numbers make no sense");
    at += count;
  }
  if (at != values.end()) throw reader.damaged("it has numbers without names");
  return numbers;
}

// A line for each name: how many numbers it has.
void add_numbers(output::CheckpointWriter& writer, const methods::NamedNumbers& numbers) {
  std::string names;
  std::vector<double> all;
  for (const auto& [name, values] : numbers) {
    names += fmt::format("{} {}\n", name, values.size());
    all.insert(all.end(), values.begin(), values.end());
  }
  writer.add("names", names);
  writer.add("numbers", all);
}

OutputPosition read_tables(CheckpointReader& reader) {
  const auto position = [](const TableRecord& record) {
    return output::TablePosition{record.bytes, record.checksum};
  };
  const auto tables = reader.record<TablesRecord>("tables");
  OutputPosition outputs{
      tables.last_history_step, position(tables.history), {tables.last_measures_step, {}}, {}};
  std::istringstream files(reader.text("measures", kMostTableNames));
  files.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  for (std::string file; files >> file;)
    outputs.measures.tables[file] = position(reader.record<TableRecord>("table"));
  return outputs;
}

void add_tables(output::CheckpointWriter& writer, const OutputPosition& outputs) {
  const auto& measures = outputs.measures;
  writer.add_record("tables", TablesRecord{outputs.last_history_step, record_of(outputs.history),
                                           measures.last_step});
  std::string files;
  for (const auto& [file, position] : measures.tables) files += file + ' ';
  writer.add("measures", files);
  for (const auto& [file, position] : measures.tables)
    writer.add_record("table", record_of(position));
}

}  // namespace slipflow::run
