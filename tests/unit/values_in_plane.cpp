// The equations of two axes, for the tests of those of three.
#include "box_fields.hpp"
#include "simple_ts/boundary/boundary_values.h"
#include "simple_ts/derived_fields.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/solved_pressure.h"
#include "simple_ts/step_limits.h"
#include "simple_ts/totals.h"
#include "simple_ts/wall_loads.h"

namespace values_in_plane_of_box {
#include "equations_of_box.hpp"
}  // namespace values_in_plane_of_box

std::vector<box_fields::Values> box_fields::values_in_plane(const Box& box) {
  return values_in_plane_of_box::values_of(values_in_plane_of_box::BoxContext(box), SF_X, SF_Y);
}
