// The benchmark cases: diffusion with a source, and in a rotating medium.
#pragma once

#include "slipflow/methods/plain_method.hpp"

namespace slipflow::transport {

class Benchmark : public methods::PlainBenchmark {
 public:
  Benchmark() : PlainBenchmark("transport", {"diffusion", "rotation"}) {}
  std::string case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

}  // namespace slipflow::transport
