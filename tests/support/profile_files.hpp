// Profiles for script/validate: when SLIPFLOW_PROFILES names a folder, tables are written into it.
#pragma once

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace slipflow::simple_ts {

/// One column of a table: its name and its values.
struct ProfileColumn {
  std::string name;
  const std::vector<double>& values;
};

/// Writes SLIPFLOW_PROFILES/NAME.csv; without the variable nothing. All columns are equally long.
inline void write_profile(const std::string& name, const std::vector<ProfileColumn>& columns) {
  const char* folder = std::getenv("SLIPFLOW_PROFILES");
  if (!folder) return;
  std::ofstream file(fmt::format("{}/{}.csv", folder, name));
  for (std::size_t c = 0; c < columns.size(); ++c) file << (c ? "," : "") << columns[c].name;
  file << '\n';
  for (std::size_t k = 0; k < columns.front().values.size(); ++k)
    for (std::size_t c = 0; c < columns.size(); ++c)
      file << fmt::format("{:.17g}{}", columns[c].values[k], c + 1 < columns.size() ? ',' : '\n');
}

}  // namespace slipflow::simple_ts
