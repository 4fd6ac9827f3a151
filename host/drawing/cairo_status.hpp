// Failures of Cairo as errors.
#pragma once

#include <cairo.h>

namespace slipflow::drawing {

/// Throws std::bad_alloc when memory is missing, Error(output_failed) for any other failure.
void require_success(cairo_status_t status);

}  // namespace slipflow::drawing
