// The pictures of a case.
#pragma once

#include <vector>

#include "slipflow/setup/controls.hpp"

namespace slipflow::setup {

/// The lines output.picture for each field of output.pictures, in that order. Throws
/// Error(bad_input) for a field that is not drawn, and for a window outside of a plane drawn.
std::vector<PictureOptions> read_picture_options(const config::Settings& settings,
                                                 const Domain& domain, const OutputControl& output);

}  // namespace slipflow::setup
