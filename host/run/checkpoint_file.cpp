#include "slipflow/run/checkpoint_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include "checkpoint_arrays.hpp"
#include "checkpoint_blocks.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::run {

namespace {
using methods::NamedNumbers;
using methods::NumberArchive;
using output::CheckpointReader;

constexpr std::uint64_t kMostText = std::uint64_t{4} << 20;
constexpr std::uint64_t kMostWriter = 4096;  // the name of a device and a few words
constexpr std::uint64_t kMostMethod = 64;
constexpr std::int64_t kMostCells = 1'000'000;              // along an axis, as mesh.cells
constexpr std::int64_t kMostCount = std::int64_t{1} << 53;  // of steps: a double still counts them
constexpr std::int64_t kMostInner = 1'000'000;              // in a step, as inner.max

constexpr std::size_t kMostFields = 64;
constexpr std::size_t kLongestName = 64;

bool counts(std::int64_t value, std::int64_t most) { return value >= 0 && value <= most; }

bool makes_sense(const MeshIdentity& mesh) {
  if (mesh.axes < 1 || mesh.axes > 3) return false;
  const auto beyond = mesh.cells.begin() + mesh.axes;
  return std::all_of(beyond, mesh.cells.end(), [](std::int64_t n) { return n == 1; }) &&
         std::all_of(mesh.cells.begin(), mesh.cells.end(),
                     [](std::int64_t n) { return n >= 1 && n <= kMostCells; });
}

bool makes_sense(const LoopPosition& at) {
  const bool times = std::isfinite(at.time) && at.time >= 0 && std::isfinite(at.last_dt) &&
                     (at.step == 0 ? at.last_dt == 0 : at.last_dt > 0);
  return times && counts(at.step, kMostCount) && counts(at.inner, kMostCount) &&
         counts(at.unconverged, at.step) && counts(at.last_inner, kMostInner) &&
         at.last_output >= -1 && at.last_output <= at.step && std::isfinite(at.factor) &&
         at.factor >= 0 && at.since >= 0 && at.since <= at.time && counts(at.equal_steps, at.step);
}

std::string text_of(const std::vector<std::string>& fields) {
  std::string text;
  for (const auto& field : fields) text += field + ' ';
  return text;
}

std::vector<std::string> fields_from(const std::string& text) {
  std::istringstream words(text);
  words.exceptions(std::ios::badbit);  // out of memory is not the end of the text
  return {std::istream_iterator<std::string>(words), {}};
}

std::set<std::string> as_set(const std::vector<std::string>& fields) {
  return {fields.begin(), fields.end()};
}

// Names of fields: words of letters, digits and underscores, each once.
bool are_names(const std::vector<std::string>& names) {
  const auto is_name = [](const std::string& name) {
    return name.size() <= kLongestName &&
           std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  };
  return names.size() <= kMostFields && as_set(names).size() == names.size() &&
         std::all_of(names.begin(), names.end(), is_name);
}

Checkpoint read_all_but_fields(CheckpointReader& reader) {
  Checkpoint c;
  c.version = reader.version();
  c.method = reader.text("method", kMostMethod);
  c.case_values = reader.text("case", kMostText);
  c.writer = reader.text("writer", kMostWriter);
  c.mesh = reader.record<MeshIdentity>("mesh");
  if (!makes_sense(c.mesh)) throw reader.damaged("there is no mesh of this size");
  c.loop = read_loop(reader);
  if (!makes_sense(c.loop)) throw reader.damaged("its time, steps or counts make no sense");
  c.outputs = read_tables(reader);
  c.outputs.frames = reader.doubles("frames", static_cast<std::uint64_t>(c.loop.step) + 1);
  c.numbers = read_numbers(reader);
  NumberArchive archive(c.numbers, reader.name());
  c.loop.stall.archive_numbers(archive);
  c.arrays = fields_from(reader.text("arrays", kMostText));
  if (!are_names(c.arrays)) throw reader.damaged("there are no fields of these names");
  c.averages = fields_from(reader.text("averages", kMostText));
  if (!are_names(c.averages)) throw reader.damaged("there are no averages of these fields");
  return c;
}

// Sum modulo 2^64 of the checksums of the rows, each with the number of its row.
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

// All that the next steps depend on, apart from the fields and the loop's record.
NamedNumbers numbers_of(const LoopPosition& at, methods::Simulation& simulation) {
  NamedNumbers numbers;
  NumberArchive archive(numbers);
  StallWatch(at.stall).archive_numbers(archive);
  simulation.state().archive_numbers(archive);
  return numbers;
}

void require_open(const InputFile& in, const std::filesystem::path& file) {
  if (in.problem().empty()) return;
  throw Error(ExitStatus::bad_input, fmt::format("{}: {}", shown(file.string()), in.problem()));
}
}  // namespace

