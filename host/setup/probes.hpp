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

}  // namespace slipflow::setup
