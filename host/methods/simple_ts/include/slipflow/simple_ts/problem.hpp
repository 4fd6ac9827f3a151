// A case of SIMPLE-TS as the rest of the program sees it.
#pragma once

#include "slipflow/methods/method.hpp"
#include "slipflow/simple_ts/case.hpp"

namespace slipflow::simple_ts {

class Problem final : public methods::WholeProblem {
 public:
  /// Validates the settings; reads an initial state in a file, unless it is left out.
  Problem(const config::Settings& settings, methods::Start start);
  /// A case made without a case file. It has no picture.
  explicit Problem(Case c);

  const setup::Controls& controls() const override { return case_; }
  const mesh::Mesh& mesh() const override { return case_.mesh; }
  const std::vector<setup::Body>& bodies() const override { return case_.bodies; }
  const methods::Outputs& outputs() const override { return outputs_; }
  void add_derived(methods::Arrays& arrays) const override;
  std::vector<methods::Derived> derived_at_start() const override;
  std::vector<const std::vector<double>*> boundary_tables() const override;
  void require_start_outside(const std::filesystem::path& directory) const override;
  void fix_iterations(int count) override;

  std::string scheme() const override;
  std::vector<methods::Number> numbers() const override;
  std::optional<double> reference_velocity() const override;
  double reference_length() const override { return methods::length_of_first(case_.bodies); }
  std::vector<methods::BodyForce> body_forces() const override;
  std::vector<methods::Derived> derived() const override;
  std::vector<std::string> warnings() const override;
  drawing::MeshPicture picture() const override;

  double first_time_step() const override;
  std::unique_ptr<methods::Simulation> on_host() const override;
  std::unique_ptr<methods::Simulation> on_threads(int threads) const override;
  std::unique_ptr<methods::Simulation> on_device(const opencl::Queue& queue,
                                                 const methods::Launch& launch) const override;
  std::unique_ptr<methods::Simulation> lead(const methods::RankTask& task) const override;
  void follow(const methods::RankTask& task) const override;
  methods::Launch resolve(const opencl::Device& device,
                          const methods::Launch& launch) const override;

  double device_bytes() const override;
  double cpu_device_bytes() const override;
  double serial_bytes() const override;
  std::optional<methods::HostCosts> host_costs(int processors) const override;
  methods::PieceNeeds needs_of_piece(const mesh::Cuts& cuts, int rank) const override;
  int most_rows() const override;
  std::string kind_for_tuning() const override;
  std::vector<methods::PassInfo> passes() const override;

 private:
  // Reads the frame of initial.state = file into the case, if the case has one. Throws
  // Error(bad_input), one sentence, for a file that cannot be the initial state.
  void load_start(const config::Settings& settings);

  std::optional<config::Settings> settings_;
  Case case_;
  std::vector<double> cut_geometry_;  // that a checkpoint is compared by
  methods::Outputs outputs_;
};

/// SIMPLE-TS: unsteady compressible slip flow in two dimensions; docs/methods/simple-ts.md.
methods::Method method();

}  // namespace slipflow::simple_ts
