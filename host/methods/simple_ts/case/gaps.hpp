// Messages about the gaps that setup finds and the mesh resolves poorly.
#pragma once

#include <optional>
#include <string>

#include "slipflow/setup/gaps.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The region that is searched for gaps; the tags of the case must be complete.
setup::GapRegion gap_region(const Case& c);

/// "rectangle 1" or "the south side": a wall of the case, by its number.
std::string wall_in_gap(const Case& c, int wall);

/// The message on a gap one cell wide next to the body Gap::wall.
std::string sentence_on(const Case& c, const setup::Gap& gap);

/// The message on a domain that is itself such a gap; nothing if it is not.
std::optional<std::string> sentence_on_channel(const Case& c);

}  // namespace slipflow::simple_ts
