#include "array_rows.hpp"

#include <algorithm>

#include "slipflow/mesh/layout.hpp"

namespace slipflow::simple_ts {

using methods::ArrayPlace;
using output::ArrayFile;

namespace {
constexpr int kGhosts = mesh::kPad;

/// Fills the ghosts outside the ends of a periodic axis.
void copy_ends(std::span<double> row) {
  constexpr auto ghosts = static_cast<std::size_t>(kGhosts);
  const std::size_t cells = row.size() - 2 * ghosts;
  for (std::size_t k = 0; k < ghosts; ++k) {
    row[k] = row[cells + k];
    row[ghosts + cells + k] = row[ghosts + k];
  }
}

std::uint64_t checksum_of(std::span<const double> row) {
  return output::checksums_of_rows(row, row.size()).front();
}
}  // namespace

ArrayShape shape_of(methods::ArrayGroup group, const mesh::Layout& layout) {
  ArrayShape shape{{1, 1, 1}, {}};
  for (int axis = 0; axis < layout.axes(); ++axis) {
    shape.before[axis] = group == methods::ArrayGroup::averages ? 0 : kGhosts;
    shape.sizes[axis] = layout.cells(axis) + 2 * shape.before[axis];
  }
  return shape;
}

RowWriter::RowWriter(const ArrayShape& shape, const mesh::Layout& cells,
                     const mesh::Decomposition& pieces, const mesh::CellBox& nodes)
    : shape_(shape), cells_(cells), wraps_{}, nodes_(nodes) {
  for (int axis = 0; axis < 3; ++axis) wraps_[axis] = shape.before[axis] > 0 && pieces.wraps(axis);
}

std::vector<int> RowWriter::copies_of(int axis, int place) const {
  const int n = cells_.cells(axis);
  if (wraps_[axis] && place < kGhosts) return {place, place + n};
  if (wraps_[axis] && place >= n - kGhosts) return {place, place - n};
  return {place};
}

void RowWriter::write_row(const ArrayFile& file, const ArrayPlace& place, int j, int k,
                          std::span<double> row, output::RowChecksums& checksums) const {
  if (wraps_[0]) copy_ends(row);
  const auto checksum = checksum_of(row);
  for (const int layer : copies_of(2, k))
    for (const int line : copies_of(1, j)) {
      const std::size_t copy = shape_.row(line, layer);
      checksums[copy] = checksum;
      if (line != j || layer != k) file.write(shape_.at(place, copy, 0), row);
    }
}

// Rows of one layer follow one another in the file.
void RowWriter::write(const ArrayFile& file, const ArrayPlace& place, std::size_t first,
                      std::span<double> values, output::RowChecksums& checksums) const {
  const std::size_t columns = shape_.columns(), rows = values.size() / columns;
  const auto rows_of_layer = static_cast<std::size_t>(nodes_.along(1).count());
  for (std::size_t done = 0; done < rows;) {
    const int j = nodes_.j0 + static_cast<int>((first + done) % rows_of_layer);
    const int k = nodes_.k0 + static_cast<int>((first + done) / rows_of_layer);
    const std::size_t run = std::min(rows - done, static_cast<std::size_t>(nodes_.j1 - j));
    const auto part = values.subspan(done * columns, run * columns);
    for (std::size_t row = 0; row < run; ++row)
      write_row(file, place, j + static_cast<int>(row), k, part.subspan(row * columns, columns),
                checksums);
    file.write(shape_.at(place, shape_.row(j, k), 0), part);
    done += run;
  }
}

std::vector<double> window_in(const ArrayFile& file, const ArrayPlace& place,
                              const ArrayShape& shape, const mesh::CellBox& cells) {
  const auto first = [&](int axis) { return cells.along(axis).first - shape.before[axis]; };
  const auto count = [&](int axis) {
    const auto around = static_cast<std::size_t>(shape.before[axis]);
    return static_cast<std::size_t>(cells.along(axis).count()) + 2 * around;
  };
  std::vector<double> values(count(0) * count(1) * count(2));
  for (std::size_t row = 0; row < count(1) * count(2); ++row) {
    const int j = first(1) + static_cast<int>(row % count(1));
    const int k = first(2) + static_cast<int>(row / count(1));
    file.read(shape.at(place, shape.row(j, k), shape.column(first(0))),
              std::span(values).subspan(row * count(0), count(0)));
  }
  return values;
}

output::RowChecksums checksums_of_share(const ArrayFile& file, const ArrayPlace& place,
                                        const ArrayShape& shape, const parallel::Team& team) {
  const auto ranks = static_cast<std::size_t>(team.size());
  const auto rank = static_cast<std::size_t>(team.rank());
  output::RowChecksums checksums(shape.rows());
  std::vector<double> row(shape.columns());
  for (std::size_t k = shape.rows() * rank / ranks; k < shape.rows() * (rank + 1) / ranks; ++k) {
    file.read(shape.at(place, k, 0), row);
    checksums[k] = checksum_of(row);
  }
  return checksums;
}

}  // namespace slipflow::simple_ts
