#include "cairo_status.hpp"

#include <fmt/format.h>

#include <new>

#include "slipflow/support/error.hpp"

namespace slipflow::drawing {

void require_success(cairo_status_t status) {
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS)
    throw Error(ExitStatus::output_failed,
                fmt::format("cannot draw a picture: {}", cairo_status_to_string(status)));
}

}  // namespace slipflow::drawing
