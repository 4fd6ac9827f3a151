// Probes and profiles of a case.
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

/// output.format. Throws Error(bad_input) for images of a mesh whose widths differ.
FrameFormat read_format(const config::Settings& settings, const Domain& domain);

}  // namespace slipflow::setup
