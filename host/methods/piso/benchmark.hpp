// The benchmark cases: cavities, steady and unsteady, and those whose iterations are timed by part.
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
  std::vector<methods::TimedCase> timed_cases(const std::array<int, 3>& cells) const override;
  std::unique_ptr<methods::TimedFlow> timed_flow(const methods::TimedCase& of,
                                                 opencl::Workspace* workspace,
                                                 bool parity) const override;
};

}  // namespace slipflow::piso
