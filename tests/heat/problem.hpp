// A case of heat conduction as the rest of the program sees it.
#pragma once

#include "case.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::heat {

class Problem final : public methods::WholeProblem {
 public:
  explicit Problem(Case c);
  const setup::Controls& controls() const override { return case_; }
  const mesh::Mesh& mesh() const override { return case_.mesh; }
  const std::vector<setup::Body>& bodies() const override { return case_.bodies; }
  const methods::Outputs& outputs() const override { return outputs_; }

  std::string scheme() const override { return "explicit"; }
  std::vector<methods::Number> numbers() const override;
  double reference_length() const override { return methods::length_of_first(case_.bodies); }
  std::vector<methods::Derived> derived() const override;
  drawing::MeshPicture picture() const override;

  double first_time_step() const override { return case_.time_step(); }
  std::unique_ptr<methods::Simulation> on_host() const override;
  std::unique_ptr<methods::Simulation> on_device(const opencl::Queue& queue,
                                                 const methods::Launch& launch) const override;
  methods::Launch resolve(const opencl::Device& device,
                          const methods::Launch& launch) const override;

  double device_bytes() const override;
  double serial_bytes() const override;
  int most_rows() const override { return case_.mesh.y.cells(); }
  std::string kind_for_tuning() const override;
  std::vector<methods::PassInfo> passes() const override;

 private:
  Case case_;
  methods::Outputs outputs_;
};

}  // namespace slipflow::heat
