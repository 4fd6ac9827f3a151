#include "checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "slipflow/mesh/layout.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::app {

namespace {
using output::CheckpointReader;
using simple_ts::State;

constexpr std::uint64_t kMostText = std::uint64_t{4} << 20;
constexpr std::uint64_t kMostWriter = 4096;                 // the name of a device and a few words
constexpr std::int64_t kMostCells = 1'000'000;              // along an axis, as mesh.cells
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;  // of steps: a double still counts them
constexpr std::int64_t kMostInner = 1'000'000;              // in a step, as inner.max

// Names of the blocks of one time level, in the order of State::all().
std::vector<std::string> blocks_of_level(bool old) {
  std::vector<std::string> names;
  for (const auto& field : simple_ts::field_list())
    if (field.in_checkpoint) names.push_back(field.name + (old ? "_old" : ""));
  return names;
}

// The part of OutputPosition that has one size.
struct TablesRecord {
  std::int64_t last_history_step;
  output::TablePosition history;
  MeasurePosition measures;
};
// Neither gaps nor members whose size depends on the machine.
static_assert(sizeof(MeshIdentity) == 3 * 8 && sizeof(simple_ts::LoopPosition) == 12 * 8 &&
              sizeof(TablesRecord) == 10 * 8);

// Blocks of one averaged field: its mean, and its sum of squares over the time. Names have eight
// bytes.
std::string mean_block(const std::string& field) { return "mean_" + field; }
std::string squares_block(const std::string& field) { return "sq_" + field; }

bool counts(std::int64_t value, std::int64_t most) { return value >= 0 && value <= most; }

bool makes_sense(const MeshIdentity& mesh) {
  return mesh.nx >= 1 && mesh.ny >= 1 && mesh.nx <= kMostCells && mesh.ny <= kMostCells;
}

bool makes_sense(const simple_ts::LoopPosition& at) {
  const bool times = std::isfinite(at.time) && at.time >= 0 && std::isfinite(at.last_dt) &&
                     (at.step == 0 ? at.last_dt == 0 : at.last_dt > 0);
  return times && counts(at.step, kMostCount) && counts(at.inner, kMostCount) &&
         counts(at.unconverged, at.step) && counts(at.last_inner, kMostInner) &&
         at.last_output >= -1 && at.last_output <= at.step && std::isfinite(at.factor) &&
         at.factor >= 0;
}

// Older files have all members but the last one, the factor: it stays unknown.
simple_ts::LoopPosition read_loop(CheckpointReader& reader) {
  if (reader.format() != output::kOldCheckpointFormat)
    return reader.record<simple_ts::LoopPosition>("loop");
  using Position = simple_ts::LoopPosition;
  const auto known = reader.record<std::array<char, offsetof(Position, factor)>>("loop");
  auto bytes = std::bit_cast<std::array<char, sizeof(Position)>>(Position{});
  std::copy(known.begin(), known.end(), bytes.begin());
  return std::bit_cast<Position>(bytes);
}

std::uint64_t values_of(const MeshIdentity& mesh) {
  return mesh::Layout{static_cast<int>(mesh.nx), static_cast<int>(mesh.ny)}.size();
}

std::string text_of(const std::vector<std::string>& fields) {
  std::string text;
  for (const auto& field : fields) text += field + ' ';
  return text;
}

std::vector<std::string> fields_from(const std::string& text) {
  std::istringstream words(text);
  words.exceptions(std::ios::badbit);  // a lack of memory is no end of the text
  return {std::istream_iterator<std::string>(words), {}};
}

std::set<std::string> as_set(const std::vector<std::string>& fields) {
  return {fields.begin(), fields.end()};
}

bool makes_sense(const std::vector<std::string>& averages) {
  const auto& known = simple_ts::kMeasuredFields;
  return as_set(averages).size() == averages.size() &&
         std::all_of(averages.begin(), averages.end(), [&](const std::string& field) {
           return std::find(known.begin(), known.end(), field) != known.end();
         });
}

std::uint64_t cells_of(const MeshIdentity& mesh) {
  return static_cast<std::uint64_t>(mesh.nx) * static_cast<std::uint64_t>(mesh.ny);
}

// What follows the names of the averaged fields: the time, and two blocks of each.
void add_averages(output::CheckpointWriter& writer, const std::vector<std::string>& fields,
                  const simple_ts::Averages& averages) {
  writer.add_record("averaged", averages.time);
  for (std::size_t k = 0; k < fields.size(); ++k) {
    writer.add(mean_block(fields[k]), averages.means[k]);
    writer.add(squares_block(fields[k]), averages.squares[k]);
  }
}

// Reads the time, which it returns, and hands the name of each block that follows to `read`.
template <class Read>
double read_averages(CheckpointReader& reader, const Checkpoint& checkpoint, Read read) {
  const auto time = reader.record<double>("averaged");
  if (!std::isfinite(time) || time < 0) throw reader.damaged("its averages are taken over no time");
  for (const auto& field : checkpoint.averages) {
    read(mean_block(field));
    read(squares_block(field));
  }
  return time;
}

// They go on when they are of the same fields: all of them are taken over one time.
bool averages_go_on(const Checkpoint& checkpoint, const simple_ts::Case& c) {
  return as_set(checkpoint.averages) == as_set(c.output.averages);
}

// In the order of the case.
simple_ts::Averages averages_for(const simple_ts::Case& c, CheckpointReader& reader,
                                 const Checkpoint& checkpoint) {
  std::map<std::string, std::vector<double>> blocks;
  simple_ts::Averages averages;
  averages.time = read_averages(reader, checkpoint, [&](const std::string& name) {
    blocks[name] = reader.exactly(name, cells_of(checkpoint.mesh));
  });
  if (!averages_go_on(checkpoint, c)) return {};
  for (const auto& field : c.output.averages) {
    averages.means.push_back(std::move(blocks[mean_block(field)]));
    averages.squares.push_back(std::move(blocks[squares_block(field)]));
  }
  return averages;
}

Checkpoint read_all_but_fields(CheckpointReader& reader) {
  Checkpoint c;
  c.case_values = reader.text("case", kMostText);
  c.writer = reader.text("writer", kMostWriter);
  c.mesh = reader.record<MeshIdentity>("mesh");
  if (!makes_sense(c.mesh)) throw reader.damaged("there is no mesh of this size");
  c.loop = read_loop(reader);
  if (!makes_sense(c.loop)) throw reader.damaged("its time, steps or counts make no sense");
  const auto tables = reader.record<TablesRecord>("tables");
  c.outputs = {tables.last_history_step, tables.history, tables.measures,
               reader.doubles("frames", static_cast<std::uint64_t>(c.loop.step) + 1)};
  c.averages = fields_from(reader.text("averages", kMostText));
  if (!makes_sense(c.averages)) throw reader.damaged("there are no averages of these fields");
  return c;
}

void require_open(const InputFile& in, const std::filesystem::path& file) {
  if (in.problem().empty()) return;
  throw Error(ExitStatus::bad_input, fmt::format("{}: {}", shown(file.string()), in.problem()));
}
}  // namespace

