// Checkpoints of a mesh that is cut into pieces: the first rank of each row of pieces writes the
// rows of all of them, and each rank reads its window.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <span>
#include <utility>

#include "array_rows.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/parallel/root_exchange.hpp"
#include "slipflow/parallel/row_gather.hpp"
#include "slipflow/support/error.hpp"
#include "team_operations.hpp"

namespace slipflow::simple_ts {

using methods::ArrayGroup;
using methods::ArrayPlace;
using methods::ArrayPlaces;
using methods::StoredRows;
using output::ArrayFile;
using parallel::RowPart;
using parallel::Values;

namespace {
std::vector<ArrayPlace> places_of(const ArrayPlaces& all, ArrayGroup group) {
  std::vector<ArrayPlace> places;
  for (const ArrayPlace& place : all.arrays)
    if (place.group == group) places.push_back(place);
  return places;
}

/// The places of rank 0 on every rank; others need no names of blocks. Collective.
ArrayPlaces on_all_ranks(parallel::Team& team, const ArrayPlaces& of_root) {
  std::vector<std::uint64_t> numbers;
  for (const ArrayPlace& a : of_root.arrays)
    numbers.insert(numbers.end(), {static_cast<std::uint64_t>(a.group), a.begin, a.checksum});
  std::string file = of_root.file.string(), name = of_root.name;
  std::string text(reinterpret_cast<const char*>(numbers.data()), 8 * numbers.size());
  for (std::string* part : {&file, &name, &text}) team.broadcast(*part);
  if (team.rank() == 0) return of_root;
  numbers.resize(text.size() / 8);
  std::memcpy(numbers.data(), text.data(), text.size());
  ArrayPlaces places{file, name, {}};
  for (std::size_t k = 0; k < numbers.size(); k += 3)
    places.arrays.push_back(
        {static_cast<ArrayGroup>(numbers[k]), "", numbers[k + 1], numbers[k + 2]});
  return places;
}

/// The nodes of a piece that its rank writes, counted from the first cell of the mesh.
mesh::CellBox stored_nodes(const mesh::Decomposition& pieces, int rank, ArrayGroup group) {
  const mesh::CellBox cells = pieces.cells(rank), owned = pieces.owned(rank);
  if (group == ArrayGroup::averages) return cells;
  std::array<mesh::CellRange, 3> nodes;
  for (int axis = 0; axis < 3; ++axis) {
    const auto [first, end] = owned.along(axis);
    nodes[axis] = {cells.along(axis).first + first, cells.along(axis).first + end};
  }
  return mesh::box_of(nodes);
}

/// The columns of the pieces in the row of pieces of a rank, the first of which leads.
std::vector<RowPart> parts_of_row(const mesh::Decomposition& pieces, int rank, ArrayGroup group,
                                  const ArrayShape& shape) {
  const int columns = pieces.grid().columns, leader = rank - rank % columns;
  std::vector<RowPart> parts;
  for (int member = leader; member < leader + columns; ++member) {
    const mesh::CellBox nodes = stored_nodes(pieces, member, group);
    parts.push_back(
        {member, shape.column(nodes.i0), static_cast<std::size_t>(nodes.along(0).count())});
  }
  return parts;
}
}  // namespace

bool TeamOperations::can_all(const std::function<void()>& action) {
  try {
    agree(team_, action);
    return true;
  } catch (const Error& error) {
    if (error.status() != ExitStatus::output_failed && error.status() != ExitStatus::bad_input)
      throw;
    note_on_files_ = fmt::format("rank 0 reads and writes checkpoints alone: {}", error.what());
    return false;
  }
}

std::vector<Values> TeamOperations::own_arrays(ArrayGroup group) const {
  std::vector<Values> arrays;
  if (group == ArrayGroup::averages) {
    Averages own = backend_->diagnostics().averages();
    for (std::size_t k = 0; k < own.means.size(); ++k) {
      arrays.push_back(std::move(own.means[k]));
      arrays.push_back(std::move(own.squares[k]));
    }
    return arrays;
  }
  State own = group == ArrayGroup::current ? backend_->download() : backend_->download_old();
  for (Values* field : own.all()) arrays.push_back(std::move(*field));
  return arrays;
}

StoredRows TeamOperations::store_group(const ArrayPlaces& to, ArrayGroup group,
                                       const std::optional<ArrayFile>& file) {
  const auto places = places_of(to, group);
  if (places.empty()) return {};
  const mesh::Layout layout = whole_.mesh.layout();
  const ArrayShape shape = shape_of(group, layout);
  const ArrayShape own_shape = shape_of(group, piece_->mesh.layout());
  const mesh::CellBox nodes = stored_nodes(pieces_, team_.rank(), group);
  const auto count = [&](int axis) { return static_cast<std::size_t>(nodes.along(axis).count()); };
  const RowWriter writer(shape, layout, pieces_, nodes);
  std::vector<Values> own;
  std::optional<parallel::RowGather> rows;
  StoredRows checksums;
  together([&] {
    own = own_arrays(group);
    rows.emplace(team_, parts_of_row(pieces_, team_.rank(), group, shape), count(1) * count(2),
                 shape.columns());
    checksums.assign(places.size(), output::RowChecksums(shape.rows()));
  });
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto own_row = [&](std::size_t row) {
      const int y = nodes.j0 - cells_.j0 + static_cast<int>(row % count(1));
      const int z = nodes.k0 - cells_.k0 + static_cast<int>(row / count(1));
      const std::size_t begin =
          own_shape.row(y, z) * own_shape.columns() + own_shape.column(nodes.i0 - cells_.i0);
      return std::span<const double>(own[k]).subspan(begin, count(0));
    };
    rows->gather(own_row, [&](std::size_t first, std::span<double> values) {
      attempt([&] { writer.write(*file, places[k], first, values, checksums[k]); });
    });
    team_.bit_or(checksums[k]);
  }
  return checksums;
}

