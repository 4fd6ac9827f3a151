// The benchmark case: the microchannel of arXiv:1802.04243 on a mesh of any size.
#pragma once

#include "slipflow/methods/method.hpp"

namespace slipflow::simple_ts {

using methods::BenchMesh;

/// Cells of width 0.05 L, squares of side L above one another: the case of
/// configs/microchannel_square*.cfg with a disturbed initial state. The main schemes and the
/// published meshes are those of the paper, section 5.
class Benchmark : public methods::Benchmark {
 public:
  std::vector<std::string> schemes() const override;
  std::vector<std::string> main_schemes() const override;
  BenchMesh mesh(int nx, int ny, int squares, const std::string& text) const override;
  bool can_stretch() const override { return true; }
  std::vector<BenchMesh> published_meshes() const override;
  std::string case_text(const BenchMesh& mesh, const std::string& scheme,
                        setup::Precision precision) const override;
};

}  // namespace slipflow::simple_ts
