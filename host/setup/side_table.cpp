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
                     const std::string& position, const std::vector<std::string>& allowed,
                     const char* path_option)
    : settings_(settings),
      directive_(directive),
      file_((settings.folder() / *option(directive, path_option)).string()) {
  const auto in = open_text(settings, directive, file_);
  std::string line;
  for (int number = 1; std::getline(*in, line); ++number) {
    const std::string text = without_blanks(line);
    if (text.empty()) continue;
    if (names_.empty())
      read_names(text, position, allowed);
    else
      read_row(text, number);
  }
  if (in->bad()) throw error("cannot be read to its end");
  if (names_.empty() || columns_.front().size() < 2)
    throw error("must hold a line of names and two rows of numbers at least");
}

Error SideTable::error(const std::string& message) const {
  return settings_.error(directive_, fmt::format("'{}' {}", shown(file_), message));
}

void SideTable::read_names(const std::string& line, const std::string& position,
                           const std::vector<std::string>& allowed) {
  names_ = split_at(line, ',');
  // More names than are allowed are wrong, however many; so the loop below stays short.
  bool good = names_.size() >= 2 && names_.size() <= 1 + allowed.size() && names_[0] == position &&
              has(allowed.front());
  for (std::size_t k = 1; good && k < names_.size(); ++k) {
    good &= std::find(allowed.begin(), allowed.end(), names_[k]) != allowed.end();
    good &= std::count(names_.begin(), names_.end(), names_[k]) == 1;
  }
  if (!good)
    throw error(fmt::format(
        "must begin with the names of its columns, {},{}{}", position, allowed.front(),
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
  if (!columns_[0].empty() && !(values[0] > columns_[0].back()))
    throw error(fmt::format("line {}: {} must increase from row to row", number, names_[0]));
  if (columns_[0].size() == kMostRows) throw error(fmt::format("has more than {} rows", kMostRows));
  for (std::size_t k = 0; k < values.size(); ++k) columns_[k].push_back(values[k]);
}

bool SideTable::has(const std::string& column) const {
  return std::find(names_.begin(), names_.end(), column) != names_.end();
}

const std::vector<double>& SideTable::column(const std::string& name) const {
  return columns_[static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) -
                                           names_.begin())];
}

std::vector<double> SideTable::at(const std::vector<double>& positions, const std::string& name,
                                  const char* place) const {
  const auto& x = columns_.front();
  const auto& f = column(name);
  // The ends of an axis are rounded: a table that is written to the same ends must reach them.
  const double rounding = 1e-9 * (positions.back() - positions.front());
  std::vector<double> values;
  for (const double exact : positions) {
    const double position = std::clamp(exact, x.front(), x.back());
    if (std::abs(exact - position) > rounding)
      throw error(
          fmt::format("reaches from {} = {:.6g} to {:.6g}, which leaves out the {} at {:.6g}",
                      names_[0], x.front(), x.back(), place, exact));
    const auto above =
        std::clamp<std::ptrdiff_t>(std::upper_bound(x.begin(), x.end(), position) - x.begin(), 1,
                                   static_cast<std::ptrdiff_t>(x.size()) - 1);
    const auto k = static_cast<std::size_t>(above);
    const double part = (position - x[k - 1]) / (x[k] - x[k - 1]);
    values.push_back(f[k - 1] + part * (f[k] - f[k - 1]));
  }
  return values;
}

const mesh::Axis& axis_along(const mesh::Mesh& mesh, int side) {
  return mesh::across_x(side) ? mesh.y : mesh.x;
}

std::vector<double> centres_along(const mesh::Mesh& mesh, int side) {
  const mesh::Axis& axis = axis_along(mesh, side);
  std::vector<double> centres;
  for (int k = 0; k < axis.cells(); ++k) centres.push_back(axis.centre(k));
  return centres;
}

}  // namespace slipflow::setup
