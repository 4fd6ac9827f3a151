// Keys that every method has: mesh, bodies, time, output and run.
#pragma once

#include <string>
#include <vector>

#include "slipflow/config/key_table.hpp"

namespace slipflow::setup {

using config::KeySpec;

/// Names of a method's fields, for the section [output].
struct FieldNames {
  std::vector<std::string> all;       ///< can be written and drawn
  std::vector<std::string> measured;  ///< those of averages and, by default, of probes and profiles
  std::string drawn;                  ///< the default of output.pictures: "p T"
  std::string written{};              ///< that of output.fields; empty: all
};

/// Units of times in the case file: "L/V0" and, of changes per time, "V0/L".
struct TimeUnits {
  std::string time, rate;
};

/// Extent, cells and spacing of a mesh of one to three axes. A mesh may have less of them, but at
/// least `fewest`, unless that is 0.
std::vector<KeySpec> mesh_keys(int axes = 2, int fewest = 0);

/// The option of a body in methods that print coefficients of its force.
constexpr const char* kReferenceLength = "reference_length";
/// Options where bodies may cut cells: walls=stairs|cut of a body with an outline, and gas=inside
/// of a circle or polygon.
constexpr const char* kWallsOfBody = "walls";
constexpr const char* kGasOfBody = "gas";
constexpr const char* kTurningOfBody = "turning";  ///< of a circle
/// Bodies on it; each takes the options of the method's walls, and on a mesh of three axes z=Z0,Z1.
std::vector<KeySpec> body_keys(const std::vector<std::string>& wall_options, int axes = 2,
                               bool may_cut = false);

/// Time step and end of a run.
std::vector<KeySpec> time_keys(const TimeUnits& units);

/// What a run writes; on a mesh of up to three axes also slices, and points have up to three
/// numbers.
std::vector<KeySpec> output_keys(const FieldNames& fields, const TimeUnits& units, int axes = 2);

/// What a run computes with.
std::vector<KeySpec> run_keys();

}  // namespace slipflow::setup
