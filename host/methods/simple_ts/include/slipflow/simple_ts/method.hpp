// SIMPLE-TS in the list of methods.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::simple_ts {

/// SIMPLE-TS: unsteady compressible slip flow in two dimensions; docs/methods/simple-ts.md.
methods::Method method();

}  // namespace slipflow::simple_ts
