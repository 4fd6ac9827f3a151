// The benchmark cases: diffusion with a source, and in a rotating medium.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::transport {

class Benchmark : public methods::Benchmark {
 public:
  std::vector<std::string> schemes() const override { return {"diffusion", "rotation"}; }
  std::vector<std::string> main_schemes() const override { return schemes(); }
  methods::BenchMesh mesh(int nx, int ny, int squares, const std::string& text) const override;
  std::string case_text(const methods::BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

}  // namespace slipflow::transport
