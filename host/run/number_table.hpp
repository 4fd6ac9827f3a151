// Tables of numbers read back.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace slipflow::run {

/// Named columns of equal length.
struct NumberTable {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  std::unordered_map<std::string, std::size_t> places;  ///< of the names without their units

  /// The column of that name, without its unit; or null.
  const std::vector<double>* find(const std::string& name) const;
};

/// All whole lines of a table; nothing if there is no such file. Throws Error(bad_input) as
/// output::TableReader does.
std::optional<NumberTable> read_numbers(const std::filesystem::path& file);

/// Points of two columns.
std::vector<std::pair<double, double>> points_of(const std::vector<double>& x,
                                                 const std::vector<double>& y);

}  // namespace slipflow::run
