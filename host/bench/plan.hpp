// The launches to measure on one device.
#pragma once

#include <vector>

#include "slipflow/bench/bench.hpp"

namespace slipflow::bench {

/// Every different launch of the problem on the device; sub-domains no higher than the mesh. Throws
/// Error(bad_input) for a work-group size the device cannot run.
std::vector<methods::Launch> launches_of(const Options& options, const methods::Problem& problem,
                                         const opencl::Device& device);

/// The case of that text, and the benchmark's case.
std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               const std::string& case_text);
std::unique_ptr<methods::Problem> make_problem(const methods::Method& method,
                                               setup::Precision precision,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme);
std::unique_ptr<methods::Problem> make_problem(const Options& options,
                                               const methods::BenchMesh& mesh,
                                               const std::string& scheme);

}  // namespace slipflow::bench
