// Diffusion, convection and reaction of one quantity: docs/methods/transport.md.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::transport {

methods::Method method();

}  // namespace slipflow::transport
