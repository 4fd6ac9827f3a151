// Checkpoints of a mesh that is cut into pieces: the first rank of each row of pieces writes the
// rows of all of them, and each rank reads its window.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <span>
#include <utility>

#include "slipflow/output/array_file.hpp"
#include "slipflow/output/checkpoint_file.hpp"
#include "slipflow/parallel/agree.hpp"
#include "slipflow/parallel/row_gather.hpp"
#include "slipflow/support/error.hpp"
#include "team_backend.hpp"

namespace slipflow::simple_ts {

using methods::ArrayGroup;
using methods::ArrayPlace;
using methods::ArrayPlaces;
using methods::StoredRows;
using output::ArrayFile;
using parallel::RowPart;
using Values = std::vector<double>;

namespace {
/// The rows of an array in the file. Averages have no ghosts.
struct ArrayShape {
  int pad;
  std::size_t columns, rows;

  std::size_t count() const { return columns * rows; }
  /// Bytes in front of a value, in the array and in the file.
  std::uint64_t at(const ArrayPlace& place, std::size_t row, std::size_t column) const {
    return place.begin + (row * columns + column) * sizeof(double);
  }
};

ArrayShape shape_of(ArrayGroup group, const mesh::Mesh& mesh) {
  const int pad = group == ArrayGroup::averages ? 0 : mesh::kPad;
  return {pad, static_cast<std::size_t>(mesh.x.cells() + 2 * pad),
          static_cast<std::size_t>(mesh.y.cells() + 2 * pad)};
}

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

/// The nodes of a piece that its rank writes, counted from its first cell.
mesh::CellBox stored_nodes(const mesh::Decomposition& pieces, int rank, ArrayGroup group) {
  if (group != ArrayGroup::averages) return pieces.owned(rank);
  const mesh::CellBox cells = pieces.cells(rank);
  return {0, 0, cells.i1 - cells.i0, cells.j1 - cells.j0};
}

/// The columns of the pieces in the row of pieces of a rank, the first of which leads.
std::vector<RowPart> parts_of_row(const mesh::Decomposition& pieces, int rank, ArrayGroup group,
                                  int pad) {
  const int columns = pieces.grid().columns, leader = rank - rank % columns;
  std::vector<RowPart> parts;
  for (int member = leader; member < leader + columns; ++member) {
    const mesh::CellBox nodes = stored_nodes(pieces, member, group);
    parts.push_back({member, static_cast<std::size_t>(pieces.cells(member).i0 + nodes.i0 + pad),
                     static_cast<std::size_t>(nodes.i1 - nodes.i0)});
  }
  return parts;
}

/// Fills the ghosts outside the ends of a periodic axis.
void copy_ends(std::span<double> row) {
  constexpr auto pad = static_cast<std::size_t>(mesh::kPad);
  const std::size_t cells = row.size() - 2 * pad;
  for (std::size_t k = 0; k < pad; ++k) {
    row[k] = row[cells + k];
    row[pad + cells + k] = row[pad + k];
  }
}

/// The rows of the file that have the values of a row of cells: itself and, where a periodic axis
/// is cut, the ghosts outside the other end.
std::vector<std::size_t> copies_of(std::size_t row, std::size_t rows, bool wraps) {
  constexpr auto pad = static_cast<std::size_t>(mesh::kPad);
  const std::size_t cells = rows - 2 * pad;
  if (wraps && row < 2 * pad) return {row, row + cells};
  if (wraps && row >= cells) return {row, row - cells};
  return {row};
}

std::uint64_t checksum_of(std::span<const double> row) {
  return output::checksums_of_rows(row, row.size()).front();
}

/// Writes rows of an array that have all their columns, and their ghosts outside the ends of the
/// periodic axes that are cut.
struct RowWriter {
  const ArrayFile& file;
  const ArrayShape& shape;
  bool wraps_x, wraps_y;

