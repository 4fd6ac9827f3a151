// Panels of charts from the columns of a table, with names for people.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "slipflow/drawing/line_chart.hpp"

namespace slipflow::run {

/// A table of numbers read back: columns of equal length by their titles, such as "p [Pa]".
struct NumberTable {
  std::vector<std::string> titles;
  std::vector<std::vector<double>> columns;
  std::unordered_map<std::string, std::size_t> places;  ///< by titles without their units

  /// The column of that name, without its unit; or null.
  const std::vector<double>* find(const std::string& name) const;
  /// The times, pseudo-times or numbers of iterations; or null.
  const std::vector<double>* times() const;
};

/// A name of a file or table in words: '_' becomes a blank.
std::string in_words(std::string name);

/// All whole lines of a table; nothing if there is no such file. Throws Error(bad_input) as
/// output::TableReader does.
std::optional<NumberTable> read_numbers(const std::filesystem::path& file);

/// Points of two columns.
std::vector<std::pair<double, double>> points_of(const std::vector<double>& x,
                                                 const std::vector<double>& y);

/// The panels of a table over time, one for each body or boundary and quantity: "drag coefficient"
/// has the parts of pressure and friction and their sum. Residuals, columns that never change, the
/// sides of the bodies of these names, and forces of bodies with coefficients are left out. Columns
/// of unknown names have panels of their own.
std::vector<drawing::ChartPanel> panels_of(const NumberTable& table,
                                           const std::vector<std::string>& bodies);

}  // namespace slipflow::run
