// Lines of the section [output] that name places, pictures and files.
#pragma once

#include <vector>

#include "slipflow/setup/controls.hpp"

namespace slipflow::setup {

/// The lines output.probe. Throws Error(bad_input) for a point outside the domain or in a body.
std::vector<Probe> read_probes(const config::Settings& settings, const Domain& domain);

/// The lines output.profile. Throws Error(bad_input) for an end outside the domain.
std::vector<Profile> read_profiles(const config::Settings& settings, const Domain& domain);

/// The lines output.slice, or the plane in the middle of z; none in a domain of less than three
/// axes, for which such a line is refused.
std::vector<Slice> read_slices(const config::Settings& settings, const Domain& domain);

/// The lines of output.integral. Throws Error(bad_input).
std::vector<Integral> read_integrals(const config::Settings& settings, const Domain& domain,
                                     const ExpressionList& expressions);

/// The lines output.picture for each field of output.pictures, in that order. Throws
/// Error(bad_input) for a field that is not drawn, and for a window outside of a plane drawn.
std::vector<PictureOptions> read_picture_options(const config::Settings& settings,
                                                 const Domain& domain, const OutputControl& output);

/// output.format. Throws Error(bad_input) for images of a mesh whose widths differ.
FrameFormat read_format(const config::Settings& settings, const Domain& domain);

}  // namespace slipflow::setup