  /// The rows of the file from `first` on. Sets their checksums.
  void write(const ArrayPlace& place, std::size_t first, std::span<double> values,
             output::RowChecksums& checksums) const {
    for (std::size_t k = 0; k < values.size() / shape.columns; ++k) {
      const auto row = values.subspan(k * shape.columns, shape.columns);
      if (wraps_x) copy_ends(row);
      for (const std::size_t copy : copies_of(first + k, shape.rows, wraps_y)) {
        checksums[copy] = checksum_of(row);
        if (copy != first + k) file.write(shape.at(place, copy, 0), row);
      }
    }
    file.write(shape.at(place, first, 0), values);
  }
};

Values window_in(const ArrayFile& file, const ArrayPlace& place, const ArrayShape& shape,
                 const mesh::CellBox& cells) {
  const auto columns = static_cast<std::size_t>(cells.i1 - cells.i0 + 2 * shape.pad);
  const auto rows = static_cast<std::size_t>(cells.j1 - cells.j0 + 2 * shape.pad);
  Values values(columns * rows);
  for (std::size_t row = 0; row < rows; ++row)
    file.read(shape.at(place, cells.j0 + row, cells.i0),
              std::span(values).subspan(row * columns, columns));
  return values;
}

/// The checksums of an equal share of the rows for each rank; 0 for all others.
output::RowChecksums checksums_of_share(const ArrayFile& file, const ArrayPlace& place,
                                        const ArrayShape& shape, const parallel::Team& team) {
  const auto ranks = static_cast<std::size_t>(team.size());
  const auto rank = static_cast<std::size_t>(team.rank());
  output::RowChecksums checksums(shape.rows);
  Values row(shape.columns);
  for (std::size_t k = shape.rows * rank / ranks; k < shape.rows * (rank + 1) / ranks; ++k) {
    file.read(shape.at(place, k, 0), row);
    checksums[k] = checksum_of(row);
  }
  return checksums;
}
}  // namespace

bool TeamBackend::can_all(const std::function<void()>& action) {
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

std::vector<Values> TeamBackend::own_arrays(ArrayGroup group) const {
  std::vector<Values> arrays;
  if (group == ArrayGroup::averages) {
    Averages own = backend_->measures().averages();
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

StoredRows TeamBackend::store_group(const ArrayPlaces& to, ArrayGroup group,
                                    const std::optional<ArrayFile>& file) {
  const auto places = places_of(to, group);
  if (places.empty()) return {};
  const ArrayShape shape = shape_of(group, whole_.mesh);
  const mesh::CellBox nodes = stored_nodes(pieces_, team_.rank(), group);
  const mesh::Layout layout = piece_->mesh.layout();
  const bool has_ghosts = shape.pad > 0;
  const bool wraps_x = has_ghosts && whole_.periodic_x() && pieces_.grid().columns > 1;
  const bool wraps_y = has_ghosts && whole_.periodic_y() && pieces_.grid().rows > 1;
  const auto first_row = static_cast<std::size_t>(cells_.j0 + nodes.j0 + shape.pad);
  std::vector<Values> own;
  std::optional<parallel::RowGather> rows;
  StoredRows checksums;
  together([&] {
    own = own_arrays(group);
    rows.emplace(team_, parts_of_row(pieces_, team_.rank(), group, shape.pad), nodes.j1 - nodes.j0,
                 shape.columns);
    checksums.assign(places.size(), output::RowChecksums(shape.rows));
  });
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto own_row = [&](std::size_t row) {
      const std::size_t pitch = layout.nx + 2 * shape.pad;
      const std::size_t begin = (row + nodes.j0 + shape.pad) * pitch + nodes.i0 + shape.pad;
      return std::span<const double>(own[k]).subspan(begin, nodes.i1 - nodes.i0);
    };
    rows->gather(own_row, [&](std::size_t first, std::span<double> values) {
      attempt([&] {
        RowWriter{*file, shape, wraps_x, wraps_y}.write(places[k], first_row + first, values,
                                                        checksums[k]);
      });
    });
    team_.bit_or(checksums[k]);
  }
  return checksums;
}

std::optional<StoredRows> TeamBackend::store(const ArrayPlaces& to_of_root) {
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

bool TeamBackend::finds_whole(const ArrayPlaces& from, const ArrayFile& file) {
  StoredRows checksums;
  if (!can_all([&] {
        for (const ArrayPlace& place : from.arrays) {
          const ArrayShape shape = shape_of(place.group, whole_.mesh);
          // Another file of that name on another host has other checksums.
          double stored = 0;
          file.read(shape.at(place, shape.rows, 0), {&stored, 1});
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
      const std::size_t count = shape_of(place.group, whole_.mesh).count();
      if (output::checksum_of_array(place.block, count, checksums[k]) != place.checksum)
        throw Error(
            ExitStatus::bad_input,
            fmt::format("{}: the checksum of block '{}' does not match", from.name, place.block));
    }
  });
}

bool TeamBackend::restore(const ArrayPlaces& from_of_root, double averaged_time, double dt) {
  const Told told(*this, Action::restore, {averaged_time, dt});
  const ArrayPlaces from = on_all_ranks(team_, from_of_root);
  std::optional<ArrayFile> file;
  if (!can_all([&] { file.emplace(from.file, from.name, ArrayFile::Access::read); }) ||
      !finds_whole(from, *file))
    return false;
  const auto windows = [&](ArrayGroup group) {
    std::vector<Values> arrays;
    for (const ArrayPlace& place : places_of(from, group))
      arrays.push_back(window_in(*file, place, shape_of(group, whole_.mesh), cells_));
    return arrays;
  };
  const auto level = [&](ArrayGroup group) {
    auto arrays = windows(group);
    State state;
    for (std::size_t k = 0; k < arrays.size(); ++k) *state.all()[k] = std::move(arrays[k]);
    return state;
  };
  together([&] {
    Averages averages{averaged_time, {}, {}};
    auto arrays = windows(ArrayGroup::averages);
    for (std::size_t k = 0; k < arrays.size(); ++k)
      (k % 2 == 0 ? averages.means : averages.squares).push_back(std::move(arrays[k]));
    backend_->measures().start_averages(averages);
  });
  together([&] { backend_->upload(level(ArrayGroup::current)); });
  if (places_of(from, ArrayGroup::old).empty()) return true;
  together([&] { backend_->upload_old(level(ArrayGroup::old), dt); });
  return true;
}

}  // namespace slipflow::simple_ts
