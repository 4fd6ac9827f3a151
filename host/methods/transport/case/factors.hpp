// Factors from tables, and amounts in boxes, as lines of the case give them.
#pragma once

#include <vector>

#include "slipflow/transport/case.hpp"

namespace slipflow::transport {

/// The tables that the options over_x, over_y, over_z and over_time name. Throws Error(bad_input).
Factors read_factors(const config::Settings& settings, const config::Directive& line,
                     const mesh::Mesh& mesh);

/// The amounts of a repeatable key, each in all cells or in the option box. Throws
/// Error(bad_input).
std::vector<Distribution> read_distributions(const config::Settings& settings,
                                             const std::string& key, const mesh::Mesh& mesh);

}  // namespace slipflow::transport
