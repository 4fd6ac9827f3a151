// A case of the method as the rest of the program sees it.
#pragma once

#include "slipflow/box/plain_problem.hpp"
#include "slipflow/methods/method.hpp"
#include "slipflow/piso/case.hpp"

namespace slipflow::piso {

class Problem final : public boxes::PlainProblem<Case> {
 public:
  /// Throws Error(bad_input).
  explicit Problem(const config::Settings& settings);
  const mesh::PolyMesh* poly_mesh() const override { return case_.poly.get(); }
  int axes() const override { return case_.axes; }
  std::vector<const std::vector<double>*> boundary_tables() const override;
  void fix_iterations(int count) override;

  std::string scheme() const override;
  std::vector<methods::Number> numbers() const override { return {}; }
  /// The largest speed that a boundary or body prescribes.
  std::optional<double> reference_velocity() const override;
  double velocity_scale() const override { return reference_velocity().value_or(0); }
  std::vector<methods::BodyForce> body_forces() const override;
  std::vector<methods::Derived> derived() const override;
  std::vector<std::string> warnings() const override;
  drawing::MeshPicture picture() const override;

  double first_time_step() const override;
  std::unique_ptr<methods::Simulation> on_host() const override;

  double device_bytes() const override;
  double serial_bytes() const override;
  double geometry_bytes() const override;
  std::vector<methods::PassInfo> passes() const override;

 private:
  std::unique_ptr<methods::Simulation> make(const opencl::Queue& queue,
                                            const methods::Launch& launch) const override;
  double largest_array() const override {
    return 8.0 * case_.axes * static_cast<double>(case_.mesh.cells());
  }
};

/// Incompressible flow by SIMPLE, SIMPLEC and PISO: docs/methods/piso.md.
methods::Method method();

}  // namespace slipflow::piso
