// Reading the settings of a run that every case has.
#pragma once

#include <vector>

#include "slipflow/setup/bodies.hpp"
#include "slipflow/setup/controls.hpp"

namespace slipflow::setup {

/// The domain of a box with bodies, some of which may cut cells. All have to outlive it.
Domain domain_of(const mesh::Mesh& mesh, const std::vector<Body>& bodies,
                 const mesh::CutMesh* cut = nullptr);

/// Whether a case gives the time step, or the method may choose it.
enum class StepLength { given, may_be_chosen };

/// Reads the title and the sections [time], [output] and [run]; leaves the notes. Probes must lie
/// in the domain, outside of bodies. Throws Error(bad_input).
void read_controls(const config::Settings& settings, const Domain& domain, Controls& controls,
                   StepLength step);
/// The same on a box with these bodies.
void read_controls(const config::Settings& settings, const mesh::Mesh& mesh,
                   const std::vector<Body>& bodies, Controls& controls,
                   StepLength step = StepLength::given);

}  // namespace slipflow::setup
