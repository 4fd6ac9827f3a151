// The field that a picture shows, and what its heading says.
#pragma once

#include <string>

#include "colour.hpp"
#include "slipflow/output/snapshot.hpp"

namespace slipflow::drawing {

inline constexpr Colour kSolid = rgb(0xb4b4b4);      ///< solid cells
inline constexpr Colour kNotFinite = rgb(0xff00ff);  ///< values that are not finite

/// A field of the snapshot with a value for each cell; else Error(internal_error).
const output::NamedField& field_to_draw(const output::Snapshot& snapshot, const std::string& name);

/// Its label, or else its name.
std::string label_of(const output::NamedField& field);

/// "z = 0.5,  t = 20"; the place may be empty.
std::string place_and_time(const output::Snapshot& snapshot, const std::string& place);

}  // namespace slipflow::drawing
