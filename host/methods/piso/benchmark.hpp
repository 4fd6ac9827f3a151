// The benchmark cases: cavities, steady and unsteady.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::piso {

class Benchmark : public methods::Benchmark {
 public:
  std::vector<std::string> schemes() const override { return {"simplec", "simple", "piso"}; }
  std::vector<std::string> main_schemes() const override { return {"simplec", "piso"}; }
  methods::BenchMesh mesh(int nx, int ny, int squares, const std::string& text) const override;
  std::string case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

}  // namespace slipflow::piso
