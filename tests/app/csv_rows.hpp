// Tables that a benchmark has written.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace test_app {

/// A line of a CSV file by the names of its columns.
using Row = std::map<std::string, std::string>;

std::vector<Row> read_csv(const std::filesystem::path& file);

/// A value that must be there.
double number(const Row& row, const std::string& name);

}  // namespace test_app
