#include "drawn_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace test_app {

namespace {
using slipflow::config::KeySpec;
using slipflow::config::KeyType;

// Sections that describe the flow or its results. What is not named here is drawn, so that a new
// key is, too.
const std::set<std::string> kOfFlow = {"units", "mesh", "body", "boundary", "output"};
// Only the choices of these are drawn.
const std::set<std::string> kOfNumbers = {"gas", "fluid", "flow", "equation", "initial", "time"};

bool is_drawn(const KeySpec& row) {
  if (row.name == "run.precision") return true;
  const auto dot = row.name.find('.');
  if (dot == std::string::npos) return false;
  const auto section = row.name.substr(0, dot);
  if (section == "run" || kOfFlow.count(section) > 0) return false;
  const bool is_number = row.type == KeyType::number || row.type == KeyType::integer;
  return row.type == KeyType::choice || (is_number && kOfNumbers.count(section) == 0);
}

double default_of(const KeySpec& row) {
  return row.default_value.empty() ? 0 : std::stod(row.default_value);
}

// From a hundredth of the default to 10^4 times it; where it is 0 or there is none, in [0, 1].
std::string drawn_number(const KeySpec& row, Draw& draw) {
  const double usual = default_of(row);
  const double value = usual > 0 ? usual * std::pow(10, 6 * draw.part() - 2) : draw.part();
  return fmt::format("{:.3g}", std::clamp(value, row.least, row.most));
}

// Up to twice the default, small ones as often as large ones.
std::string drawn_integer(const KeySpec& row, Draw& draw) {
  const double most = std::max(2 * default_of(row), 2.0);
  return fmt::format("{:.0f}", std::clamp(std::pow(most, draw.part()), row.least, row.most));
}

std::string drawn_value(const KeySpec& row, Draw& draw) {
  if (row.type == KeyType::choice) return draw.of(row.allowed);
  return row.type == KeyType::number ? drawn_number(row, draw) : drawn_integer(row, draw);
}
}  // namespace

Keys drawn_keys(const slipflow::config::KeyTable& table, Draw& draw) {
  Keys keys = {{"output.pictures", "none"},
               {"output.every_time", "0.07"},  // which shortens steps
               {"time.step", ""},
               {"time.courant", ""},
               {"time.end", ""}};
  if (draw.whole(0, 1) == 0)  // as a march to a steady state has no time
    for (const char* key : {"output.every_time", "output.averages"}) keys[key] = "";
  switch (draw.whole(0, 3)) {
    case 0:
      keys["time.step"] = fmt::format("{:.3g}", std::pow(10, -3 + 1.7 * draw.part()));
      break;
    case 1:
      keys["time.courant"] = fmt::format("{:.3g}", std::pow(10, -1.5 + 1.5 * draw.part()));
      break;
    case 2:
      keys["time.steady"] = "1e-9";
      break;
    default:
      keys["time.end"] = "100";
  }
  for (const KeySpec& row : table.rows())
    if (is_drawn(row) && draw.whole(0, 1) == 1) keys[row.name] = drawn_value(row, draw);
  return keys;
}

Words words_of(const Keys& keys) {
  Words words;
  for (const auto& [key, value] : keys) words = words + Words{"--set", key + '=' + value};
  return words;
}

}  // namespace test_app
