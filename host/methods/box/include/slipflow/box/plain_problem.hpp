// What methods have in common that compute in double precision, with one set of kernels.
#pragma once

#include <vector>

#include "slipflow/config/key_table.hpp"

namespace slipflow::box {

/// The rows of the section [run].
std::vector<config::KeySpec> run_keys();

}  // namespace slipflow::box
