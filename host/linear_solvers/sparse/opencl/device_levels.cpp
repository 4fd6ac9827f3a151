#include "opencl/device_levels.hpp"

#include <algorithm>

namespace slipflow::linear_solvers {

namespace {
constexpr int kRowsTogether = 64;  // so that work-groups read whole lines of memory
constexpr double kCovered = 0.9;

int entries_of(const SparseRows& rows, std::size_t i) {
  return rows.starts[i + 1] - rows.starts[i];
}

std::size_t rows_in(const SparseRows& rows) { return rows.starts.size() - 1; }

/// Appends the entries of a level, and to `level` where they are.
void add_entries(const SparseRows& rows, SfFaceLevel& level, FaceTables& tables) {
  level.width = width_of_rows(rows);
  level.padded = (level.cells + kRowsTogether - 1) / kRowsTogether * kRowsTogether;
  level.slots = static_cast<int>(tables.columns.size());
  level.long_row = static_cast<int>(tables.long_starts.size());
  const auto slots = static_cast<std::size_t>(level.width) * static_cast<std::size_t>(level.padded);
  tables.columns.resize(tables.columns.size() + slots, SF_NO_COLUMN);
  tables.faces.resize(tables.columns.size(), 0);
  for (std::size_t i = 0; i < rows_in(rows); ++i) {
    const auto begin = static_cast<std::size_t>(rows.starts[i]);
    const auto count = static_cast<std::size_t>(entries_of(rows, i));
    std::size_t to = static_cast<std::size_t>(level.slots) + i,
                step = static_cast<std::size_t>(level.padded);
    if (entries_of(rows, i) > level.width) {
      const int number = static_cast<int>(tables.long_starts.size()) - level.long_row;
      if (level.width > 0) tables.columns[to] = SF_LONG_ROW(number);
      to = tables.columns.size();
      step = 1;
      tables.long_starts.push_back(static_cast<int>(to));
      tables.columns.resize(to + count);
      tables.faces.resize(to + count);
    }
    for (std::size_t k = 0; k < count; ++k, to += step) {
      tables.columns[to] = rows.columns[begin + k];
      tables.faces[to] = rows.faces[begin + k];
    }
  }
  tables.long_starts.push_back(static_cast<int>(tables.columns.size()));
}

/// Appends lists that begin at `starts` in `items`, and returns where their beginnings begin.
int add_lists(const std::vector<int>& starts, const std::vector<int>& items,
              std::vector<int>& to_starts, std::vector<int>& to_items) {
  const int first = static_cast<int>(to_starts.size()), begin = static_cast<int>(to_items.size());
  for (const int start : starts) to_starts.push_back(begin + start);
  to_items.insert(to_items.end(), items.begin(), items.end());
  return first;
}

void add_visit(int level, int last, std::vector<SfFaceStep>& steps) {
  if (level == last) {
    steps.push_back({SF_STEP_COARSEST, level});
    return;
  }
  steps.push_back({SF_STEP_BEFORE, level});
  add_visit(level + 1, last, steps);
  steps.push_back({SF_STEP_AFTER, level});
  steps.push_back({SF_STEP_AGAIN, level});
  add_visit(level + 1, last, steps);
  steps.push_back({SF_STEP_AFTER, level});
}
}  // namespace

int width_of_rows(const SparseRows& rows) {
  std::vector<std::size_t> by_entries;
  for (std::size_t i = 0; i < rows_in(rows); ++i) {
    const auto entries = static_cast<std::size_t>(entries_of(rows, i));
    if (by_entries.size() <= entries) by_entries.resize(entries + 1);
    ++by_entries[entries];
  }
  std::size_t covered = 0, width = 0;
  for (; width < by_entries.size(); ++width) {
    covered += by_entries[width];
    if (static_cast<double>(covered) >= kCovered * static_cast<double>(rows_in(rows))) break;
  }
  // A row needs a place for SF_LONG_ROW.
  return std::max(static_cast<int>(width), 1);
}

FaceTables tables_of(const std::vector<SparseLevel>& levels) {
  FaceTables tables;
  int cells = 0, faces = 0;
  for (const SparseLevel& from : levels) {
    SfFaceLevel level{};
    level.cells = from.cells;
    level.faces = static_cast<int>(from.rows.columns.size() / 2);
    level.cell = cells;
    level.face = faces;
    add_entries(from.rows, level, tables);
    level.member =
        add_lists(from.sums.member_starts, from.sums.members, tables.member_starts, tables.members);
    level.sum = add_lists(from.sums.starts, from.sums.faces, tables.sum_starts, tables.sum_faces);
    tables.sum_ratios.insert(tables.sum_ratios.end(), from.sums.ratios.begin(),
                             from.sums.ratios.end());
    tables.side_ratios.resize(static_cast<std::size_t>(cells));
    tables.side_ratios.insert(tables.side_ratios.end(), from.sums.side_ratios.begin(),
                              from.sums.side_ratios.end());
    tables.coarse_of.resize(static_cast<std::size_t>(cells));
    tables.coarse_of.insert(tables.coarse_of.end(), from.coarse_of.begin(), from.coarse_of.end());
    cells += level.cells;
    faces += level.faces;
    tables.levels.push_back(level);
  }
  return tables;
}

std::vector<SfFaceStep> steps_of_small_levels(int first, int last) {
  std::vector<SfFaceStep> steps;
  add_visit(first, last, steps);
  return steps;
}

}  // namespace slipflow::linear_solvers