std::optional<StoredRows> TeamOperations::store(const ArrayPlaces& to_of_root) {
  const Told told(*this, Action::store, {});
  const ArrayPlaces to = on_all_ranks(team_, to_of_root);
  const bool leads = team_.rank() % pieces_.grid().columns == 0;
  std::optional<ArrayFile> file;
  if (!can_all([&] {
        if (leads) file.emplace(to.file, to.name, ArrayFile::Access::write);
      }))
    return {};
  StoredRows all;
  for (const ArrayGroup group : {ArrayGroup::averages, ArrayGroup::current, ArrayGroup::old})
    for (auto& checksums : store_group(to, group, file)) all.push_back(std::move(checksums));
  together([&] {
    if (file) file->finish();
  });
  return all;
}

bool TeamOperations::finds_whole(const ArrayPlaces& from, const ArrayFile& file) {
  StoredRows checksums;
  if (!can_all([&] {
        for (const ArrayPlace& place : from.arrays) {
          const ArrayShape shape = shape_of(place.group, whole_.mesh.layout());
          // Another file of that name on another host has other checksums.
          double stored = 0;
          file.read(shape.at(place, shape.rows(), 0), {&stored, 1});
          if (std::bit_cast<std::uint64_t>(stored) != place.checksum)
            throw Error(ExitStatus::bad_input, from.name + ": is another file here");
          checksums.push_back(checksums_of_share(file, place, shape, team_));
        }
      }))
    return false;
  for (auto& rows : checksums) team_.bit_or(rows);
  return can_all([&] {
    for (std::size_t k = 0; k < checksums.size() && team_.rank() == 0; ++k) {
      const ArrayPlace& place = from.arrays[k];
      const std::size_t count = shape_of(place.group, whole_.mesh.layout()).count();
      if (output::checksum_of_array(place.block, count, checksums[k]) != place.checksum)
        throw Error(
            ExitStatus::bad_input,
            fmt::format("{}: the checksum of block '{}' does not match", from.name, place.block));
    }
  });
}

bool TeamOperations::restore(const ArrayPlaces& from_of_root, double averaged_time, double dt) {
  const Told told(*this, Action::restore, {averaged_time, dt});
  const ArrayPlaces from = on_all_ranks(team_, from_of_root);
  std::optional<ArrayFile> file;
  if (!can_all([&] { file.emplace(from.file, from.name, ArrayFile::Access::read); }) ||
      !finds_whole(from, *file))
    return false;
  const auto windows = [&](ArrayGroup group) {
    std::vector<Values> arrays;
    for (const ArrayPlace& place : places_of(from, group))
      arrays.push_back(window_in(*file, place, shape_of(group, whole_.mesh.layout()), cells_));
    return arrays;
  };
  const auto level = [&](ArrayGroup group) {
    auto arrays = windows(group);
    State state{whole_.axes()};
    for (std::size_t k = 0; k < arrays.size(); ++k) *state.all()[k] = std::move(arrays[k]);
    return state;
  };
  together([&] {
    Averages averages{averaged_time, {}, {}};
    auto arrays = windows(ArrayGroup::averages);
    for (std::size_t k = 0; k < arrays.size(); ++k)
      (k % 2 == 0 ? averages.means : averages.squares).push_back(std::move(arrays[k]));
    backend_->diagnostics().start_averages(averages);
  });
  together([&] { backend_->upload(level(ArrayGroup::current)); });
  if (places_of(from, ArrayGroup::old).empty()) return true;
  together([&] { backend_->upload_old(level(ArrayGroup::old), dt); });
  return true;
}

}  // namespace slipflow::simple_ts
