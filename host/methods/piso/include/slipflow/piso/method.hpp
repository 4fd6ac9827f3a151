// Incompressible flow by SIMPLE, SIMPLEC and PISO: docs/methods/piso.md.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::piso {

methods::Method method();

}  // namespace slipflow::piso
