// The region of a case that is searched for gaps.
#pragma once

#include <array>

#include "slipflow/setup/gaps.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

/// The region that is searched for gaps. The case must outlive it.
setup::GapRegion gap_region(const Case& c);

}  // namespace slipflow::simple_ts
