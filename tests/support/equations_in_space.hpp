// The equations of three axes in a namespace of their own, and a context of a box. A file that
// reads this reads the equations of two axes nowhere.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "box_fields.hpp"

#define SF_AXES 3
namespace in_space {
#include "simple_ts/boundary/boundary_values.h"
#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/derived_fields.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/second_order.h"
#include "simple_ts/solved_pressure.h"
#include "simple_ts/step_limits.h"
#include "simple_ts/totals.h"
#include "simple_ts/wall_loads.h"
//
#include "equations_of_box.hpp"
}  // namespace in_space
