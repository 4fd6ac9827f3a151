#include "checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "checkpoint_blocks.hpp"
#include "slipflow/mesh/layout.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::app {

namespace {
using output::CheckpointReader;
using simple_ts::State;

constexpr std::uint64_t kMostText = std::uint64_t{4} << 20;
constexpr std::uint64_t kMostWriter = 4096;  // the name of a device and a few words
constexpr std::uint64_t kMostMethod = 64;
constexpr const char* kFirstMethod = "simple_ts";           // of files before format 8
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

// Blocks of one averaged field: its mean, and its sum of squares over the time. Names have eight
// bytes.
std::string mean_block(const std::string& field) { return "mean_" + field; }
std::string squares_block(const std::string& field) { return "sq_" + field; }

bool counts(std::int64_t value, std::int64_t most) { return value >= 0 && value <= most; }

bool makes_sense(const MeshIdentity& mesh) {
  return mesh.axes == 2 && mesh.cells[2] == 1 &&
         std::all_of(mesh.cells.begin(), mesh.cells.end(),
                     [](std::int64_t n) { return n >= 1 && n <= kMostCells; });
}

bool makes_sense(const run::LoopPosition& at) {
  const bool times = std::isfinite(at.time) && at.time >= 0 && std::isfinite(at.last_dt) &&
                     (at.step == 0 ? at.last_dt == 0 : at.last_dt > 0);
  return times && counts(at.step, kMostCount) && counts(at.inner, kMostCount) &&
         counts(at.unconverged, at.step) && counts(at.last_inner, kMostInner) &&
         at.last_output >= -1 && at.last_output <= at.step && std::isfinite(at.factor) &&
         at.factor >= 0;
}

mesh::Layout layout_of(const MeshIdentity& mesh) {
  return {static_cast<int>(mesh.cells[0]), static_cast<int>(mesh.cells[1])};
}

// Values of a field, with ghosts, and of a row of it; cells of a row.
std::uint64_t values_of(const MeshIdentity& mesh) { return layout_of(mesh).size(); }
std::size_t row_of(const MeshIdentity& mesh) { return layout_of(mesh).pitch(); }
std::size_t row_of_cells(const MeshIdentity& mesh) { return mesh.cells[0]; }

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
  return static_cast<std::uint64_t>(mesh.cells[0]) * static_cast<std::uint64_t>(mesh.cells[1]);
}

// What follows the names of the averaged fields: the time, and two blocks of each.
void add_averages(output::CheckpointWriter& writer, const std::vector<std::string>& fields,
                  const simple_ts::Averages& averages, std::size_t row) {
  writer.add_record("averaged", averages.time);
  for (std::size_t k = 0; k < fields.size(); ++k) {
    writer.add_rows(mean_block(fields[k]), averages.means[k], row);
    writer.add_rows(squares_block(fields[k]), averages.squares[k], row);
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
    blocks[name] = reader.rows(name, cells_of(checkpoint.mesh), row_of_cells(checkpoint.mesh));
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
  c.format = reader.format();
  c.method =
      c.format == output::kCheckpointFormat ? reader.text("method", kMostMethod) : kFirstMethod;
  c.case_values = reader.text("case", kMostText);
  c.writer = reader.text("writer", kMostWriter);
  c.mesh = read_mesh(reader);
  if (!makes_sense(c.mesh)) throw reader.damaged("there is no mesh of this size");
  c.loop = read_loop(reader);
  if (!makes_sense(c.loop)) throw reader.damaged("its time, steps or counts make no sense");
  c.outputs = read_tables(reader);
  c.outputs.frames = reader.doubles("frames", static_cast<std::uint64_t>(c.loop.step) + 1);
  c.averages = fields_from(reader.text("averages", kMostText));
  if (!makes_sense(c.averages)) throw reader.damaged("there are no averages of these fields");
  return c;
}

// Modulo 2^64, each row's checksum mixed with its number.
std::uint64_t sum_of_rows(std::string_view bytes, std::size_t rows) {
  const std::size_t length = bytes.size() / rows;
  std::uint64_t sum = 0;
  for (std::uint64_t row = 0; row < rows; ++row) {
    Checksum checksum;
    checksum.add({reinterpret_cast<const char*>(&row), sizeof row});
    checksum.add(bytes.substr(row * length, length));
    sum += checksum.value();
  }
  return sum;
}

void require_open(const InputFile& in, const std::filesystem::path& file) {
  if (in.problem().empty()) return;
  throw Error(ExitStatus::bad_input, fmt::format("{}: {}", shown(file.string()), in.problem()));
}
}  // namespace

MeshIdentity identity_of(const simple_ts::Case& c, std::uint32_t format) {
  const auto& mesh = c.mesh;
  const std::string_view tags(reinterpret_cast<const char*>(mesh.tags.data()), mesh.tags.size());
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
  if (format != output::kCheckpointFormat) checksum.add(tags);
  const std::uint64_t of_rows =
      format == output::kCheckpointFormat ? sum_of_rows(tags, mesh.layout().rows()) : 0;
  return {2, {mesh.x.cells(), mesh.y.cells(), 1}, checksum.value() + of_rows};
}

void write_checkpoint(output::ResultsFolder& folder, const std::string& name,
                      const Checkpoint& checkpoint, simple_ts::Backend& backend) {
  output::CheckpointWriter writer(folder, name);
  writer.add("method", checkpoint.method);
  writer.add("case", checkpoint.case_values);
  writer.add("writer", checkpoint.writer);
  writer.add_record("mesh", checkpoint.mesh);
  add_loop(writer, checkpoint.loop);
  add_tables(writer, checkpoint.outputs);
  writer.add("frames", checkpoint.outputs.frames);
  writer.add("averages", text_of(checkpoint.averages));
  const auto& mesh = checkpoint.mesh;
  add_averages(writer, checkpoint.averages, backend.measures().averages(), row_of_cells(mesh));
  // One level at a time, so that the host holds no more than for an output.
  for (const bool old : {false, true}) {
    const State state = old ? backend.download_old() : backend.download();
    const auto names = blocks_of_level(old);
    for (std::size_t k = 0; k < names.size(); ++k)
      writer.add_rows(names[k], *state.all()[k], row_of(mesh));
  }
  writer.finish();
}

Checkpoint read_checkpoint(std::istream& in, const std::string& name) {
  CheckpointReader reader(in, name);
  const Checkpoint checkpoint = read_all_but_fields(reader);
  read_averages(reader, checkpoint, [&](const std::string& block) {
    reader.check_rows(block, cells_of(checkpoint.mesh), row_of_cells(checkpoint.mesh));
  });
  for (const bool old : {false, true})
    for (const auto& name : blocks_of_level(old))
      reader.check_rows(name, values_of(checkpoint.mesh), row_of(checkpoint.mesh));
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
      *state.all()[k] = reader.rows(names[k], values_of(checkpoint.mesh), row_of(checkpoint.mesh));
  };
  read(false);
  backend.upload(state);
  read(true);
  // Before the first step there is no level before the current one.
  if (checkpoint.loop.step > 0) backend.upload_old(state, checkpoint.loop.last_dt);
}

}  // namespace slipflow::app
