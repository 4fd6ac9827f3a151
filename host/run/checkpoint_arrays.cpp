#include "checkpoint_arrays.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "slipflow/mesh/layout.hpp"

namespace slipflow::run {

namespace {
using methods::ArrayGroup;
using methods::ArrayPlace;
using methods::ArrayPlaces;
using methods::StoredRows;
using output::ArrayBlock;
using output::CheckpointReader;
using output::CheckpointWriter;

mesh::Layout layout_of(const MeshIdentity& mesh) {
  const auto cells = [&](int axis) {
    return axis < mesh.axes ? static_cast<int>(mesh.cells[axis]) : 0;
  };
  return {cells(0), cells(1), cells(2)};
}

/// Values of an array, and of a row of it. Averages have no ghosts.
struct ArraySize {
  std::uint64_t count, row;
};

ArraySize size_of(const MeshIdentity& mesh, ArrayGroup group) {
  const auto layout = layout_of(mesh);
  if (group != ArrayGroup::averages)
    return {layout.size(), static_cast<std::uint64_t>(layout.pitch())};
  std::uint64_t cells = 1;
  for (const auto n : mesh.cells) cells *= static_cast<std::uint64_t>(n);
  return {cells, static_cast<std::uint64_t>(mesh.cells[0])};
}

// Names of the blocks of a field at one time level, and of its averages: the mean, and the sum of
// squares over the time. Long ones are cut off: the order of the blocks says which is which.
std::string array_block(const std::string& field, bool old) {
  return (field + (old ? "_old" : "")).substr(0, output::kMostLetters);
}

std::string mean_block(const std::string& field) {
  return ("mean_" + field).substr(0, output::kMostLetters);
}

std::string squares_block(const std::string& field) {
  return ("sq_" + field).substr(0, output::kMostLetters);
}

/// An array of the file.
struct NamedArray {
  ArrayGroup group;
  std::string block;
};

/// In the order of the file.
std::vector<NamedArray> averages_in(const Checkpoint& checkpoint) {
  std::vector<NamedArray> arrays;
  for (const auto& field : checkpoint.averages)
    for (const auto& block : {mean_block(field), squares_block(field)})
      arrays.push_back({ArrayGroup::averages, block});
  return arrays;
}

std::vector<NamedArray> levels_in(const Checkpoint& checkpoint) {
  std::vector<NamedArray> arrays;
  for (const auto group : {ArrayGroup::current, ArrayGroup::old})
    for (const auto& field : checkpoint.arrays)
      arrays.push_back({group, array_block(field, group == ArrayGroup::old)});
  return arrays;
}

std::vector<NamedArray> arrays_in(const Checkpoint& checkpoint) {
  auto arrays = averages_in(checkpoint);
  for (auto& array : levels_in(checkpoint)) arrays.push_back(std::move(array));
  return arrays;
}

double read_averaged_time(CheckpointReader& reader) {
  const auto time = reader.record<double>("averaged");
  if (!std::isfinite(time) || time < 0) throw reader.damaged("its averages are taken over no time");
  return time;
}

/// The file's number of each field of the averages of the case, which continue.
std::vector<std::size_t> order_of_averages(const ArraySource& source) {
  const auto& fields = source.checkpoint.averages;
  std::vector<std::size_t> order;
  for (const auto& field : source.problem.controls().output.averages)
    order.push_back(std::find(fields.begin(), fields.end(), field) - fields.begin());
  return order;
}

// One group at a time, so that the host holds no more than for an output.
StoredRows write_whole(const CheckpointWriter& writer, const std::vector<ArrayBlock>& blocks,
                       methods::Simulation& simulation) {
  StoredRows rows;
  const auto write = [&](const std::vector<double>& values) {
    const ArrayBlock& block = blocks[rows.size()];
    writer.write_rows(block, values);
    rows.push_back(output::checksums_of_rows(values, block.row));
  };
  const auto write_averages = [&](const methods::Averages& averages) {
    for (std::size_t k = 0; k < averages.means.size(); ++k) {
      write(averages.means[k]);
      write(averages.squares[k]);
    }
  };
  write_averages(simulation.diagnostics().averaging().averages());
  for (const auto level : {methods::Level::current, methods::Level::old})
    for (const auto& array : simulation.state().download(level)) write(array.values);
  return rows;
}
}  // namespace

bool averages_go_on(const Checkpoint& checkpoint, const setup::OutputControl& control) {
  const auto& a = checkpoint.averages;
  const auto& b = control.averages;
  return std::is_permutation(a.begin(), a.end(), b.begin(), b.end());
}

void add_arrays(CheckpointWriter& writer, const Checkpoint& about,
                methods::Simulation& simulation) {
  writer.add_record("averaged", simulation.diagnostics().averaging().averaged_time());
  ArrayPlaces places{writer.file(), writer.name().string(), {}};
  std::vector<ArrayBlock> blocks;
  for (const auto& [group, block] : arrays_in(about)) {
    const auto [count, row] = size_of(about.mesh, group);
    blocks.push_back(writer.begin_rows(block, count, row));
    places.arrays.push_back({group, block, blocks.back().begin});
  }
  auto* const shared = simulation.state().shared_files();
  auto rows = shared ? shared->store(places) : std::nullopt;
  if (!rows) rows = write_whole(writer, blocks, simulation);
  for (std::size_t k = 0; k < blocks.size(); ++k) writer.end_rows(blocks[k], rows->at(k));
}

void check_arrays(CheckpointReader& reader, const Checkpoint& checkpoint) {
  read_averaged_time(reader);
  for (const auto& [group, block] : arrays_in(checkpoint)) {
    const auto [count, row] = size_of(checkpoint.mesh, group);
    reader.check_rows(block, count, row);
  }
}

bool restore_parts(const ArraySource& source, methods::Simulation& simulation) {
  const auto& checkpoint = source.checkpoint;
  auto& reader = source.reader;
  auto* const shared = simulation.state().shared_files();
  if (!shared) return false;
  const double time = read_averaged_time(reader);
  const auto pass = [&](const NamedArray& array) {
    const auto [count, row] = size_of(checkpoint.mesh, array.group);
    const auto [block, checksum] = reader.pass_rows(array.block, count, row);
    return ArrayPlace{array.group, array.block, block.begin, checksum};
  };
  std::vector<ArrayPlace> averages;
  for (const auto& array : averages_in(checkpoint)) averages.push_back(pass(array));
  ArrayPlaces places{source.file, source.file.string(), {}};
  const bool go_on = averages_go_on(checkpoint, source.problem.controls().output);
  if (go_on)
    for (const auto k : order_of_averages(source))
      for (const auto& place : {averages[2 * k], averages[2 * k + 1]})
        places.arrays.push_back(place);
  for (const auto& array : levels_in(checkpoint)) {
    const ArrayPlace place = pass(array);
    // Before the first step there is no previous time level.
    if (array.group == ArrayGroup::current || checkpoint.loop.step > 0)
      places.arrays.push_back(place);
  }
  return shared->restore(places, go_on ? time : 0, checkpoint.loop.last_dt);
}

bool restore_whole(const ArraySource& source, methods::Simulation& simulation) {
  const auto& checkpoint = source.checkpoint;
  const auto read = [&](const NamedArray& array) {
    const auto [count, row] = size_of(checkpoint.mesh, array.group);
    return source.reader.rows(array.block, count, row);
  };
  methods::Averages averages;
  averages.time = read_averaged_time(source.reader);
  std::vector<std::vector<double>> blocks;  // mean and squares of each field
  for (const auto& array : averages_in(checkpoint)) blocks.push_back(read(array));
  if (averages_go_on(checkpoint, source.problem.controls().output)) {
    for (const auto k : order_of_averages(source)) {
      averages.means.push_back(std::move(blocks[2 * k]));
      averages.squares.push_back(std::move(blocks[2 * k + 1]));
    }
  } else {
    averages = {};
  }
  simulation.diagnostics().averaging().start_averages(averages);
  const auto level = [&](bool old) {
    methods::Arrays arrays;
    for (const auto& field : checkpoint.arrays)
      arrays.push_back(
          {field, read({old ? ArrayGroup::old : ArrayGroup::current, array_block(field, old)})});
    return arrays;
  };
  simulation.state().upload(level(false));
  auto old = level(true);
  if (checkpoint.loop.step > 0)
    simulation.state().upload_old(std::move(old), checkpoint.loop.last_dt);
  return true;
}

}  // namespace slipflow::run
