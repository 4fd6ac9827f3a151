#include "slipflow/setup/side_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "slipflow/setup/options.hpp"
#include "slipflow/setup/text_file.hpp"
#include "slipflow/support/foreign_text.hpp"
#include "slipflow/support/split.hpp"

namespace slipflow::setup {

namespace {
constexpr std::size_t kMostRows = 1'000'000;

std::string without_blanks(const std::string& line) {
  std::string kept;
  for (const char c : line.substr(0, line.find('#')))
    if (c != ' ' && c != '\t' && c != '\r') kept += c;
  return kept;
}
}  // namespace

SideTable::SideTable(const config::Settings& settings, const config::Directive& directive,
                     const std::vector<std::string>& positions,
                     const std::vector<std::string>& allowed, const char* path_option)
    : settings_(settings),
      directive_(directive),
      file_((settings.folder() / *option(directive, path_option)).string()),
      positions_(positions) {
  const auto in = open_text(settings, directive, file_);
  std::string line;
  for (int number = 1; std::getline(*in, line); ++number) {
    const std::string text = without_blanks(line);
    if (text.empty()) continue;
    if (names_.empty())
      read_names(text, allowed);
    else
      read_row(text, number);
  }
  if (in->bad()) throw error("cannot be read to its end");
  if (names_.empty() || columns_.front().size() < 2)
    throw error(fmt::format("must hold a line of names and {} rows of numbers at least",
                            positions_.size() == 1 ? "two" : "four"));
  arrange();
}

// Finds the values of each position, and brings the rows of a table of two into the order of their
// grid, the first position changing fastest.
void SideTable::arrange() {
  for (std::size_t axis = 0; axis < positions_.size(); ++axis) {
    auto& values = values_[axis];
    values = columns_[axis];
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
  }
  if (positions_.size() == 1) return;
  const std::size_t n = values_[0].size(), m = values_[1].size();
  if (n < 2 || m < 2)
    throw error(fmt::format("must have two values of {} and two of {} at least", positions_[0],
                            positions_[1]));
  const auto number = [&](std::size_t axis, std::size_t row) {
    const auto& values = values_[axis];
    return static_cast<std::size_t>(std::ranges::lower_bound(values, columns_[axis][row]) -
                                    values.begin());
  };
  std::vector<std::pair<std::size_t, std::size_t>> rows;  // place in the grid, row
  for (std::size_t row = 0; row < columns_[0].size(); ++row)
    rows.emplace_back(number(0, row) + n * number(1, row), row);
  std::ranges::sort(rows);
  const auto place = [&](std::size_t at) {
    return fmt::format("{} = {:.6g}, {} = {:.6g}", positions_[0], values_[0][at % n], positions_[1],
                       values_[1][at / n]);
  };
  for (std::size_t k = 0; k < n * m; ++k) {
    if (k > 0 && k < rows.size() && rows[k].first == rows[k - 1].first)
      throw error(fmt::format("line {}: has {} again", lines_[rows[k].second], place(k - 1)));
    if (k >= rows.size() || rows[k].first != k)
      throw error(
          fmt::format("must have a row for each value of {} with each of {}, but has none "
                      "for {}",
                      positions_[0], positions_[1], place(k)));
  }
  if (rows.size() > n * m)
    throw error(fmt::format("line {}: has {} again", lines_[rows.back().second], place(n * m - 1)));
  for (auto& column : columns_) {
    const auto unsorted = column;
    for (std::size_t k = 0; k < rows.size(); ++k) column[k] = unsorted[rows[k].second];
  }
}

Error SideTable::error(const std::string& message) const {
  return settings_.error(directive_, fmt::format("'{}' {}", shown(file_), message));
}

void SideTable::read_names(const std::string& line, const std::vector<std::string>& allowed) {
  names_ = split_at(line, ',');
  // More names than are allowed are wrong, however many; so the loop below stays short.
  const std::size_t first = positions_.size();
  bool good = names_.size() > first && names_.size() <= first + allowed.size() &&
              std::equal(positions_.begin(), positions_.end(), names_.begin()) &&
              has(allowed.front());
  for (std::size_t k = first; good && k < names_.size(); ++k) {
    good &= std::find(allowed.begin(), allowed.end(), names_[k]) != allowed.end();
    good &= std::count(names_.begin(), names_.end(), names_[k]) == 1;
  }
  if (!good)
    throw error(fmt::format(
        "must begin with the names of its columns, {},{}{}", fmt::join(positions_, ","),
        allowed.front(),
        allowed.size() == 1
            ? std::string()
            : fmt::format(" and any of {}", fmt::join(allowed.begin() + 1, allowed.end(), ", "))));
  columns_.resize(names_.size());
}

void SideTable::read_row(const std::string& line, int number) {
  const auto values = parse_numbers(line);
  if (values.size() != names_.size())
    throw error(
        fmt::format("line {}: must be {} numbers, separated by commas", number, names_.size()));
  if (positions_.size() == 1 && !columns_[0].empty() && !(values[0] > columns_[0].back()))
    throw error(fmt::format("line {}: {} must increase from row to row", number, names_[0]));
  if (columns_[0].size() == kMostRows) throw error(fmt::format("has more than {} rows", kMostRows));
  for (std::size_t k = 0; k < values.size(); ++k) columns_[k].push_back(values[k]);
  lines_.push_back(number);
}

bool SideTable::has(const std::string& column) const {
  return std::find(names_.begin(), names_.end(), column) != names_.end();
}

const std::vector<double>& SideTable::column(const std::string& name) const {
  return columns_[static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) -
                                           names_.begin())];
}

