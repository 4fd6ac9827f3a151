// The method "heat": heat conduction in a box. The smallest method there is; the tests show with it
// that every command works for any method.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::heat {

methods::Method method();

}  // namespace slipflow::heat
