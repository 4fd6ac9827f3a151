// The benchmark case: a cavity of any size.
#pragma once

#include "slipflow/methods/plain_method.hpp"

namespace slipflow::psi_omega {

class Benchmark : public methods::PlainBenchmark {
 public:
  Benchmark() : PlainBenchmark("psi_omega", {"steady", "rows"}) {}
  std::string case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

}  // namespace slipflow::psi_omega
