// The equations of macros/ in the precision and for the number of axes that a file is compiled for.
// The program has them in several variants, each in its own namespace. CMake defines SF_PRECISION
// as one of setup::Precision and SF_AXES; without them they are in double and for two axes.
#pragma once

#ifdef SLIPFLOW_LANGUAGE_H
#error "the equations have been included already, outside of the namespace of their precision"
#endif

#ifndef SF_PRECISION
#define SF_PRECISION in_double
#endif
#if defined(SF_AXES) && SF_AXES == 3
#define SF_JOINED(a, b) a##b
#define SF_IN_SPACE_AND(precision) SF_JOINED(in_space_, precision)
#define SF_VARIANT SF_IN_SPACE_AND(SF_PRECISION)
#else
#define SF_VARIANT SF_PRECISION
#endif

#include <cmath>  // here, or it would end up in the namespace

#pragma GCC diagnostic push
#ifndef SF_MIXED  // Clang also warns where a stored float becomes a double
#pragma GCC diagnostic error "-Wdouble-promotion"  // in single precision nothing may be a double
#endif
namespace slipflow::simple_ts {
inline namespace SF_VARIANT {
#include "inner_outcome.h"
#include "moments.h"
#include "simple_ts/boundary/pressure_side.h"
#include "simple_ts/centre_value.h"
#include "simple_ts/cut/energy.h"
#if SF_AXES == 3
#include "simple_ts/cut/space/loads.h"
#else
#include "simple_ts/cut/loads.h"
#endif
#include "simple_ts/energy.h"
#include "simple_ts/extrapolated_start.h"
#include "simple_ts/momentum_terms.h"
#include "simple_ts/pressure.h"
#include "simple_ts/second_order.h"
#include "simple_ts/solved_pressure.h"
#include "simple_ts/splitting.h"
#include "simple_ts/step_limits.h"
#include "simple_ts/totals.h"
#include "simple_ts/wall_loads.h"
}  // namespace SF_VARIANT
}  // namespace slipflow::simple_ts

#pragma GCC diagnostic pop

#ifdef SF_SINGLE
static_assert(sizeof(0.5) == sizeof(float), "literals must be floats too");
#endif
