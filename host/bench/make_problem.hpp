// The cases of the benchmark.
#pragma once

#include <memory>
#include <string>

#include "slipflow/methods/method.hpp"

namespace slipflow::bench {

/// The case of the method's benchmark with a scheme on a mesh.
std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               setup::Precision precision,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme);

}  // namespace slipflow::bench
