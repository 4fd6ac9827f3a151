// A case of the method as the rest of the program sees it.
#pragma once

#include "slipflow/methods/problem.hpp"
#include "slipflow/piso/case.hpp"

namespace slipflow::piso {

class Problem final : public methods::WholeProblem {
 public:
  /// Throws Error(bad_input).
  explicit Problem(const config::Settings& settings);
  const setup::Controls& controls() const override { return case_; }
  const mesh::Mesh& mesh() const override { return case_.mesh; }
  const mesh::PolyMesh* poly_mesh() const override { return case_.poly.get(); }
  int axes() const override { return case_.axes; }
  const std::vector<setup::Body>& bodies() const override { return case_.bodies; }
  const methods::Outputs& outputs() const override { return outputs_; }
  std::vector<const std::vector<double>*> boundary_tables() const override;
  void fix_iterations(int count) override;

  std::string scheme() const override;
  std::vector<methods::Number> numbers() const override { return {}; }
  /// The largest speed that a boundary or body prescribes.
  std::optional<double> reference_velocity() const override;
  double reference_length() const override { return methods::length_of_first(case_.bodies); }
  double velocity_scale() const override { return reference_velocity().value_or(0); }
  std::vector<methods::BodyForce> body_forces() const override;
  std::vector<methods::Derived> derived() const override;
  std::vector<std::string> warnings() const override;
  drawing::MeshPicture picture() const override;

  double first_time_step() const override;
  std::unique_ptr<methods::Simulation> on_host() const override;
  std::unique_ptr<methods::Simulation> on_device(const opencl::Queue& queue,
                                                 const methods::Launch& launch) const override;
  methods::Launch resolve(const opencl::Device& device,
                          const methods::Launch& launch) const override;

  double device_bytes() const override;
  double serial_bytes() const override;
  double geometry_bytes() const override;
  int most_rows() const override { return 1; }
  std::string kind_for_tuning() const override { return scheme(); }
  std::vector<methods::PassInfo> passes() const override;

 private:
  Case case_;
  methods::Outputs outputs_;
};

}  // namespace slipflow::piso
