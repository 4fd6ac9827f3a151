// Charts made of characters.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace slipflow::app {

/// Values over an abscissa, drawn with one character.
struct TerminalCurve {
  char symbol = '*';
  std::string name;
  std::vector<double> x, y;  ///< values that are not finite are left out
};

struct TerminalChart {
  std::string title;
  std::string x_name;
  std::vector<TerminalCurve> curves;
  bool logarithmic = false;     ///< the y axis; values that are not positive are left out
  std::optional<double> limit;  ///< a line of dashes at this y
  std::string y_name{};
};

/// The chart in lines of at most `columns` characters, `rows` of them with curves, besides title,
/// axes with their names, and legend. Later curves cover earlier ones. At least 40 columns and 4
/// rows are used.
std::string draw_chart(const TerminalChart& chart, int columns, int rows);

/// A symbol of its own for each name: x of force_x, else its first letter that is still free, else
/// any letter.
std::vector<char> symbols_for(const std::vector<std::string>& names);

}  // namespace slipflow::app
