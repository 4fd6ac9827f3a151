// Tables of values that vary along a boundary or in time: comma-separated text files.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/mesh.hpp"

namespace slipflow::setup {

/// Columns of numbers by name; the first is a position or a time, which increases.
class SideTable {
 public:
  /// Reads the file that an option of the line, `path_option`, names. Its first line that is no
  /// comment names the columns: one or two `positions` ("x", "t"), then some of `allowed`, the
  /// first of which is required. One position increases from row to row; of two, each value of
  /// either is in one row with each of the other. Throws Error(bad_input).
  SideTable(const config::Settings& settings, const config::Directive& directive,
            const std::vector<std::string>& positions, const std::vector<std::string>& allowed,
            const char* path_option = "path");

  bool has(const std::string& column) const;
  /// The column at each position, linear between the rows; positions increase. Throws
  /// Error(bad_input) for a position beyond the table's ends, which the message calls a `place`.
  std::vector<double> at(const std::vector<double>& positions, const std::string& column,
                         const char* place = "cell") const;
  /// The column of a table with two positions, bilinear between the rows, at each of the `first`
  /// with each of the `second`; the first changes fastest. Throws Error(bad_input) likewise.
  std::vector<double> at(const std::vector<double>& first, const std::vector<double>& second,
                         const std::string& column, const char* place = "cell") const;
  const std::vector<double>& column(const std::string& name) const;

 private:
  struct Place {
    std::size_t above;  // of the two values around it
    double part;        // of the way to it
  };
  Error error(const std::string& message) const;
  void read_names(const std::string& line, const std::vector<std::string>& allowed);
  void read_row(const std::string& line, int number);
  void arrange();
  std::vector<Place> places(std::size_t axis, const std::vector<double>& positions,
                            const char* place) const;

  const config::Settings& settings_;
  const config::Directive& directive_;
  std::string file_;
  std::vector<std::string> positions_;
  std::array<std::vector<double>, 2> values_;  // of each position, in order
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
  std::vector<int> lines_;  // of the rows in the file, as they are there
};

/// The axis along the boundary. Its faces are the places of tangential velocities.
const mesh::Axis& axis_along(const mesh::Mesh& mesh, int side);

/// Centres of the cells of an axis.
std::vector<double> centres_of(const mesh::Axis& axis);

/// Centres of the cells along the boundary: the places of normal velocities, T, rho and p.
std::vector<double> centres_along(const mesh::Mesh& mesh, int side);

// Factors over time.

/// Linear in between the times, constant before and after them.
struct TimeTable {
  std::vector<double> times, factors;

  double at(double time) const {
    const auto above = std::upper_bound(times.begin(), times.end(), time);
    if (above == times.begin()) return factors.front();
    if (above == times.end()) return factors.back();
    const auto k = static_cast<std::size_t>(above - times.begin());
    const double part = (time - times[k - 1]) / (times[k] - times[k - 1]);
    return std::lerp(factors[k - 1], factors[k], part);
  }
  bool operator==(const TimeTable&) const = default;
};

}  // namespace slipflow::setup
