// Numbers about the surfaces of a case: its boundaries, patches and bodies.
#pragma once

#include <string>
#include <vector>

namespace slipflow::methods {

/// A number about a surface: a mean over it, or a flow through it.
struct SurfaceNumber {
  std::string name;    ///< "mass_flow"
  std::string unit{};  ///< "rho0 V0 L"; empty for none
};

/// The mean pressure, of which `output.pressure_drop` is made.
constexpr const char* kMeanPressure = "p";

/// A surface and the numbers that a run tells of it. Flows through it are positive out of the
/// domain, heat and forces are those of the fluid on it.
struct Surface {
  std::string name;  ///< without blanks but those of patches: "west", "circle_1"
  std::vector<SurfaceNumber> numbers;
};

}  // namespace slipflow::methods
