// How a method describes each of its fields.
#pragma once

#include <string>

namespace slipflow::setup {

/// Where in a cell the values of a field are located.
enum class Location { cell_centre, face_normal_to_x, face_normal_to_y, face_normal_to_z, node };

/// "velocity u / (m/s)": a label with its unit, if it has one.
inline std::string with_unit(const std::string& label, const std::string& unit) {
  if (unit.empty()) return label;
  return label + " / " + (unit.find_first_of("/ *") == std::string::npos ? unit : '(' + unit + ')');
}

struct FieldInfo {
  std::string name;            ///< "T"
  std::string label;           ///< for people: "temperature T"
  std::string unit;            ///< "T0"; empty for none
  Location location;           ///< of the values that the method computes
  bool in_checkpoint = false;  ///< the next time step depends on it
  int axes = 0;                ///< of the only meshes that have it; 0: all

  /// "temperature T / T0": the title of an axis.
  std::string title() const { return with_unit(label, unit); }
};

}  // namespace slipflow::setup
