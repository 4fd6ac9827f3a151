// The benchmark cases: cavities, steady and unsteady.
#pragma once

#include "slipflow/methods/plain_method.hpp"

namespace slipflow::piso {

class Benchmark : public methods::PlainBenchmark {
 public:
  Benchmark() : PlainBenchmark("piso", {"simplec", "simple", "piso"}) {}
  std::vector<std::string> main_schemes() const override { return {"simplec", "piso"}; }
  std::string case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

}  // namespace slipflow::piso