MeshIdentity identity_of(const simple_ts::Case& c) {
  const auto& mesh = c.mesh;
  Checksum checksum;
  const auto add = [&](const std::vector<double>& values) {
    const std::uint64_t count = values.size();
    checksum.add({reinterpret_cast<const char*>(&count), sizeof count});
    checksum.add({reinterpret_cast<const char*>(values.data()), count * sizeof(double)});
  };
  for (const auto* axis : {&mesh.x, &mesh.y}) add(axis->faces);
  for (const auto& side : c.side_values)
    for (const auto* table : {&side.across, &side.along, &side.times, &side.factors}) add(*table);
  for (const auto& wall : c.walls) add(wall.temperatures);
  checksum.add({reinterpret_cast<const char*>(mesh.tags.data()), mesh.tags.size()});
  return {mesh.x.cells(), mesh.y.cells(), checksum.value()};
}

void write_checkpoint(output::ResultsFolder& folder, const std::string& name,
                      const Checkpoint& checkpoint, simple_ts::Backend& backend) {
  output::CheckpointWriter writer(folder, name);
  writer.add("case", checkpoint.case_values);
  writer.add("writer", checkpoint.writer);
  writer.add_record("mesh", checkpoint.mesh);
  writer.add_record("loop", checkpoint.loop);
  const auto& outputs = checkpoint.outputs;
  writer.add_record("tables",
                    TablesRecord{outputs.last_history_step, outputs.history, outputs.measures});
  writer.add("frames", outputs.frames);
  writer.add("averages", text_of(checkpoint.averages));
  add_averages(writer, checkpoint.averages, backend.measures().averages());
  // One level at a time, so that the host holds no more than for an output.
  for (const bool old : {false, true}) {
    const State state = old ? backend.download_old() : backend.download();
    const auto names = blocks_of_level(old);
    for (std::size_t k = 0; k < names.size(); ++k) writer.add(names[k], *state.all()[k]);
  }
  writer.finish();
}

Checkpoint read_checkpoint(std::istream& in, const std::string& name) {
  CheckpointReader reader(in, name);
  const Checkpoint checkpoint = read_all_but_fields(reader);
  read_averages(reader, checkpoint,
                [&](const std::string& block) { reader.check(block, cells_of(checkpoint.mesh)); });
  for (const bool old : {false, true})
    for (const auto& name : blocks_of_level(old)) reader.check(name, values_of(checkpoint.mesh));
  reader.end();
  return checkpoint;
}

Checkpoint read_checkpoint(const std::filesystem::path& file) {
  InputFile in(file);
  require_open(in, file);
  return read_checkpoint(in, file.string());
}

std::string note_on_averages(const Checkpoint& checkpoint, const simple_ts::Case& c) {
  if (averages_go_on(checkpoint, c)) return "";
  const auto named = [](const std::vector<std::string>& fields) {
    return fields.empty() ? "no field" : fmt::format("{}", fmt::join(fields, " "));
  };
  return fmt::format("the checkpoint holds averages of {}, the case has output.averages = {}{}",
                     named(checkpoint.averages),
                     c.output.averages.empty() ? "none" : named(c.output.averages),
                     c.output.averages.empty() ? "" : ": they begin anew");
}

void restore_state(const std::filesystem::path& file, const simple_ts::Case& c,
                   simple_ts::Backend& backend) {
  InputFile in(file);
  require_open(in, file);
  CheckpointReader reader(in, file.string());
  const Checkpoint checkpoint = read_all_but_fields(reader);
  backend.measures().start_averages(averages_for(c, reader, checkpoint));
  State state;
  const auto read = [&](bool old) {
    const auto names = blocks_of_level(old);
    for (std::size_t k = 0; k < names.size(); ++k)
      *state.all()[k] = reader.exactly(names[k], values_of(checkpoint.mesh));
  };
  read(false);
  backend.upload(state);
  read(true);
  // Before the first step there is no level before the current one.
  if (checkpoint.loop.step > 0) backend.upload_old(state, checkpoint.loop.last_dt);
}

}  // namespace slipflow::app
