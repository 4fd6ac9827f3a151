// Texts with separators.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace slipflow {

/// The parts of a text between its separators: one more than there are separators, and each may be
/// empty. They are views of `text`.
std::vector<std::string_view> parts_between(std::string_view text, char separator);

/// The parts as copies.
std::vector<std::string> split_at(std::string_view text, char separator);

/// A cell of a line of CSV: in double quotes if it has a comma, a double quote or a line end.
std::string csv_cell(const std::string& text);

/// The cells of a line of CSV, without their quotes.
std::vector<std::string> csv_cells(std::string_view line);

}  // namespace slipflow
