// The benchmark case: a cavity of any size.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::psi_omega {

class Benchmark : public methods::Benchmark {
 public:
  std::vector<std::string> schemes() const override { return {"steady", "rows"}; }
  std::vector<std::string> main_schemes() const override { return schemes(); }
  methods::BenchMesh mesh(int nx, int ny, int squares, const std::string& text) const override;
  std::string case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

}  // namespace slipflow::psi_omega