MeshIdentity identity_of(const methods::Problem& problem) {
  const auto& mesh = problem.mesh();
  const std::string_view tags(reinterpret_cast<const char*>(mesh.tags.data()), mesh.tags.size());
  Checksum checksum;
  const auto add = [&](const std::vector<double>& values) {
    const std::uint64_t count = values.size();
    checksum.add({reinterpret_cast<const char*>(&count), sizeof count});
    checksum.add({reinterpret_cast<const char*>(values.data()), count * sizeof(double)});
  };
  MeshIdentity identity{mesh.axes(), {1, 1, 1}, 0};
  const mesh::Axis* const axes[] = {&mesh.x, &mesh.y, &mesh.z};
  for (int k = 0; k < mesh.axes(); ++k) {
    add(axes[k]->faces);
    identity.cells[k] = axes[k]->cells();
  }
  for (const auto* table : problem.boundary_tables()) add(*table);
  identity.checksum = checksum.value() + sum_of_rows(tags, mesh.layout().lines());
  return identity;
}

void write_checkpoint(output::ResultsFolder& folder, const std::string& name,
                      const Checkpoint& checkpoint, methods::Simulation& simulation) {
  output::CheckpointWriter writer(folder, name);
  writer.add("method", checkpoint.method);
  writer.add("case", checkpoint.case_values);
  writer.add("writer", checkpoint.writer);
  writer.add_record("mesh", checkpoint.mesh);
  add_loop(writer, checkpoint.loop);
  add_tables(writer, checkpoint.outputs);
  writer.add("frames", checkpoint.outputs.frames);
  add_numbers(writer, numbers_of(checkpoint.loop, simulation));
  writer.add("arrays", text_of(checkpoint.arrays));
  writer.add("averages", text_of(checkpoint.averages));
  add_arrays(writer, checkpoint, simulation);
  writer.finish();
}

Checkpoint read_checkpoint(std::istream& in, const std::string& name) {
  CheckpointReader reader(in, name);
  Checkpoint checkpoint = read_all_but_fields(reader);
  check_arrays(reader, checkpoint);
  reader.end();
  return checkpoint;
}

Checkpoint read_checkpoint(const std::filesystem::path& file) {
  InputFile in(file);
  require_open(in, file);
  return read_checkpoint(in, file.string());
}

std::string note_on_averages(const Checkpoint& checkpoint, const methods::Problem& problem) {
  const auto& control = problem.controls().output;
  if (averages_go_on(checkpoint, control)) return "";
  const auto named = [](const std::vector<std::string>& fields) {
    return fields.empty() ? "no field" : fmt::format("{}", fmt::join(fields, " "));
  };
  return fmt::format("the checkpoint holds averages of {}, the case has output.averages = {}{}",
                     named(checkpoint.averages),
                     control.averages.empty() ? "none" : named(control.averages),
                     control.averages.empty() ? "" : ": they begin anew");
}

void restore_state(const std::filesystem::path& file, const methods::Problem& problem,
                   methods::Simulation& simulation) {
  for (const auto restore : {restore_parts, restore_whole}) {
    InputFile in(file);
    require_open(in, file);
    CheckpointReader reader(in, file.string());
    const Checkpoint checkpoint = read_all_but_fields(reader);
    if (!restore({file, reader, checkpoint, problem}, simulation)) continue;
    NumberArchive archive(checkpoint.numbers, file.string());
    simulation.state().archive_numbers(archive);
    return;
  }
}

}  // namespace slipflow::run
