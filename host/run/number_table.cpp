#include "number_table.hpp"

#include <algorithm>
#include <limits>

#include "slipflow/output/table.hpp"
#include "slipflow/output/table_reader.hpp"

namespace slipflow::run {

const std::vector<double>* NumberTable::find(const std::string& name) const {
  const auto found = places.find(name);
  return found == places.end() ? nullptr : &columns[found->second];
}

std::optional<NumberTable> read_numbers(const std::filesystem::path& file) {
  output::TableReader reader(file, std::numeric_limits<std::size_t>::max());
  if (!reader.update()) return std::nullopt;
  NumberTable table{reader.names(), {}, {}};
  for (std::size_t k = 0; k < table.names.size(); ++k) {
    table.columns.push_back(reader.column(k));
    table.places.emplace(output::column_name(table.names[k]), k);
  }
  return table;
}

std::vector<std::pair<double, double>> points_of(const std::vector<double>& x,
                                                 const std::vector<double>& y) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t k = 0; k < std::min(x.size(), y.size()); ++k) points.emplace_back(x[k], y[k]);
  return points;
}

}  // namespace slipflow::run
