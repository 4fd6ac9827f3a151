// A case of heat conduction as the rest of the program sees it.
#pragma once

#include "case.hpp"
#include "slipflow/methods/problem.hpp"

namespace slipflow::heat {

class Problem : public methods::Problem {
 public:
  explicit Problem(Case c) : case_(std::move(c)) {}
  const setup::Controls& controls() const override { return case_; }
  const mesh::Mesh& mesh() const override { return case_.mesh; }
  const std::vector<setup::Body>& bodies() const override { return case_.bodies; }
  const std::vector<setup::FieldInfo>& fields() const override;
  std::vector<std::string> measured_fields() const override { return {"T"}; }
  std::vector<std::string> change_names() const override { return {"T"}; }
  std::vector<std::string> history_columns() const override { return {"mean_T"}; }
  std::string scheme() const override { return "explicit"; }
  std::vector<methods::Number> numbers() const override;
  std::vector<methods::Derived> derived() const override;
  drawing::MeshPicture picture() const override;
  double first_time_step() const override { return case_.time_step(); }
  std::unique_ptr<methods::Simulation> on_host() const override;
  std::unique_ptr<methods::Simulation> on_device(const opencl::Queue& queue,
                                                 const methods::Launch& launch) const override;
  methods::Launch resolve(const opencl::Device& device,
                          const methods::Launch& launch) const override;
  int most_rows() const override { return case_.mesh.y.cells(); }
  std::string kind_for_tuning() const override;
  std::vector<methods::PassInfo> passes() const override;
  double device_bytes() const override;
  double serial_bytes() const override;

 private:
  Case case_;
};

}  // namespace slipflow::heat
