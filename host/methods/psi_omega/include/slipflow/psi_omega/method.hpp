// Incompressible flow in stream function and vorticity: docs/methods/psi-omega.md.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::psi_omega {

methods::Method method();

}  // namespace slipflow::psi_omega
