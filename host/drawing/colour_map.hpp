// The colours of a field.
#pragma once

#include <array>

#include "colour.hpp"
#include "slipflow/drawing/range.hpp"

namespace slipflow::drawing {

/// Colours from the lowest value to the highest.
using ColourMap = std::array<Colour, 256>;

/// Viridis: lightness rises evenly with the value, so that equal differences look equal, also in
/// grey print and to colour-blind readers.
const ColourMap& viridis();

/// From blue through a pale grey to red, for values of both signs: equally light on both sides.
const ColourMap& blue_to_red();

/// Whether white is easier to see on it than kInk.
bool is_dark(Colour colour);

/// The colour of each value of a range.
class ColourScale {
 public:
  /// Sequential or, for a range of both signs unless `diverging` says otherwise, diverging: centred
  /// at 0, in a range without 0 at its middle.
  ColourScale(const Range& range, std::optional<bool> diverging);
  /// Of values beyond an end, that of the end.
  Colour colour(double value) const;
  const Range& range() const { return range_; }

 private:
  const ColourMap& map_;
  Range range_;
  Range mapped_;  ///< the values at the ends of the map
};

}  // namespace slipflow::drawing
