#include "slipflow/run/checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <iterator>
#include <set>
#include <sstream>

#include "checkpoint_blocks.hpp"
#include "slipflow/mesh/layout.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/input_file.hpp"

namespace slipflow::run {

namespace {
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
         at.factor >= 0;
}

mesh::Layout layout_of(const MeshIdentity& mesh) {
  const auto cells = [&](int axis) {
    return axis < mesh.axes ? static_cast<int>(mesh.cells[axis]) : 0;
  };
  return {cells(0), cells(1), cells(2)};
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

std::uint64_t cells_of(const MeshIdentity& mesh) {
  std::uint64_t product = 1;
  for (const auto n : mesh.cells) product *= static_cast<std::uint64_t>(n);
  return product;
}

// Writes the averaged time and two blocks of each averaged field, which follow their names.
void add_averages(output::CheckpointWriter& writer, const std::vector<std::string>& fields,
                  const methods::Averages& averages, std::size_t row) {
  writer.add_record("averaged", averages.time);
  for (std::size_t k = 0; k < fields.size(); ++k) {
    writer.add_rows(mean_block(fields[k]), averages.means[k], row);
    writer.add_rows(squares_block(fields[k]), averages.squares[k], row);
  }
}

// Reads the time, which it returns, and hands `read` the names of the two blocks of each field, one
// after the other.
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

// Averages continue if they are of the same fields, as all of them are taken over one time.
bool averages_go_on(const Checkpoint& checkpoint, const setup::OutputControl& control) {
  return as_set(checkpoint.averages) == as_set(control.averages);
}

// The averages in the order of the case.
methods::Averages averages_for(const setup::OutputControl& control, CheckpointReader& reader,
                               const Checkpoint& checkpoint) {
  std::vector<std::vector<double>> blocks;  // mean and squares of each field
  methods::Averages averages;
  averages.time = read_averages(reader, checkpoint, [&](const std::string& name) {
    blocks.push_back(reader.rows(name, cells_of(checkpoint.mesh), row_of_cells(checkpoint.mesh)));
  });
  if (!averages_go_on(checkpoint, control)) return {};
  const auto& fields = checkpoint.averages;
  for (const auto& field : control.averages) {
    const auto k = std::find(fields.begin(), fields.end(), field) - fields.begin();
    averages.means.push_back(std::move(blocks[2 * k]));
    averages.squares.push_back(std::move(blocks[2 * k + 1]));
  }
  return averages;
}

Checkpoint read_all_but_fields(CheckpointReader& reader) {
  Checkpoint c;
  c.format = reader.format();
  const bool names_method = c.format == output::kCheckpointFormat;
  if (names_method) c.method = reader.text("method", kMostMethod);
  c.case_values = reader.text("case", kMostText);
  c.writer = reader.text("writer", kMostWriter);
  c.mesh = read_mesh(reader);
  if (!makes_sense(c.mesh)) throw reader.damaged("there is no mesh of this size");
  c.loop = read_loop(reader);
  if (!makes_sense(c.loop)) throw reader.damaged("its time, steps or counts make no sense");
  c.outputs = read_tables(reader);
  c.outputs.frames = reader.doubles("frames", static_cast<std::uint64_t>(c.loop.step) + 1);
  c.arrays = names_method ? fields_from(reader.text("arrays", kMostText)) : kFirstArrays;
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

void require_open(const InputFile& in, const std::filesystem::path& file) {
  if (in.problem().empty()) return;
  throw Error(ExitStatus::bad_input, fmt::format("{}: {}", shown(file.string()), in.problem()));
}
}  // namespace

MeshIdentity identity_of(const methods::Problem& problem, std::uint32_t format) {
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
  if (format != output::kCheckpointFormat) checksum.add(tags);
  const std::uint64_t of_rows =
      format == output::kCheckpointFormat ? sum_of_rows(tags, mesh.layout().lines()) : 0;
  identity.checksum = checksum.value() + of_rows;
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
  writer.add("arrays", text_of(checkpoint.arrays));
  writer.add("averages", text_of(checkpoint.averages));
  const auto& mesh = checkpoint.mesh;
  add_averages(writer, checkpoint.averages, simulation.averages(), row_of_cells(mesh));
  // One level at a time, so that the host holds no more than for an output.
  for (const auto level : {methods::Level::current, methods::Level::old})
    for (const auto& [field, values] : simulation.download(level))
      writer.add_rows(array_block(field, level == methods::Level::old), values, row_of(mesh));
  writer.finish();
}

Checkpoint read_checkpoint(std::istream& in, const std::string& name) {
  CheckpointReader reader(in, name);
  Checkpoint checkpoint = read_all_but_fields(reader);
  read_averages(reader, checkpoint, [&](const std::string& block) {
    reader.check_rows(block, cells_of(checkpoint.mesh), row_of_cells(checkpoint.mesh));
  });
  for (const bool old : {false, true})
    for (const auto& field : checkpoint.arrays)
      reader.check_rows(array_block(field, old), values_of(checkpoint.mesh),
                        row_of(checkpoint.mesh));
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
  InputFile in(file);
  require_open(in, file);
  CheckpointReader reader(in, file.string());
  const Checkpoint checkpoint = read_all_but_fields(reader);
  simulation.start_averages(averages_for(problem.controls().output, reader, checkpoint));
  const auto read = [&](bool old) {
    methods::Arrays arrays;
    for (const auto& field : checkpoint.arrays)
      arrays.push_back({field, reader.rows(array_block(field, old), values_of(checkpoint.mesh),
                                           row_of(checkpoint.mesh))});
    return arrays;
  };
  simulation.upload(read(false));
  auto old = read(true);
  // Before the first step there is no previous time level.
  if (checkpoint.loop.step > 0) simulation.upload_old(std::move(old), checkpoint.loop.last_dt);
}

}  // namespace slipflow::run