std::vector<SideTable::Place> SideTable::places(std::size_t axis,
                                                const std::vector<double>& positions,
                                                const char* place) const {
  const auto& x = values_[axis];
  // The ends of an axis are rounded: a table that is written to the same ends must reach them.
  const double rounding = 1e-9 * (positions.back() - positions.front());
  std::vector<Place> found;
  for (const double exact : positions) {
    const double position = std::clamp(exact, x.front(), x.back());
    if (std::abs(exact - position) > rounding)
      throw error(
          fmt::format("reaches from {} = {:.6g} to {:.6g}, which leaves out the {} at {:.6g}",
                      positions_[axis], x.front(), x.back(), place, exact));
    const auto above =
        std::clamp<std::ptrdiff_t>(std::upper_bound(x.begin(), x.end(), position) - x.begin(), 1,
                                   static_cast<std::ptrdiff_t>(x.size()) - 1);
    const auto k = static_cast<std::size_t>(above);
    found.push_back({k, (position - x[k - 1]) / (x[k] - x[k - 1])});
  }
  return found;
}

std::vector<double> SideTable::at(const std::vector<double>& positions, const std::string& name,
                                  const char* place) const {
  const auto& f = column(name);
  std::vector<double> values;
  for (const auto& [k, part] : places(0, positions, place))
    values.push_back(f[k - 1] + part * (f[k] - f[k - 1]));
  return values;
}

std::vector<double> SideTable::at(const std::vector<double>& first,
                                  const std::vector<double>& second, const std::string& name,
                                  const char* place) const {
  const auto& f = column(name);
  const std::size_t n = values_[0].size();
  const auto in_first = places(0, first, place);
  std::vector<double> values;
  for (const auto& [j, part_j] : places(1, second, place))
    for (const auto& [i, part_i] : in_first) {
      const auto in_row = [&, i = i, part = part_i](std::size_t row) {
        const double below = f[row * n + i - 1];
        return below + part * (f[row * n + i] - below);
      };
      values.push_back(in_row(j - 1) + part_j * (in_row(j) - in_row(j - 1)));
    }
  return values;
}

const mesh::Axis& axis_along(const mesh::Mesh& mesh, int side) {
  return mesh::across_x(side) ? mesh.y : mesh.x;
}

std::vector<double> centres_of(const mesh::Axis& axis) {
  std::vector<double> centres;
  for (int k = 0; k < axis.cells(); ++k) centres.push_back(axis.centre(k));
  return centres;
}

std::vector<double> centres_along(const mesh::Mesh& mesh, int side) {
  return centres_of(axis_along(mesh, side));
}

}  // namespace slipflow::setup
