// Probes and profiles of a case.
#pragma once

#include <vector>

#include "slipflow/setup/controls.hpp"

namespace slipflow::setup {

/// The lines output.probe. Throws Error(bad_input) for a point outside the mesh or in a body.
std::vector<Probe> read_probes(const config::Settings& settings, const mesh::Mesh& mesh,
                               const std::vector<Body>& bodies);

/// The lines output.profile. Throws Error(bad_input) for an end outside the mesh.
std::vector<Profile> read_profiles(const config::Settings& settings, const mesh::Mesh& mesh);

/// The lines output.slice, or the plane in the middle of z; none on a mesh of less than three axes,
/// for which such a line is refused.
std::vector<Slice> read_slices(const config::Settings& settings, const mesh::Mesh& mesh);

/// output.format. Throws Error(bad_input) for images of a mesh whose widths differ.
FrameFormat read_format(const config::Settings& settings, const mesh::Mesh& mesh);

}  // namespace slipflow::setup
