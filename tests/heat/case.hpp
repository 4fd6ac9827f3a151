// A validated case of heat conduction, and the keys it is made from.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "slipflow/box/conditions.hpp"
#include "slipflow/config/settings.hpp"
#include "slipflow/mesh/shapes.hpp"

namespace slipflow::heat {

/// A boundary or a body of a temperature, or an adiabatic one.
struct Wall {
  std::string name;  ///< "west", "circle 1"
  std::optional<double> temperature;
  /// "temperature 2", "adiabatic"
  std::string in_words() const;
};

/// The temperature at the start: one everywhere, but for a hot rectangle, and a product of sines.
struct InitialState {
  double temperature = 0;
  mesh::Rectangle rectangle;
  double inside = 0;  ///< the rectangle
  double amplitude = 0;
  std::array<double, 2> half_waves{};  ///< of the sines in x and y; 0: constant in this direction
};

struct Case : boxes::BoxCase {
  std::vector<Wall> walls;  ///< wall number n of the tags is walls[n - 1]
  double diffusivity = 1;
  InitialState initial;
  double largest_step = 0;  ///< for which no error grows

  /// The time step by the keys time.step or time.courant.
  double time_step() const { return time.step ? *time.step : *time.courant * largest_step; }
};

/// The rows of the key table.
std::vector<config::KeySpec> keys();

/// Validates the settings. Throws Error(bad_input) with file, line and key.
Case make_case(const config::Settings& settings);

/// The temperature at the start with ghost values; in walls theirs.
std::vector<double> initial_temperature(const Case& c);

}  // namespace slipflow::heat
